/** The monitor's executions and what they saw, as the Task Monitor shows them. */

import { v, type Infer } from "convex/values";
import type { QueryCtx } from "../../_generated/server";
import { monitorAction, monitorTrigger } from "../../core/shared/table";
import { taskStatus } from "../../core/tasks/table";
import { nullableString, nullableTimestamp, timestamp } from "../../lib/validators";
import { latestExecutions, starterOf, type JoinedChange } from "../../process/monitoring/history";

/** One execution of the monitor. */
export const shownExecution = v.object({
  id: v.id("taskMonitorLogs"),
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
  request: v.union(v.null(), v.object({ id: v.id("requests"), key: v.string(), title: v.string() })),
  task: v.union(
    v.null(),
    v.object({ id: v.id("requestTasks"), type: v.string(), title: v.string(), order: v.number() }),
  ),
});

/** The executions, newest first. */
export async function showExecutions(ctx: Pick<QueryCtx, "db">): Promise<Infer<typeof shownExecution>[]> {
  const shown: Infer<typeof shownExecution>[] = [];
  for (const log of await latestExecutions(ctx)) {
    const { _id, startTime, endTime, totalRequestsProcessed, totalTasksScheduled, summary, trigger, error } = log;
    shown.push({
      id: _id,
      startTime,
      endTime: endTime ?? null,
      totalRequestsProcessed,
      totalTasksScheduled,
      summary,
      trigger,
      startedBy: await starterOf(ctx, log),
      error: error ?? null,
    });
  }
  return shown;
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
    request: request && { id: request._id, key: request.key, title: request.title },
    task: task && { id: task._id, type: task.type, title: task.title, order: task.order },
  };
}
