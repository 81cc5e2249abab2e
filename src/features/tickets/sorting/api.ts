/** The one door of the tags of tickets to the backend. */

import { useMutation, useQuery } from "convex/react";
import { api } from "../../../../convex/_generated/api";

/** The tags tickets have, by name, live. */
export function useKnownTags(): readonly string[] | undefined {
  return useQuery(api.ticketTags.queries.list, {});
}

/** Puts tags on a ticket and takes others off. */
export function useChangeTags() {
  return useMutation(api.ticketTags.mutations.change);
}
