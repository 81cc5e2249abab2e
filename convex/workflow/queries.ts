/** Reading the task monitor's executions and bulk jobs, and how far requests are. */

import { v } from "convex/values";
import { guardedQuery, type ViewerQueryCtx } from "../access/functions";
import { whyNotScope } from "../access/impersonation";
import { bulkOperation, bulkResult, bulkSelection, monitorAction } from "../core/shared/table";
import { refuseIf } from "../lib/errors";
import { nullableString, nullableTimestamp, timestamp } from "../lib/validators";
import { pageFields, placeArgs } from "../lists/paging";
import { namedPerson } from "../lists/queueRows";
import * as queues from "../lists/queues";
import {
  showExecutionNamed,
  historyPage,
  showChange,
  showCounts,
  showExecutions,
  shownChange,
  shownCounts,
  shownExecution,
} from "../pages/monitor/executions";
import { openProgressOf, progress } from "../pages/monitor/progress";
import { itemsOf, latestJobs } from "../process/bulk/bulkJobs";
import { changesOf } from "../process/monitoring/history";

const readerOf = (ctx: ViewerQueryCtx) => queues.overseerOf(ctx, ctx.viewer);

/** Accepted because the screens send it; it only ever confirms the server's own record. */
const scope = { impersonatedUserId: v.optional(v.string()) };

/** The executions, newest first, at most 100: the newest, or those before a number. */
export const listExecutions = guardedQuery("monitor.read", {
  args: { before: v.optional(v.number()), ...scope },
  returns: v.array(shownExecution),
  handler: async (ctx, { before, impersonatedUserId }) => {
    checkScope(ctx, impersonatedUserId);
    return await showExecutions(ctx, before);
  },
});

/** The execution an address names; null when there is none, or it was cleared. */
export const findExecution = guardedQuery("monitor.read", {
  args: { execution: v.string(), ...scope },
  returns: v.union(shownExecution, v.null()),
  handler: async (ctx, { execution, impersonatedUserId }) => {
    checkScope(ctx, impersonatedUserId);
    return await showExecutionNamed(ctx, execution);
  },
});

/** What one execution saw, at most 1000 task changes. */
export const listExecutionTasks = guardedQuery("monitor.read", {
  args: { taskMonitorLogId: v.id("taskMonitorLogs"), ...scope },
  returns: v.array(shownChange),
  handler: async (ctx, { taskMonitorLogId, impersonatedUserId }) => {
    checkScope(ctx, impersonatedUserId);
    return (await changesOf(ctx, taskMonitorLogId)).map(showChange);
  },
});

/** How many executions and task changes there are. */
export const countTaskHistory = guardedQuery("monitor.read", {
  args: {},
  returns: shownCounts,
  handler: async (ctx) => await showCounts(ctx),
});

/**
 * The caller's open requests and those made for them, newest first, each with its tasks and who holds them; at most 20.
 */
export const progressOfMine = guardedQuery("requests.readOwn", {
  args: {},
  returns: v.array(progress),
  handler: async (ctx) => await openProgressOf(ctx, ctx.viewer.person._id),
});

/** One page of the task changes of all executions, by request, order and time. */
export const listTaskHistory = guardedQuery("monitor.read", {
  args: { action: v.optional(monitorAction), ...placeArgs },
  returns: v.object({ rows: v.array(shownChange), ...pageFields }),
  handler: async (ctx, args) => await historyPage(ctx, args),
});

/** What the filters of both queues offer, and the name of the person a link names. */
export const queueChoices = guardedQuery("requests.readAll", {
  args: { personId: v.optional(v.id("people")) },
  returns: v.object({
    types: v.array(v.object({ key: v.string(), name: v.string() })),
    areas: v.array(v.object({ id: v.id("businessAreas"), name: v.string() })),
    person: v.union(v.null(), namedPerson),
  }),
  handler: async (ctx, { personId }) => await queues.filterChoices(ctx, personId),
});

/** The latest bulk jobs: everybody's for those who see everything, else the caller's own; at most 20. */
export const bulkJobs = guardedQuery("tasks.manage", {
  args: {},
  returns: v.array(
    v.object({
      id: v.id("bulkJobs"),
      operation: bulkOperation,
      reason: v.string(),
      by: v.string(),
      assignee: nullableString,
      selection: v.union(bulkSelection, v.null()),
      rerunOfId: v.union(v.id("bulkJobs"), v.null()),
      total: v.number(),
      done: v.number(),
      refused: v.number(),
      failed: v.number(),
      notRun: v.number(),
      createdAt: timestamp,
      isStopping: v.boolean(),
      endedAt: nullableTimestamp,
    }),
  ),
  handler: async (ctx) => await latestJobs(ctx, await readerOf(ctx)),
});

/** What became of each item of a bulk job, in its order; at most 200 behind a position. */
export const bulkItems = guardedQuery("tasks.manage", {
  args: { jobId: v.id("bulkJobs"), result: v.optional(bulkResult), after: v.optional(v.number()) },
  returns: v.object({
    rows: v.array(
      v.object({
        id: v.id("bulkItems"),
        position: v.number(),
        requestKey: v.string(),
        /** How its task is named in addresses; null where the request itself was meant. */
        taskAddress: nullableString,
        label: v.string(),
        result: v.union(bulkResult, v.null()),
        detail: nullableString,
      }),
    ),
    next: v.union(v.number(), v.null()),
  }),
  handler: async (ctx, args) => await itemsOf(ctx, await readerOf(ctx), args),
});

function checkScope(ctx: ViewerQueryCtx, impersonatedUserId: string | undefined): void {
  refuseIf(whyNotScope(impersonatedUserId, ctx.viewer.impersonation?.impersonatingUserId ?? null));
}
