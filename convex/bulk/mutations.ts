/** What is done to many requests or tasks at once. Its batches run in workflow/internal, whose names are stored. */

import { v } from "convex/values";
import { guardedMutation } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { bulkOperation, bulkSelection } from "../core/shared/table";
import { jsonObject } from "../lib/validators";
import { overseerOf } from "../lists/queues";
import { beginBulk, previewOf, rerunBulk, stopBulk } from "../process/bulk/bulk";
import { visibleJob } from "../process/bulk/bulkJobs";

const wish = { operation: bulkOperation, selection: bulkSelection, assigneeId: v.optional(v.id("people")) };

/** What a bulk operation would do, counted by outcome; changes nothing. An empty filter is refused. */
export const preview = guardedMutation("tasks.manage", {
  args: wish,
  returns: v.object({
    total: v.number(),
    changes: v.number(),
    left: v.array(v.object({ refusal: jsonObject, count: v.number() })),
  }),
  handler: async (ctx, args) => await previewOf(ctx, await overseerOf(ctx, ctx.viewer), args, Date.now()),
});

/** Begins a bulk operation in the background, provided that it is still for as many rows as the preview said. */
export const start = guardedMutation("tasks.manage", {
  args: { ...wish, reason: v.string(), expectedCount: v.number() },
  returns: v.id("bulkJobs"),
  handler: async (ctx, args) =>
    await beginBulk(ctx, await overseerOf(ctx, ctx.viewer), args, { ...attributionOf(ctx.viewer), at: Date.now() }),
});

/** Asks the caller's own bulk job to stop; what is done stays done. */
export const stop = guardedMutation("tasks.manage", {
  args: { jobId: v.id("bulkJobs") },
  returns: v.null(),
  handler: async (ctx, { jobId }) => {
    await stopBulk(ctx, await visibleJob(ctx, await overseerOf(ctx, ctx.viewer), jobId), {
      ...attributionOf(ctx.viewer),
      at: Date.now(),
    });
    return null;
  },
});

/** Runs again what an ended bulk job did not do, as a job of its own. */
export const rerun = guardedMutation("tasks.manage", {
  args: { jobId: v.id("bulkJobs") },
  returns: v.id("bulkJobs"),
  handler: async (ctx, { jobId }) => {
    const viewer = await overseerOf(ctx, ctx.viewer);
    return await rerunBulk(ctx, await visibleJob(ctx, viewer, jobId), viewer.id, {
      ...attributionOf(ctx.viewer),
      at: Date.now(),
    });
  },
});
