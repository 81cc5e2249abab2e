/** What a super admin does with the task monitor. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { guardedMutation } from "../access/functions";
import { whyNotScope } from "../access/impersonation";
import { attributionOf, recordEvent } from "../core/audit/model";
import { refuseIf } from "../lib/errors";
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
