/** The one door of what would be if somebody left to the backend. */

import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useQuery } from "../../../lib/use-query";

const { rehearsal } = api.people.queries;

/** What would be if somebody left. */
export type Rehearsal = NonNullable<FunctionReturnType<typeof rehearsal>>;

/** What would be if somebody left, with these successors where some are tried, live. */
export function useRehearsal(personId: string, successorId: string | null, named: Readonly<Record<string, string>>) {
  const domainSuccessors = Object.entries(named).map(([domainId, successorId]) => ({ domainId, successorId }));
  return useQuery(rehearsal, {
    personId,
    ...(successorId !== null && { successorId }),
    ...(domainSuccessors.length > 0 && { domainSuccessors }),
  });
}
