/** The one door of files of people to the backend. */

import { useMutation } from "convex/react";
import { api } from "../../../../convex/_generated/api";
import { useQuery } from "../../../lib/use-query";

/** What a file would do, live; undefined while it is looked at. */
export function usePeoplePreview(text: string | null) {
  return useQuery(api.people.queries.previewImport, text === null ? "skip" : { text });
}

/** Does what a file says. */
export function usePeopleImport() {
  return useMutation(api.people.mutations.importFile);
}
