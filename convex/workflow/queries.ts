/** Reading the task monitor's executions. */

import { v } from "convex/values";
import { guardedQuery, type ViewerQueryCtx } from "../access/functions";
import { whyNotScope } from "../access/impersonation";
import { monitorAction } from "../core/shared/table";
import { refuseIf } from "../lib/errors";
import { pageFields, placeArgs } from "../lists/paging";
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
import { changesOf } from "../process/monitoring/history";

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

/** What one execution saw, at most 1000 task changes, and whether there were more. */
export const listExecutionTasks = guardedQuery("monitor.read", {
  args: { taskMonitorLogId: v.id("taskMonitorLogs"), ...scope },
  returns: v.object({ rows: v.array(shownChange), isMore: v.boolean() }),
  handler: async (ctx, { taskMonitorLogId, impersonatedUserId }) => {
    checkScope(ctx, impersonatedUserId);
    const { changes, isMore } = await changesOf(ctx, taskMonitorLogId);
    return { rows: changes.map(showChange), isMore };
  },
});

/** How many executions and task changes there are. */
export const countTaskHistory = guardedQuery("monitor.read", {
  args: {},
  returns: shownCounts,
  handler: async (ctx) => await showCounts(ctx),
});

/** One page of the task changes of all executions, by request, order and time. */
export const listTaskHistory = guardedQuery("monitor.read", {
  args: { action: v.optional(monitorAction), ...placeArgs },
  returns: v.object({ rows: v.array(shownChange), ...pageFields }),
  handler: async (ctx, args) => await historyPage(ctx, args),
});

function checkScope(ctx: ViewerQueryCtx, impersonatedUserId: string | undefined): void {
  refuseIf(whyNotScope(impersonatedUserId, ctx.viewer.impersonation?.impersonatingUserId ?? null));
}
