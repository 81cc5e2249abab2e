/** The one door of questions about rights to the backend. */

import { useMutation } from "convex/react";
import type { FunctionArgs, FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import { useQuery } from "../../lib/use-query";

/** A question, and its answer. */
export type Question = FunctionArgs<typeof api.permissions.mutations.explain>;
export type Answer = FunctionReturnType<typeof api.permissions.mutations.explain>;

/** Asks one question; each is written down. */
export function useExplain() {
  return useMutation(api.permissions.mutations.explain);
}

/** The request types the viewer knows. */
export function useTypes() {
  return useQuery(api.catalog.queries.list, {});
}
