/** The monitor's executions and what they saw, as the Task Monitor shows them. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { changeTotals, monitorAction, monitorTrigger, type MonitorAction } from "../../core/shared/table";
import { taskAddress } from "../../core/tasks/rules/address";
import { taskStatus } from "../../core/tasks/table";
import { nullableString, nullableTimestamp, timestamp } from "../../lib/validators";
import { checkSize } from "../../lists/queues";
import { rangeSource } from "../../lists/ranges";
import { readPage, type PageWish, type Sorting } from "../../lists/streams";
import {
  countsOf,
  currentEra,
  joinChanges,
  latestExecutions,
  starterOf,
  visibleExecution,
  type JoinedChange,
} from "../../process/monitoring/history";

type ReadCtx = Pick<QueryCtx, "db">;

/** One execution of the monitor. */
export const shownExecution = v.object({
  id: v.id("taskMonitorLogs"),
  number: v.number(),
  startTime: timestamp,
  endTime: nullableTimestamp,
  totalRequestsProcessed: v.number(),
  totalTasksScheduled: v.number(),
  summary: v.string(),
  trigger: monitorTrigger,
  /** The person who clicked, null when the clock started it. */
  startedBy: nullableString,
  error: nullableString,
});

/** A task change with what it points at, null where that is gone. */
export const shownChange = v.object({
  id: v.id("taskMonitorLogTasks"),
  taskMonitorLogId: v.id("taskMonitorLogs"),
  requestTaskId: v.id("requestTasks"),
  statusBefore: taskStatus,
  statusAfter: taskStatus,
  action: monitorAction,
  reason: v.string(),
  lastUpdated: timestamp,
  /** When it was first seen so, and by how many executions in a row. */
  since: timestamp,
  runs: v.number(),
  request: v.union(v.null(), v.object({ id: v.id("requests"), key: v.string(), title: v.string() })),
  task: v.union(
    v.null(),
    v.object({
      id: v.id("requestTasks"),
      /** How its page is named in addresses. */
      address: v.string(),
      type: v.string(),
      title: v.string(),
      order: v.number(),
    }),
  ),
});

/** A part of the executions, newest first. */
export async function showExecutions(ctx: ReadCtx, before?: number): Promise<Infer<typeof shownExecution>[]> {
  const shown: Infer<typeof shownExecution>[] = [];
  for (const log of await latestExecutions(ctx, before)) shown.push(await showExecution(ctx, log));
  return shown;
}

/** The execution an address names, or null when it is gone. */
export async function showExecutionNamed(ctx: ReadCtx, id: string): Promise<Infer<typeof shownExecution> | null> {
  const log = await visibleExecution(ctx, id);
  return log && (await showExecution(ctx, log));
}

async function showExecution(ctx: ReadCtx, log: Doc<"taskMonitorLogs">): Promise<Infer<typeof shownExecution>> {
  const { _id, startTime, endTime, totalRequestsProcessed, totalTasksScheduled, summary, trigger, error } = log;
  return {
    id: _id,
    number: log.number ?? 0,
    startTime,
    endTime: endTime ?? null,
    totalRequestsProcessed,
    totalTasksScheduled,
    summary,
    trigger,
    startedBy: await starterOf(ctx, log),
    error: error ?? null,
  };
}

/** How many executions and task changes there are, and of which kind. */
export const shownCounts = v.object({ executions: v.number(), totalChanges: v.number(), changes: changeTotals });

/** Counts everything that was not cleared. */
export async function showCounts(ctx: ReadCtx): Promise<Infer<typeof shownCounts>> {
  const { executions, changes } = await countsOf(ctx);
  return { executions, totalChanges: changes.scheduled + changes.ignored + changes.unchanged, changes };
}

const BY_PLACE: Sorting = { field: "place", isDescending: false };
const ACTIONS: readonly MonitorAction[] = ["Scheduled", "Ignored", "No Change"];

/** One page of the task changes of all executions, by request, order and time; those with one action when it is given. */
export async function historyPage(ctx: ReadCtx, { action, ...wish }: { action?: MonitorAction } & PageWish) {
  checkSize(wish.size);
  const era = await currentEra(ctx);
  const sources = (action ? [action] : ACTIONS).map((one) =>
    rangeSource(ctx, "taskMonitorLogTasks", {
      index: "by_place",
      equal: [
        ["era", era],
        ["action", one],
      ],
      field: "place",
    }),
  );
  const { rows, ...page } = await readPage(sources, BY_PLACE, wish, () => Promise.resolve(true));
  return { ...page, isWhole: true, rows: (await joinChanges(ctx, rows)).map(showChange) };
}

/** One task change as it is shown. */
export function showChange({ row, request, task }: JoinedChange): Infer<typeof shownChange> {
  return {
    id: row._id,
    taskMonitorLogId: row.taskMonitorLogId,
    requestTaskId: row.requestTaskId,
    statusBefore: row.statusBefore,
    statusAfter: row.statusAfter,
    action: row.action,
    reason: row.reason,
    lastUpdated: row.lastUpdated,
    since: row.since,
    runs: row.lastRun - row.firstRun + 1,
    request: request && { id: request._id, key: request.key, title: request.title },
    task: task && {
      id: task._id,
      address: request ? taskAddress(request.key, task) : task._id,
      type: task.type,
      title: task.title,
      order: task.order,
    },
  };
}
