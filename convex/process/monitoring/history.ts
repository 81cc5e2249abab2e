/**
 * The monitor's own logs: reading them joined with what they mention, clearing them, keeping them small.
 *
 * An execution every minute sees mostly what the one before it saw. A task change is therefore one row for as many
 * executions in a row as saw the same (writing.ts), and an execution's own changes are the rows whose stretch covers
 * its number. How many there are in all is never counted: each execution keeps what those before it add up to.
 * Clearing begins an era; whatever belongs to an older one is hidden at once and deleted in batches.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordEvent, SYSTEM, type Attribution } from "../../core/audit/model";
import { configured } from "../../core/config/model";
import { nameOf } from "../../core/people/model";
import type { ChangeTotals } from "../../core/shared/table";
import { DAY_MS } from "../../lib/pure/time";
import { LONG_RUNS } from "./writing";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;
type Log = Doc<"taskMonitorLogs">;
type Change = Doc<"taskMonitorLogTasks">;

/** Executions listed at a time. */
export const EXECUTION_PAGE = 100;
/** Rows deleted per transaction: far below any limit, so pruning never blocks anybody for long. */
export const PRUNE_ROWS = 1000;
/** Task changes looked at around one execution, and those of it that are shown. */
const EXECUTION_SCAN = 5000;
const EXECUTION_ROWS = 1000;
/** Task changes an execution that runs while the logs are cleared takes along. */
const TAKEN_ALONG = 5000;

/** The era whose executions are shown. */
export async function currentEra(ctx: ReadCtx): Promise<number> {
  return (await ctx.db.query("taskMonitorEras").first())?.era ?? 0;
}

/** Executions of the current era, newest first, those before a number when one is given. */
export async function latestExecutions(ctx: ReadCtx, before?: number): Promise<Log[]> {
  const era = await currentEra(ctx);
  return await ctx.db
    .query("taskMonitorLogs")
    .withIndex("by_number", (q) => (before === undefined ? q.eq("era", era) : q.eq("era", era).lt("number", before)))
    .order("desc")
    .take(EXECUTION_PAGE);
}

/** An execution that was not cleared, or null. */
export async function visibleExecution(ctx: ReadCtx, text: string): Promise<Log | null> {
  const id = ctx.db.normalizeId("taskMonitorLogs", text);
  const log = id && (await ctx.db.get(id));
  return log && log.era === (await currentEra(ctx)) ? log : null;
}

/** How many executions and task changes the current era has. */
export async function countsOf(ctx: ReadCtx): Promise<{ executions: number; changes: ChangeTotals }> {
  const era = await currentEra(ctx);
  return between(await edgeOf(ctx, era, "asc"), await edgeOf(ctx, era, "desc"));
}

/** The execution that is the last of the current era so far, or null. */
export async function newestExecution(ctx: ReadCtx): Promise<Log | null> {
  return await edgeOf(ctx, await currentEra(ctx), "desc");
}

async function edgeOf(ctx: ReadCtx, era: number, order: "asc" | "desc"): Promise<Log | null> {
  return await ctx.db
    .query("taskMonitorLogs")
    .withIndex("by_number", (q) => q.eq("era", era))
    .order(order)
    .first();
}

function between(oldest: Log | null, newest: Log | null): { executions: number; changes: ChangeTotals } {
  if (!oldest || !newest) return { executions: 0, changes: NOTHING };
  const [from, to] = [oldest.before, totalsAfter(newest)];
  return {
    executions: newest.number - oldest.number + 1,
    changes: {
      scheduled: to.scheduled - from.scheduled,
      ignored: to.ignored - from.ignored,
      unchanged: to.unchanged - from.unchanged,
    },
  };
}

const NOTHING: ChangeTotals = { scheduled: 0, ignored: 0, unchanged: 0 };

/** What all executions of its era up to this one add up to. */
export function totalsAfter({
  before,
  totalTasksScheduled,
  totalIgnored,
  totalUnchanged,
}: Pick<Log, "before" | "totalTasksScheduled" | "totalIgnored" | "totalUnchanged">): ChangeTotals {
  return {
    scheduled: before.scheduled + totalTasksScheduled,
    ignored: before.ignored + totalIgnored,
    unchanged: before.unchanged + totalUnchanged,
  };
}

/** A task change with what it points at, null where that is gone. */
export interface JoinedChange {
  readonly row: Change;
  readonly request: Doc<"requests"> | null;
  readonly task: Doc<"requestTasks"> | null;
}

