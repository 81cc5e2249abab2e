/** What the scheduler and the crons call. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../access/functions";
import { connectorName } from "../core/services/table";
import { attemptFailure } from "../core/tasks/table";
import type { Plan, Proof } from "../lib/pure/plan";
import type { ReadBack } from "../lib/pure/proof";
import { jsonObject, timestamp } from "../lib/validators";
import { applyItem, runBatch } from "../process/bulk/bulkRun";
import * as compensation from "../process/ending/compensation";
import * as attempts from "../process/executing/execution";
import * as executor from "../process/executing/executor";
import * as planning from "../process/executing/planning";
import * as portal from "../process/executing/portal";
import * as sweeping from "../process/executing/sweeping";
import { pruneExecutions } from "../process/monitoring/history";
import * as monitor from "../process/monitoring/monitor";

/** Cron: the monitor's safety net. Does nothing while an execution runs. */
export const runMonitor = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = Date.now();
    const { log, isNew } = await monitor.beginExecution(ctx, { trigger: "clock" }, now);
    if (isNew) await monitor.continueExecution(ctx, log._id, now);
    return null;
  },
});

/** The next batch of an execution that did not fit into one transaction. */
export const continueMonitor = internalMutation({
  args: { taskMonitorLogId: v.id("taskMonitorLogs") },
  returns: v.null(),
  handler: async (ctx, { taskMonitorLogId }) => {
    await monitor.continueExecution(ctx, taskMonitorLogId, Date.now());
    return null;
  },
});

/** One batch, in a transaction of its own so that an error undoes it whole. Answers whether it was the last. */
export const examineBatch = internalMutation({
  args: { taskMonitorLogId: v.id("taskMonitorLogs"), now: timestamp },
  returns: v.boolean(),
  handler: async (ctx, { taskMonitorLogId, now }): Promise<boolean> =>
    await monitor.examineBatch(executor.systemStep(ctx, now), taskMonitorLogId),
});

/** A failed task's backoff is over. */
export const retryFailedTask = internalMutation({
  args: { taskId: v.id("requestTasks"), attempt: v.number() },
  returns: v.null(),
  handler: async (ctx, { taskId, attempt }) => {
    await executor.retryFailedTask(executor.systemStep(ctx, Date.now()), taskId, attempt);
    return null;
  },
});

const job = v.object({
  system: v.string(),
  operation: v.string(),
  input: jsonObject,
  plan: v.union(jsonObject, v.null()),
  key: v.string(),
  hasBegun: v.boolean(),
});
const attempt = { taskId: v.id("requestTasks"), attempt: v.number() };
const claim = { taskId: v.id("requestTasks"), key: v.string(), claimedUntil: timestamp };

/** An attempt of a connector task begins; null when it is not its turn. */
export const beginAttempt = internalMutation({
  args: attempt,
  returns: v.union(job, v.null()),
  handler: async (ctx, args) =>
    await attempts.beginAttempt(executor.systemStep(ctx, Date.now()), args.taskId, args.attempt),
});

/** The tasks of a request that wait for a dry run, and what keeps their system from being asked. */
export const tasksToPlan = internalQuery({
  args: { requestId: v.id("requests") },
  returns: v.array(v.object({ taskId: v.id("requestTasks"), job, obstacle: v.union(v.string(), v.null()) })),
  handler: async (ctx, { requestId }) => await planning.waitingPlans(ctx, requestId, Date.now()),
});

/** A system may be worked on again: makes the dry runs that waited for it. */
export const planWhatWaited = internalMutation({
  args: { system: connectorName },
  returns: v.null(),
  handler: async (ctx, { system }) => {
    await planning.planWhatWaited(ctx, system);
    return null;
  },
});

/** Whether other tasks of its request have worked on the same system since this one was planned. */
export const isOvertaken = internalQuery({
  args: { taskId: v.id("requestTasks") },
  returns: v.boolean(),
  handler: async (ctx, { taskId }) => {
    const task = await ctx.db.get(taskId);
    return task !== null && (await attempts.isOvertaken(ctx, task));
  },
});

/** Why a task will not give what it would open, or null; for its dry run. */
export const whyNotOpens = internalQuery({
  args: { taskId: v.id("requestTasks"), opened: v.array(v.string()) },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { taskId, opened }) => {
    const task = await ctx.db.get(taskId);
    return task && (await attempts.whyNotOpens(ctx, task, opened));
  },
});

/** A dry run's result. */
export const keepPlan = internalMutation({
  args: {
    taskId: v.id("requestTasks"),
    plan: v.optional(jsonObject),
    error: v.optional(v.string()),
    isSwitchedOff: v.optional(v.boolean()),
    /** Of the worker that made it; left out by a dry run. */
    attempt: v.optional(v.number()),
  },
  returns: v.boolean(),
  handler: async (ctx, { taskId, plan, error = "No plan was made", isSwitchedOff, attempt: own }) => {
    // A plan is stored as the connector made it.
    const made = plan ? { plan: plan as unknown as Plan } : { error, isSwitchedOff };
    return await planning.keepPlan(executor.systemStep(ctx, Date.now()), taskId, made, own);
  },
});

/** The outside system was too busy for a dry run. */
export const planAgain = internalMutation({
  args: { requestId: v.id("requests"), tries: v.number() },
  returns: v.null(),
  handler: async (ctx, { requestId, tries }) => {
    await planning.planAgainLater(ctx, requestId, tries);
    return null;
  },
});

