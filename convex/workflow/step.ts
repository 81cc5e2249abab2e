/** The circumstances of one move of a request, for everybody who moves one. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Attribution } from "../audit/model";

/** Who carries out what the workflow starts. The live one uses the scheduler; a demo world being built uses none. */
export interface Executor {
  readonly run: (task: Doc<"requestTasks">) => Promise<void>;
  readonly retry: (task: Doc<"requestTasks">) => Promise<void>;
}

/** The circumstances of one move. */
export interface Step {
  readonly ctx: Pick<MutationCtx, "db">;
  readonly at: number;
  readonly by: Attribution;
  readonly executor: Executor;
}
