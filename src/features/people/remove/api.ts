/** The one door of the page of removals to the backend. */

import { useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../../convex/_generated/api";
import { useQuery } from "../../../lib/use-query";

const { queries, mutations } = api.removals;

/** What removing somebody would do. */
export type Impact = NonNullable<FunctionReturnType<typeof queries.impact>>;

/** Who takes a kind over instead of the successor, by id. */
export type Successors = NonNullable<FunctionArgs<typeof mutations.remove>["successors"]>;

/** Who takes one data domain over, by the ids of both. */
export type DomainSuccessors = NonNullable<FunctionArgs<typeof mutations.remove>["domainSuccessors"]>;

/** What removing somebody would do, live; undefined while it is read or nobody is chosen. */
export function useImpact(
  userEmail: string | null,
  successorId: string | null,
  successors: Successors,
  domainSuccessors: readonly { readonly domainId: string; readonly successorId: string }[],
): Impact | null | undefined {
  return useQuery(
    queries.impact,
    userEmail === null || successorId === null
      ? "skip"
      : { userEmail, successorId, successors, domainSuccessors: [...domainSuccessors] },
  );
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
