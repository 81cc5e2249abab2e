/** The one door of what would be if somebody left to the backend. */

import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";

const { rehearsal } = api.people.queries;

/** What would be if somebody left. */
export type Rehearsal = NonNullable<FunctionReturnType<typeof rehearsal>>;

/** What would be if somebody left, with this successor where one is tried, live. */
export function useRehearsal(personId: string, successorId: string | null) {
  return useQuery(rehearsal, { personId, ...(successorId !== null && { successorId }) });
}
