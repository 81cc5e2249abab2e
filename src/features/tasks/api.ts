/** The one door of the tasks screens to the backend. */
import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";

/** A task the viewer holds, with the request it belongs to. */
export type HeldTask = FunctionReturnType<typeof api.tasks.queries.mine>[number];

/** The tasks the viewer holds, live; undefined until the first answer. */
export function useHeldTasks(): readonly HeldTask[] | undefined {
  return useQuery(api.tasks.queries.mine, {});
}
