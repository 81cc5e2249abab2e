/**
 * The task monitor. One execution at a time examines every open request in the order of their numbers,
 * one batch per transaction: a small world is done within the click, a large one goes on by the
 * scheduler. It starts what may start and writes a row for every task it examined.
 *
 * A batch runs in a transaction of its own inside the caller's: when it throws, its half-done work is
 * undone, and the execution is ended with the error for everybody to see (T2). An execution that stops
 * reporting, because the process died, is ended the same way by the next one.
 */

import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { openRequests } from "../../core/requests/model";
import { messageOf } from "../../lib/errors";
import { plural, shorten } from "../../lib/pure/text";
import { MINUTE_MS } from "../../lib/pure/time";
import { loadSurroundings } from "../settling/eligibility";
import { scheduleEligible, type Examined } from "../settling/model";
import type { Step } from "../steps/step";
import { newestExecution, totalsAfter } from "./history";
import { writeChanges } from "./writing";

/** Requests examined per transaction. With 100 tasks each this stays within Convex's limits. */
export const MONITOR_BATCH = 60;
/** An execution that has not finished a batch for this long is taken for dead. */
const LOCK_MS = 2 * MINUTE_MS;
const ERROR_MAX_LENGTH = 500;

/** Why an execution begins. */
export interface Beginning {
  readonly trigger: "person" | "clock";
  readonly startedById?: Id<"people">;
  readonly impersonatedUserId?: Id<"people">;
}

/** An execution, and whether it ran already before it was asked for. */
export interface Begun {
  readonly log: Doc<"taskMonitorLogs">;
  readonly isNew: boolean;
}

/** Begins an execution, or answers the one that runs (T1). */
export async function beginExecution(ctx: MutationCtx, beginning: Beginning, now: number): Promise<Begun> {
  const lock = await ctx.db.query("taskMonitorLocks").first();
  const running = lock && (await ctx.db.get(lock.taskMonitorLogId));
  if (lock && running && running.endTime === undefined && lock.heldUntil > now) return { log: running, isNew: false };
  if (running && running.endTime === undefined)
    await endExecution(ctx, running, now, "The execution stopped without finishing");
  else if (lock) await ctx.db.delete(lock._id);
  const taskMonitorLogId = await ctx.db.insert("taskMonitorLogs", {
    ...beginning,
    ...(await nextNumber(ctx)),
    startTime: now,
    totalRequestsProcessed: 0,
    totalTasksScheduled: 0,
    totalIgnored: 0,
    totalUnchanged: 0,
    summary: "Running",
    cursor: 0,
  });
  await ctx.db.insert("taskMonitorLocks", { taskMonitorLogId, heldUntil: now + LOCK_MS });
  return { log: await loadLog(ctx, taskMonitorLogId), isNew: true };
}

/** The number of the next execution, and what those before it add up to. */
async function nextNumber(ctx: MutationCtx): Promise<Pick<Doc<"taskMonitorLogs">, "era" | "number" | "before">> {
  const known = await ctx.db.query("taskMonitorEras").first();
  const number = (known?.runs ?? 0) + 1;
  const era = known?.era ?? 0;
  if (known) await ctx.db.patch(known._id, { runs: number });
  else await ctx.db.insert("taskMonitorEras", { era, runs: number });
  const latest = await newestExecution(ctx);
  const before = latest ? totalsAfter(latest) : { scheduled: 0, ignored: 0, unchanged: 0 };
  return { era, number, before };
}

/** Examines the next batch, ends the execution after the last one or on an error, else asks for the next. */
export async function continueExecution(
  ctx: MutationCtx,
  logId: Id<"taskMonitorLogs">,
  now: number,
): Promise<Doc<"taskMonitorLogs">> {
  const before = await loadLog(ctx, logId);
  if (before.endTime !== undefined) return before;
  let isDone: boolean;
  try {
    isDone = await ctx.runMutation(internal.workflow.internal.examineBatch, { taskMonitorLogId: logId, now });
  } catch (error) {
    await endExecution(ctx, before, now, shorten(messageOf(error), ERROR_MAX_LENGTH));
    return await loadLog(ctx, logId);
  }
  if (isDone) {
    await endExecution(ctx, await loadLog(ctx, logId), now);
  } else {
    const lock = await ctx.db.query("taskMonitorLocks").first();
    if (lock) await ctx.db.patch(lock._id, { heldUntil: now + LOCK_MS });
    await ctx.scheduler.runAfter(0, internal.workflow.internal.continueMonitor, { taskMonitorLogId: logId });
  }
  return await loadLog(ctx, logId);
}

/** Examines one batch of open requests and writes down what was seen; answers whether it was the last. */
export async function examineBatch(step: Step, logId: Id<"taskMonitorLogs">): Promise<boolean> {
  const log = await step.ctx.db.get(logId);
  if (!log) return true;
  const requests = await openRequests(step.ctx, log.cursor, MONITOR_BATCH);
  const around = await loadSurroundings(step.ctx, step.at);
  const totals = { ...log };
  for (const request of requests) {
    const examined = await scheduleEligible(step, request, around);
    await writeChanges(step.ctx, log, request, { examined, at: step.at });
    if (examined.length > 0) totals.totalRequestsProcessed += 1;
    totals.totalTasksScheduled += countOf(examined, "Scheduled");
    totals.totalIgnored += countOf(examined, "Ignored");
    totals.totalUnchanged += countOf(examined, "No Change");
    totals.cursor = request.number;
  }
  const { totalRequestsProcessed, totalTasksScheduled, totalIgnored, totalUnchanged, cursor } = totals;
  await step.ctx.db.patch(logId, { totalRequestsProcessed, totalTasksScheduled, totalIgnored, totalUnchanged, cursor });
  return requests.length < MONITOR_BATCH;
}

function countOf(examined: readonly Examined[], action: Examined["decision"]["action"]): number {
  return examined.filter(({ decision }) => decision.action === action).length;
}

async function endExecution(ctx: MutationCtx, log: Doc<"taskMonitorLogs">, now: number, error?: string): Promise<void> {
  const lock = await ctx.db.query("taskMonitorLocks").first();
  if (lock?.taskMonitorLogId === log._id) await ctx.db.delete(lock._id);
  await ctx.db.patch(log._id, { endTime: now, summary: summaryOf(log, error), error });
}

/** The one sentence of an execution, built from what its rows add up to. */
function summaryOf(log: Doc<"taskMonitorLogs">, error: string | undefined): string {
  const { totalRequestsProcessed, totalTasksScheduled, totalIgnored, totalUnchanged } = log;
  const seen = totalTasksScheduled + totalIgnored + totalUnchanged;
  const counts = `${plural(totalTasksScheduled, "task")} scheduled, ${totalUnchanged} unchanged, ${totalIgnored} ignored`;
  const done = `${plural(totalRequestsProcessed, "request")} examined: ${counts}`;
  if (error === undefined) return seen === 0 ? "No open tasks" : done;
  return seen === 0 ? `Failed: ${error}` : `Failed: ${error} (before: ${done})`;
}

async function loadLog(ctx: Pick<MutationCtx, "db">, id: Id<"taskMonitorLogs">): Promise<Doc<"taskMonitorLogs">> {
  const log = await ctx.db.get(id);
  if (!log) throw new Error(`Execution ${id} does not exist`);
  return log;
}
