/** What the scheduler and the crons call. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../lib/functions";
import { timestamp } from "../lib/validators";
import { finishTimedTask as finish, retryFailedTask as retry, sweepOverdue, systemStep } from "./executor";
import { pruneExecutions } from "./history";
import { beginExecution, continueExecution, examineBatch as examine } from "./monitor";

/** Cron: the monitor's safety net. Does nothing while an execution runs. */
export const runMonitor = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = Date.now();
    const { log, isNew } = await beginExecution(ctx, { trigger: "clock" }, now);
    if (isNew) await continueExecution(ctx, log._id, now);
    return null;
  },
});

/** The next batch of an execution that did not fit into one transaction. */
export const continueMonitor = internalMutation({
  args: { taskMonitorLogId: v.id("taskMonitorLogs") },
  returns: v.null(),
  handler: async (ctx, { taskMonitorLogId }) => {
    await continueExecution(ctx, taskMonitorLogId, Date.now());
    return null;
  },
});

/** One batch, in a transaction of its own so that an error undoes it whole. Answers whether it was the last. */
export const examineBatch = internalMutation({
  args: { taskMonitorLogId: v.id("taskMonitorLogs"), now: timestamp },
  returns: v.boolean(),
  handler: async (ctx, { taskMonitorLogId, now }): Promise<boolean> => await examine(systemStep(ctx, now), taskMonitorLogId),
});

/** A timer task's work is over. */
export const finishTimedTask = internalMutation({
  args: { taskId: v.id("requestTasks"), attempt: v.number() },
  returns: v.null(),
  handler: async (ctx, { taskId, attempt }) => {
    await finish(systemStep(ctx, Date.now()), taskId, attempt);
    return null;
  },
});

/** A failed task's backoff is over. */
export const retryFailedTask = internalMutation({
  args: { taskId: v.id("requestTasks"), attempt: v.number() },
  returns: v.null(),
  handler: async (ctx, { taskId, attempt }) => {
    await retry(systemStep(ctx, Date.now()), taskId, attempt);
    return null;
  },
});

/** Cron: fails tasks whose lease is over. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const { hasMore } = await sweepOverdue(systemStep(ctx, Date.now()));
    if (hasMore) await ctx.scheduler.runAfter(0, internal.workflow.internal.sweep, {});
    return null;
  },
});

/** Cron: deletes cleared, old and surplus executions in bounded batches. */
export const pruneLogs = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const hasMore = await pruneExecutions(ctx, Date.now());
    if (hasMore) await ctx.scheduler.runAfter(0, internal.workflow.internal.pruneLogs, {});
    return null;
  },
});
