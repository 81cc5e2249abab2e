/** The monitor's own logs: reading them joined with what they mention, clearing them, keeping them small. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordEvent, SYSTEM, type Attribution } from "../../core/audit/model";
import { nameOf } from "../../core/people/model";
import { DAY_MS } from "../../lib/pure/time";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** Executions older than this are pruned. */
export const LOG_RETENTION_MS = 14 * DAY_MS;
/** Executions beyond this number are pruned, oldest first. */
export const MAX_EXECUTIONS = 300;
/** Rows deleted per transaction: far below any limit, so pruning never blocks anybody for long. */
export const PRUNE_ROWS = 1000;
/** Executions marked or examined per transaction: those kept, and what a missed pruning may have left. */
const LOG_WINDOW = 2 * MAX_EXECUTIONS;
/** Newest task changes the history tab shows. */
const HISTORY_ROWS = 1000;
/** Task changes of one execution that are shown. */
const EXECUTION_ROWS = 1000;

/** The visible executions, newest first. */
export async function latestExecutions(ctx: ReadCtx): Promise<Doc<"taskMonitorLogs">[]> {
  return await ctx.db
    .query("taskMonitorLogs")
    .withIndex("by_start", (q) => q.eq("clearedAt", undefined))
    .order("desc")
    .take(MAX_EXECUTIONS);
}

/** A task change with what it points at, null where that is gone. */
export interface JoinedChange {
  readonly row: Doc<"taskMonitorLogTasks">;
  readonly request: Doc<"requests"> | null;
  readonly task: Doc<"requestTasks"> | null;
}

/** The task changes of one execution. */
export async function changesOf(ctx: ReadCtx, logId: Id<"taskMonitorLogs">): Promise<JoinedChange[]> {
  const log = await ctx.db.get(logId);
  if (!log || log.clearedAt !== undefined) return [];
  const rows = await ctx.db
    .query("taskMonitorLogTasks")
    .withIndex("by_log", (q) => q.eq("taskMonitorLogId", logId))
    .take(EXECUTION_ROWS);
  return await join(ctx, rows);
}

/** The newest task changes of all visible executions, and how many there are in all. */
export async function latestChanges(
  ctx: ReadCtx,
): Promise<{ executions: number; totalChanges: number; changes: JoinedChange[] }> {
  const logs = await latestExecutions(ctx);
  const visible = new Set(logs.map(({ _id }) => _id));
  const rows = await ctx.db.query("taskMonitorLogTasks").withIndex("by_updated").order("desc").take(HISTORY_ROWS);
  return {
    executions: logs.length,
    totalChanges: logs.reduce((sum, log) => sum + rowCount(log), 0),
    changes: await join(
      ctx,
      rows.filter(({ taskMonitorLogId }) => visible.has(taskMonitorLogId)),
    ),
  };
}

async function join(ctx: ReadCtx, rows: readonly Doc<"taskMonitorLogTasks">[]): Promise<JoinedChange[]> {
  const requests = new Map<Id<"requests">, Doc<"requests"> | null>();
  const tasks = new Map<Id<"requestTasks">, Doc<"requestTasks"> | null>();
  const joined: JoinedChange[] = [];
  for (const row of rows) {
    const request = requests.get(row.requestId) ?? (await ctx.db.get(row.requestId));
    const task = tasks.get(row.requestTaskId) ?? (await ctx.db.get(row.requestTaskId));
    requests.set(row.requestId, request);
    tasks.set(row.requestTaskId, task);
    joined.push({ row, request, task });
  }
  return joined;
}

/** The name of whoever started an execution, or null when the clock did. */
export async function starterOf(ctx: ReadCtx, log: Doc<"taskMonitorLogs">): Promise<string | null> {
  return log.startedById ? await nameOf(ctx, log.startedById) : null;
}

/** Hides every finished execution at once and writes down how many (T5). A running one stays. */
export async function clearExecutions(
  ctx: WriteCtx,
  by: Attribution,
  now: number,
): Promise<{ executions: number; changes: number }> {
  const logs = await ctx.db
    .query("taskMonitorLogs")
    .withIndex("by_start", (q) => q.eq("clearedAt", undefined))
    .order("desc")
    .take(LOG_WINDOW);
  const finished = logs.filter(({ endTime }) => endTime !== undefined);
  for (const log of finished) await ctx.db.patch(log._id, { clearedAt: now });
  const counts = { executions: finished.length, changes: finished.reduce((sum, log) => sum + rowCount(log), 0) };
  await recordEvent(ctx, { ...by, action: "monitor.logsCleared", targets: [], context: counts, occurredAt: now });
  return counts;
}

/** Deletes one bounded batch of cleared, old or surplus executions; answers whether more is left. */
export async function pruneExecutions(ctx: WriteCtx, now: number): Promise<boolean> {
  const removable = await nextToPrune(ctx, now);
  let budget = PRUNE_ROWS;
  let pruned = 0;
  for (const log of removable) {
    const rows = await ctx.db
      .query("taskMonitorLogTasks")
      .withIndex("by_log", (q) => q.eq("taskMonitorLogId", log._id))
      .take(budget);
    for (const row of rows) await ctx.db.delete(row._id);
    budget -= rows.length;
    if (budget <= 0) break;
    await ctx.db.delete(log._id);
    pruned += 1;
  }
  const wasTime = removable.filter(({ clearedAt }) => clearedAt === undefined).length;
  if (pruned > 0 && wasTime > 0) {
    await recordEvent(ctx, {
      ...SYSTEM,
      action: "monitor.logsPruned",
      targets: [],
      context: { executions: pruned },
      occurredAt: now,
    });
  }
  return pruned < removable.length;
}

/** Cleared executions first, then those past their time or beyond the number kept. */
async function nextToPrune(ctx: WriteCtx, now: number): Promise<Doc<"taskMonitorLogs">[]> {
  const cleared = await ctx.db
    .query("taskMonitorLogs")
    .withIndex("by_start", (q) => q.gt("clearedAt", undefined))
    .take(LOG_WINDOW);
  if (cleared.length > 0) return cleared;
  const kept = await ctx.db
    .query("taskMonitorLogs")
    .withIndex("by_start", (q) => q.eq("clearedAt", undefined))
    .order("desc")
    .take(LOG_WINDOW);
  return kept.filter(
    ({ startTime, endTime }, index) =>
      endTime !== undefined && (index >= MAX_EXECUTIONS || startTime < now - LOG_RETENTION_MS),
  );
}

function rowCount(log: Doc<"taskMonitorLogs">): number {
  return log.totalTasksScheduled + log.totalIgnored + log.totalUnchanged;
}
