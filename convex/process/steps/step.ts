/** What every move of a request is made with. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { Deed } from "../../core/audit/model";

/** Who carries out what the workflow starts. The live one uses the scheduler; a demo world being built uses none. */
export interface Executor {
  readonly run: (task: Doc<"requestTasks">) => Promise<void>;
  readonly retry: (task: Doc<"requestTasks">) => Promise<void>;
  /** Makes the dry run of a request's tasks. */
  readonly plan?: (requestId: Id<"requests">) => Promise<void>;
  /** Looks at a request again: its domain means something else by now, or what it waited for is over. */
  readonly follow?: (requestId: Id<"requests">) => Promise<void>;
  /** Takes back what was applied for a request that ended early. */
  readonly compensate?: (requestId: Id<"requests">) => Promise<void>;
}

/** The circumstances of one move. */
export interface Step extends Deed {
  readonly executor: Executor;
}

/** A move that needs all of a mutation, such as the storage of files. */
export type MutationStep = Omit<Step, "ctx"> & { readonly ctx: MutationCtx };
