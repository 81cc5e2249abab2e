/** What a super admin does with the task monitor. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { guardedMutation } from "../access/functions";
import { whyNotScope } from "../access/impersonation";
import { attributionOf, recordEvent } from "../core/audit/model";
import { bulkOperation, bulkSelection, ownFilter } from "../core/shared/table";
import { refuse, refuseIf } from "../lib/errors";
import { jsonObject } from "../lib/validators";
import { overseerOf } from "../lists/queues";
import { beginBulk, previewOf, rerunBulk, stopBulk } from "../process/bulk/bulk";
import { visibleJob } from "../process/bulk/bulkJobs";
import { clearExecutions, pruneExecutions } from "../process/monitoring/history";
import { beginExecution, continueExecution } from "../process/monitoring/monitor";

/**
 * Runs the monitor, or answers the execution that runs already. It is the real person's doing, whoever
 * they impersonate. `isFinished` is false when a large world goes on in the background.
 */
export const runTaskMonitor = guardedMutation("monitor.run", {
  args: { impersonatedUserId: v.optional(v.string()) },
  returns: v.object({
    taskMonitorLogId: v.id("taskMonitorLogs"),
    wasRunning: v.boolean(),
    isFinished: v.boolean(),
    totalRequestsProcessed: v.number(),
    totalTasksScheduled: v.number(),
    summary: v.string(),
  }),
  handler: async (ctx, { impersonatedUserId }) => {
    const { viewer } = ctx;
    const impersonatingUserId = viewer.impersonation?.impersonatingUserId;
    refuseIf(whyNotScope(impersonatedUserId, impersonatingUserId ?? null));
    const now = Date.now();
    const beginning = {
      trigger: "person" as const,
      startedById: viewer.realPerson._id,
      impersonatedUserId: impersonatingUserId,
    };
    const { log, isNew } = await beginExecution(ctx, beginning, now);
    if (isNew) {
      const targets = [{ type: "execution", id: log._id }];
      const context = impersonatingUserId ? { impersonatedUserId: impersonatingUserId } : {};
      await recordEvent(ctx, { ...attributionOf(viewer), action: "monitor.run", targets, context, occurredAt: now });
    }
    const reached = isNew ? await continueExecution(ctx, log._id, now) : log;
    const { totalRequestsProcessed, totalTasksScheduled, summary, endTime } = reached;
    return {
      taskMonitorLogId: log._id,
      wasRunning: !isNew,
      isFinished: endTime !== undefined,
      totalRequestsProcessed,
      totalTasksScheduled,
      summary,
    };
  },
});

/** Clears the monitor's logs and nothing else (T5); an execution that runs keeps its own. */
export const clearTaskMonitorLogs = guardedMutation("monitor.clear", {
  args: {},
  returns: v.object({ executions: v.number(), changes: v.number() }),
  handler: async (ctx) => {
    const now = Date.now();
    const cleared = await clearExecutions(ctx, attributionOf(ctx.viewer), now);
    const hasMore = await pruneExecutions(ctx, now);
    if (hasMore) await ctx.scheduler.runAfter(0, internal.workflow.internal.pruneLogs, {});
    return cleared;
  },
});

const wish = { operation: bulkOperation, selection: bulkSelection, assigneeId: v.optional(v.id("people")) };

/** What a bulk operation would do, counted by outcome; changes nothing. An empty filter is refused. */
export const previewBulk = guardedMutation("tasks.manage", {
  args: wish,
  returns: v.object({
    total: v.number(),
    changes: v.number(),
    left: v.array(v.object({ refusal: jsonObject, count: v.number() })),
  }),
  handler: async (ctx, args) => await previewOf(ctx, await overseerOf(ctx, ctx.viewer), args, Date.now()),
});

/** Begins a bulk operation in the background, provided that it is still for as many rows as the preview said. */
export const startBulk = guardedMutation("tasks.manage", {
  args: { ...wish, reason: v.string(), expectedCount: v.number() },
  returns: v.id("bulkJobs"),
  handler: async (ctx, args) =>
    await beginBulk(ctx, await overseerOf(ctx, ctx.viewer), args, { ...attributionOf(ctx.viewer), at: Date.now() }),
});

/** Asks the caller's own bulk job to stop; what is done stays done. */
export const cancelBulk = guardedMutation("tasks.manage", {
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
export const rerunFailed = guardedMutation("tasks.manage", {
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

/** Writes down that somebody takes rows of a list out of the portal; the file is made only afterwards. */
export const noteExport = guardedMutation("audit.export", {
  args: {
    list: v.union(
      v.literal("requests"),
      v.literal("tasks"),
      v.literal("people"),
      v.literal("taskChanges"),
      v.literal("tickets"),
      v.literal("ticketQueue"),
      v.literal("ideas"),
    ),
    filter: jsonObject,
    columns: v.array(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, { list, filter, columns }) => {
    if (columns.length > 40 || JSON.stringify(filter).length > 5000) refuse({ code: "invalid-input" });
    await recordEvent(ctx, {
      ...attributionOf(ctx.viewer),
      action: `${list}.exported`,
      targets: [],
      context: { filter, columns },
      occurredAt: Date.now(),
    });
    return null;
  },
});

/**
 * Writes down that somebody takes the list of their own requests out of the portal; the file is made only afterwards.
 */
export const noteOwnExport = guardedMutation("requests.exportOwn", {
  args: { filter: ownFilter, columns: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { filter, columns }) => {
    if (columns.length > 40 || JSON.stringify(filter).length > 5000) refuse({ code: "invalid-input" });
    await recordEvent(ctx, {
      ...attributionOf(ctx.viewer),
      action: "requests.ownExported",
      targets: [],
      context: { filter, columns },
      occurredAt: Date.now(),
    });
    return null;
  },
});
