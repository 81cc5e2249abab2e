/** Reading bulk jobs: what was done to many requests or tasks at once. */

import { v } from "convex/values";
import { guardedQuery, type ViewerQueryCtx } from "../access/functions";
import { bulkOperation, bulkResult, bulkSelection } from "../core/shared/table";
import { nullableString, nullableTimestamp, timestamp } from "../lib/validators";
import { overseerOf } from "../lists/queues";
import { itemsOf, latestJobs } from "../process/bulk/bulkJobs";

const readerOf = (ctx: ViewerQueryCtx) => overseerOf(ctx, ctx.viewer);

/** The latest bulk jobs: everybody's for those who see everything, else the caller's own; at most 20. */
export const jobs = guardedQuery("tasks.manage", {
  args: {},
  returns: v.array(
    v.object({
      id: v.id("bulkJobs"),
      operation: bulkOperation,
      reason: v.string(),
      by: v.string(),
      assignee: nullableString,
      selection: v.union(bulkSelection, v.null()),
      rerunOfId: v.union(v.id("bulkJobs"), v.null()),
      total: v.number(),
      done: v.number(),
      refused: v.number(),
      failed: v.number(),
      notRun: v.number(),
      createdAt: timestamp,
      isStopping: v.boolean(),
      endedAt: nullableTimestamp,
    }),
  ),
  handler: async (ctx) => await latestJobs(ctx, await readerOf(ctx)),
});

/** What happened to each item of a bulk job, in its order; at most 200 behind a position. */
export const items = guardedQuery("tasks.manage", {
  args: { jobId: v.id("bulkJobs"), result: v.optional(bulkResult), after: v.optional(v.number()) },
  returns: v.object({
    rows: v.array(
      v.object({
        id: v.id("bulkItems"),
        position: v.number(),
        requestKey: v.string(),
        /** How its task is named in addresses; null where the request itself was meant. */
        taskAddress: nullableString,
        label: v.string(),
        result: v.union(bulkResult, v.null()),
        detail: nullableString,
      }),
    ),
    next: v.union(v.number(), v.null()),
  }),
  handler: async (ctx, args) => await itemsOf(ctx, await readerOf(ctx), args),
});
