/** The one door of sorting tickets to the backend. */

import { useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useQuery } from "../../../lib/use-query";

/** The tags tickets have, by name, live. */
export function useKnownTags(): readonly string[] | undefined {
  return useQuery(api.ticketTags.queries.list, {});
}

/** Puts tags on a ticket and takes others off. */
export function useChangeTags() {
  return useMutation(api.ticketTags.mutations.change);
}

/** The teams of support and the topics they look after, live. */
export function useTeams() {
  return useQuery(api.supportTeams.queries.current, {});
}

/** Hands a ticket to another team. */
export function useHandToTeam() {
  return useMutation(api.supportTeams.mutations.hand);
}

/** What can be done with every ticket that matches. */
export type MatchingWish = FunctionArgs<typeof api.ticketQueue.mutations.changeMatching>["wish"];

/** Does the same with every ticket that matches. */
export function useChangeMatching() {
  return useMutation(api.ticketQueue.mutations.changeMatching);
}

/** What a claim or an assignment answers, and what undoes it. */
export type Given = FunctionReturnType<typeof api.tickets.mutations.assign>;

/** Undoes them. */
export function useUndoAssign() {
  return useMutation(api.ticketQueue.mutations.undoAssign);
}