/** The last look before an outside system is touched. */
export const mayApply = internalMutation({
  args: { ...attempt, opened: v.optional(v.array(v.string())) },
  returns: v.union(v.literal("go"), v.literal("stop")),
  handler: async (ctx, args) => await attempts.mayApply(executor.systemStep(ctx, Date.now()), args),
});

/** A worker is alive. */
export const renewLease = internalMutation({
  args: attempt,
  returns: v.boolean(),
  handler: async (ctx, args) => await attempts.renewLease(ctx, args.taskId, args.attempt, Date.now()),
});

/** An attempt's work is done and was read back. */
export const finishAttempt = internalMutation({
  args: { ...attempt, ref: jsonObject, proof: jsonObject },
  returns: v.null(),
  handler: async (ctx, { taskId, attempt, ref, proof }) => {
    await attempts.finishAttempt(executor.systemStep(ctx, Date.now()), taskId, attempt, {
      ref,
      proof: proof as unknown as Proof,
    }); // as the connector gave it
    return null;
  },
});

/** An attempt failed. */
export const failAttempt = internalMutation({
  args: { ...attempt, failure: attemptFailure, isUntouched: v.optional(v.boolean()) },
  returns: v.null(),
  handler: async (ctx, { failure, isUntouched = false, ...own }) => {
    await attempts.failAttempt(executor.systemStep(ctx, Date.now()), { ...own, isUntouched }, failure);
    return null;
  },
});

/** A task of the portal's own that needs nothing but the database. */
export const runPortalTask = internalMutation({
  args: attempt,
  returns: v.null(),
  handler: async (ctx, args) => {
    await portal.runPortalTask(executor.systemStep(ctx, Date.now()), args.taskId, args.attempt);
    return null;
  },
});

/** What a verifying task has to read; null when it is not its turn. */
export const beginVerification = internalMutation({
  args: attempt,
  returns: v.union(v.array(v.object({ system: v.string(), ref: jsonObject })), v.null()),
  handler: async (ctx, args) =>
    await portal.beginVerification(executor.systemStep(ctx, Date.now()), args.taskId, args.attempt),
});

/** What a verifying task has read. */
export const finishVerification = internalMutation({
  args: { ...attempt, found: v.array(jsonObject) },
  returns: v.null(),
  handler: async (ctx, { taskId, attempt, found }) => {
    await portal.finishVerification(
      executor.systemStep(ctx, Date.now()),
      taskId,
      attempt,
      found as unknown as ReadBack[],
    ); // as the connector gave it
    return null;
  },
});

/** The next piece of work to take back, claimed; null when nothing is left or it is too early. */
export const nextCompensation = internalMutation({
  args: { requestId: v.id("requests") },
  returns: v.union(
    v.null(),
    v.object({
      taskId: v.id("requestTasks"),
      system: v.string(),
      key: v.string(),
      plan: v.optional(jsonObject),
      ref: v.optional(jsonObject),
      claimedUntil: timestamp,
    }),
  ),
  handler: async (ctx, { requestId }) => {
    const next = await compensation.nextCompensation(executor.systemStep(ctx, Date.now()), requestId);
    if (typeof next !== "number") return next;
    await ctx.scheduler.runAt(next, internal.workflow.actions.compensateRequest, { requestId });
    return null;
  },
});

/** Work was taken back. */
export const compensated = internalMutation({
  args: { ...claim, proof: jsonObject },
  returns: v.null(),
  handler: async (ctx, { proof, ...own }) => {
    await compensation.compensated(executor.systemStep(ctx, Date.now()), own, proof as unknown as Proof); // as the connector gave it
    return null;
  },
});

/** Work could not be taken back. */
export const compensationFailed = internalMutation({
  args: { ...claim, failure: attemptFailure },
  returns: v.null(),
  handler: async (ctx, { failure, ...own }) => {
    await compensation.compensationFailed(executor.systemStep(ctx, Date.now()), own, failure);
    return null;
  },
});

/** Cron: fails tasks whose lease is over, goes on with what is to be taken back, and makes dry runs that are due again. */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await sweeping.sweepAll(ctx, Date.now())) await ctx.scheduler.runAfter(0, internal.workflow.internal.sweep, {});
    return null;
  },
});

/** One piece of what the sweeper does, in a transaction of its own. */
export const sweepPiece = internalMutation({
  args: { piece: sweeping.sweepPiece, now: timestamp },
  returns: v.boolean(),
  handler: async (ctx, { piece, now }): Promise<boolean> => await sweeping.sweepOne(ctx, piece, now),
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

/** The next batch of a bulk job. */
export const runBulkBatch = internalMutation({
  args: { jobId: v.id("bulkJobs") },
  returns: v.null(),
  handler: async (ctx, { jobId }) => {
    await runBatch(ctx, jobId, Date.now());
    return null;
  },
});

/** One item of a bulk job, in a transaction of its own so that an error undoes it alone; says what was done. */
export const runBulkItem = internalMutation({
  args: { itemId: v.id("bulkItems") },
  returns: v.string(),
  handler: async (ctx, { itemId }): Promise<string> => await applyItem(ctx, itemId, Date.now()),
});
