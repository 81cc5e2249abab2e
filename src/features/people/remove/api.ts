/** The one door of the page of removals to the backend. */

import { useMutation, useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";

const { queries, mutations } = api.removals;

/** What removing somebody would do. */
export type Impact = NonNullable<FunctionReturnType<typeof queries.impact>>;

/** What removing somebody would do, live; undefined while it is read or nobody is chosen. */
export function useImpact(userEmail: string | null, successorId: string | null): Impact | null | undefined {
  return useQuery(queries.impact, userEmail === null || successorId === null ? "skip" : { userEmail, successorId });
}

/** Whose a user in Snowflake is, live; null when nobody here has one of this name. */
export function useSnowflakeUser(username: string | null) {
  return useQuery(queries.ofSnowflake, username === null ? "skip" : { username });
}

/** Whoever was removed and can still be brought back, live. */
export function useRestorable() {
  return useQuery(queries.restorable, {});
}

/** One of them. */
export type Restorable = FunctionReturnType<typeof queries.restorable>[number];

/** What is done about it. */
export function useRemovalCommands() {
  return { remove: useMutation(mutations.remove), request: useMutation(api.requests.mutations.submit) };
}