/** The task changes of one execution: those whose stretch covers it, and whether there are more than are answered. */
export async function changesOf(
  ctx: ReadCtx,
  logId: Id<"taskMonitorLogs">,
): Promise<{ readonly changes: JoinedChange[]; readonly isMore: boolean }> {
  const log = await visibleExecution(ctx, logId);
  if (!log) return { changes: [], isMore: false };
  const { era, number } = log;
  // A short stretch that covers it ends soon after; long ones are few.
  const short = await ctx.db
    .query("taskMonitorLogTasks")
    .withIndex("by_run", (q) =>
      q
        .eq("era", era)
        .eq("isLong", false)
        .gte("lastRun", number)
        .lt("lastRun", number + LONG_RUNS),
    )
    .take(EXECUTION_SCAN);
  const long = await ctx.db
    .query("taskMonitorLogTasks")
    .withIndex("by_run", (q) => q.eq("era", era).eq("isLong", true).gte("lastRun", number))
    .take(EXECUTION_SCAN);
  const covering = [...short, ...long].filter(({ firstRun }) => firstRun <= number);
  const rows = covering.toSorted((a, b) => (a.place < b.place ? -1 : 1)).slice(0, EXECUTION_ROWS);
  const isMore = covering.length > rows.length || short.length === EXECUTION_SCAN || long.length === EXECUTION_SCAN;
  return { changes: await joinChanges(ctx, rows), isMore };
}

/** Task changes with their requests and tasks, each of which is read once. */
export async function joinChanges(ctx: ReadCtx, rows: readonly Change[]): Promise<JoinedChange[]> {
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
export async function starterOf(ctx: ReadCtx, log: Log): Promise<string | null> {
  return log.startedById ? await nameOf(ctx, log.startedById) : null;
}

/** Begins an era: hides every finished execution at once and writes down how many (T5). A running one stays. */
export async function clearExecutions(
  ctx: WriteCtx,
  by: Attribution,
  now: number,
): Promise<{ executions: number; changes: number }> {
  const known = await ctx.db.query("taskMonitorEras").first();
  const newest = await newestExecution(ctx);
  const all = await countsOf(ctx);
  const running = newest?.endTime === undefined ? newest : null;
  const own = running ? running.totalTasksScheduled + running.totalIgnored + running.totalUnchanged : 0;
  const counts = {
    executions: all.executions - (running ? 1 : 0),
    changes: all.changes.scheduled + all.changes.ignored + all.changes.unchanged - own,
  };
  if (known) {
    await ctx.db.patch(known._id, { era: known.era + 1 });
    if (running) await takeAlong(ctx, running, known.era + 1);
  }
  await recordEvent(ctx, { ...by, action: "monitor.logsCleared", targets: [], context: counts, occurredAt: now });
  return counts;
}

/** What a running execution has seen so far goes on in the new era, as if nobody had seen it before. */
async function takeAlong(ctx: WriteCtx, running: Log, era: number): Promise<void> {
  const { number } = running;
  for (const isLong of [false, true]) {
    const rows = await ctx.db
      .query("taskMonitorLogTasks")
      .withIndex("by_run", (q) => q.eq("era", running.era).eq("isLong", isLong).eq("lastRun", number))
      .take(TAKEN_ALONG);
    for (const row of rows)
      await ctx.db.patch(row._id, { era, isLong: false, firstRun: number, since: row.lastUpdated });
  }
  await ctx.db.patch(running._id, { era });
}

/** Deletes one bounded batch of what was cleared or is too old; answers whether more is left. */
export async function pruneExecutions(ctx: WriteCtx, now: number): Promise<boolean> {
  const era = await currentEra(ctx);
  for (const part of [clearedChanges, clearedLogs, changesOfNone]) {
    const rows = await part(ctx, era);
    for (const row of rows) await ctx.db.delete(row._id);
    if (rows.length >= PRUNE_ROWS / 2) return true;
  }
  const old = await tooOld(ctx, era, now - (await configured(ctx, "monitor.keptDays")) * DAY_MS);
  for (const log of old) await ctx.db.delete(log._id);
  if (old.length > 0) {
    await recordEvent(ctx, {
      ...SYSTEM,
      action: "monitor.logsPruned",
      targets: [],
      context: { executions: old.length },
      occurredAt: now,
    });
  }
  // What only these had seen goes with the next batch.
  return old.length > 0;
}

async function clearedChanges(ctx: ReadCtx, era: number): Promise<Change[]> {
  return await ctx.db
    .query("taskMonitorLogTasks")
    .withIndex("by_run", (q) => q.lt("era", era))
    .take(PRUNE_ROWS);
}

async function clearedLogs(ctx: ReadCtx, era: number): Promise<Log[]> {
  return await ctx.db
    .query("taskMonitorLogs")
    .withIndex("by_number", (q) => q.lt("era", era))
    .take(PRUNE_ROWS);
}

/** Task changes that no kept execution saw. */
async function changesOfNone(ctx: ReadCtx, era: number): Promise<Change[]> {
  const oldest = (await edgeOf(ctx, era, "asc"))?.number ?? Infinity;
  const seenBefore = (isLong: boolean) =>
    ctx.db
      .query("taskMonitorLogTasks")
      .withIndex("by_run", (q) => q.eq("era", era).eq("isLong", isLong).lt("lastRun", oldest))
      .take(PRUNE_ROWS / 2);
  return [...(await seenBefore(false)), ...(await seenBefore(true))];
}

async function tooOld(ctx: ReadCtx, era: number, before: number): Promise<Log[]> {
  const oldest = await ctx.db
    .query("taskMonitorLogs")
    .withIndex("by_number", (q) => q.eq("era", era))
    .take(PRUNE_ROWS);
  return oldest.filter(({ startTime, endTime }) => endTime !== undefined && startTime < before);
}
