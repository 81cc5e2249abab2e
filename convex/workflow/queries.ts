/** Reading the task monitor's executions, and how far requests are. */

import { v } from "convex/values";
import { guardedQuery, type ViewerQueryCtx } from "../access/functions";
import { whyNotScope } from "../access/impersonation";
import {
  bulkOperation,
  bulkResult,
  bulkSelection,
  monitorAction,
  queueSort,
  requestFilter,
  taskFilter,
} from "../core/shared/table";
import { refuseIf } from "../lib/errors";
import { nullableString, nullableTimestamp, timestamp } from "../lib/validators";
import { pageFields, placeArgs } from "../lists/paging";
import { namedPerson, queuedRequest, queuedTask } from "../lists/queueRows";
import * as queues from "../lists/queues";
import * as flow from "../lists/requestFlow";
import { requestStatusCount, requestStatusCounts, taskStatusCount, taskStatusCounts } from "../lists/statusCounts";
import { depthsOfQueues, readQueues } from "../pages/environment/queues";
import { oversightCounts, oversightOf } from "../pages/home/oversight";
import { platformOf, platformState } from "../pages/home/platform";
import { actionReason, quickActionsFor } from "../pages/home/quickActions";
import { readSetup, setupFacts } from "../pages/home/setup";
import { comingItem, waitingItem, waitingOn } from "../pages/home/waiting";
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
import * as finding from "../pages/search/finding";
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

/** What waits for the caller, the most urgent first, and the tasks that will be theirs. */
export const waitingOnMe = guardedQuery("tasks.readOwn", {
  args: {},
  returns: v.object({ items: v.array(waitingItem), comingUp: v.array(comingItem) }),
  handler: async (ctx) =>
    await waitingOn(ctx, { person: ctx.viewer.person, isImpersonating: ctx.viewer.impersonation !== null }, Date.now()),
});

/** The types the caller is likely to ask for, with why; and whether they are new here. */
export const quickActions = guardedQuery("catalog.read", {
  args: {},
  returns: v.object({
    isNew: v.boolean(),
    actions: v.array(
      v.object({ key: v.string(), name: v.string(), summary: v.string(), reason: actionReason, uses: v.number() }),
    ),
  }),
  handler: async (ctx) => {
    const { isNew, actions } = await quickActionsFor(ctx, ctx.viewer);
    return {
      isNew,
      actions: actions.map(
        ({
          type: {
            type,
            version: { definition },
          },
          ...why
        }) => ({ key: type.key, name: definition.name, summary: definition.summary, ...why }),
      ),
    };
  },
});

/** What stands still among the requests the caller oversees. */
export const oversight = guardedQuery("requests.readAll", {
  args: {},
  returns: oversightCounts,
  handler: async (ctx) => await oversightOf(ctx, await readerOf(ctx), Date.now()),
});

/** How the platform is: the oldest approval, the monitor's last run, the queues of the backend. */
export const platform = guardedQuery("environment.read", {
  args: {},
  returns: platformState,
  handler: async (ctx) => await platformOf(ctx, Date.now()),
});

const pageArgs = { sort: queueSort, ...placeArgs };

const counted = v.object({ count: v.number(), isExact: v.boolean() });
/** One page of the requests the caller oversees. */
export const listRequests = guardedQuery("requests.readAll", {
  args: { filter: requestFilter, ...pageArgs },
  returns: v.object({ rows: v.array(queuedRequest), ...pageFields }),
  handler: async (ctx, args) => await queues.requestPage(ctx, await readerOf(ctx), args, Date.now()),
});

/** How many requests a filter lets through, exactly up to 1,000. */
export const countRequests = guardedQuery("requests.readAll", {
  args: { filter: requestFilter },
  returns: counted,
  handler: async (ctx, { filter }) => await queues.requestCount(ctx, await readerOf(ctx), filter, Date.now()),
});

/** How many requests of a filter have each status, exactly up to 200: whatever statuses the filter names. */
export const countRequestStatuses = guardedQuery("requests.readAll", {
  args: { filter: requestFilter },
  returns: v.array(requestStatusCount),
  handler: async (ctx, { filter }) => await requestStatusCounts(ctx, await readerOf(ctx), filter, Date.now()),
});

/** How many tasks of a filter have each status, exactly up to 200: whatever statuses the filter names. */
export const countTaskStatuses = guardedQuery("tasks.readAll", {
  args: { filter: taskFilter },
  returns: v.array(taskStatusCount),
  handler: async (ctx, { filter }) => await taskStatusCounts(ctx, await readerOf(ctx), filter, Date.now()),
});

/** One page of the task changes of all executions, by request, order and time. */
export const listTaskHistory = guardedQuery("monitor.read", {
  args: { action: v.optional(monitorAction), ...placeArgs },
  returns: v.object({ rows: v.array(shownChange), ...pageFields }),
  handler: async (ctx, args) => await historyPage(ctx, args),
});

/** How many requests the caller oversees came and went per week, and the open ones by age. */
export const requestFlow = guardedQuery("requests.readAll", {
  args: { weeks: v.array(v.number()), ages: v.array(v.number()) },
  returns: v.object({
    weeks: v.array(v.object({ created: v.number(), closed: v.number() })),
    ages: v.array(v.number()),
    isWhole: v.boolean(),
  }),
  handler: async (ctx, wish) => await flow.requestFlow(ctx, await readerOf(ctx), wish),
});

/** One page of the tasks of the requests the caller oversees. */
export const listTasks = guardedQuery("tasks.readAll", {
  args: { filter: taskFilter, ...pageArgs },
  returns: v.object({ rows: v.array(queuedTask), ...pageFields }),
  handler: async (ctx, args) => await queues.taskPage(ctx, await readerOf(ctx), args, Date.now()),
});

/** How many tasks a filter lets through, exactly up to 1,000. */
export const countTasks = guardedQuery("tasks.readAll", {
  args: { filter: taskFilter },
  returns: counted,
  handler: async (ctx, { filter }) => await queues.taskCount(ctx, await readerOf(ctx), filter, Date.now()),
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

/** The people who hold unfinished tasks, the most loaded first; counted up to 99 each. */
export const loadPerPerson = guardedQuery("tasks.readAll", {
  args: {},
  returns: v.array(v.object({ id: v.id("people"), name: v.string(), running: v.number(), waiting: v.number() })),
  handler: async (ctx) => await queues.loadOfPeople(ctx),
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

/**
 * What has the words and is the caller's to open: requests, types to ask for, people and data domains; at most five of
 * each.
 */
export const find = guardedQuery("requests.readOwn", {
  args: { text: v.string() },
  returns: finding.found,
  handler: async (ctx, { text }) => await finding.find(ctx, ctx.viewer, text),
});

/**
 * How far a new portal is: what it has of what people need to ask for something, and whether the caller wants to be
 * led.
 */
export const setup = guardedQuery("areas.write", {
  args: {},
  returns: v.object({ facts: setupFacts, isPutAway: v.boolean() }),
  handler: async (ctx) => ({ facts: await readSetup(ctx), isPutAway: ctx.viewer.person.hasPutFirstStepsAway === true }),
});

/** What waits in the backend's queues, by the backend's clock. */
export const queueDepths = guardedQuery("environment.read", {
  args: {},
  returns: depthsOfQueues,
  handler: async (ctx) => await readQueues(ctx, Date.now()),
});
