/** Reading tasks. */

import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import { guardedQuery } from "../access/functions";
import { titleFor } from "../core/requests/rules";
import { queueSort, taskFilter } from "../core/shared/table";
import { tasksHeldBy } from "../core/tasks/model";
import { taskOutcome, taskStatus, waitingOn } from "../core/tasks/table";
import { nullableTimestamp } from "../lib/validators";
import { pageFields, placeArgs } from "../lists/paging";
import { queuedTask } from "../lists/queueRows";
import * as queues from "../lists/queues";
import { taskStatusCount, taskStatusCounts } from "../lists/statusCounts";
import { loadTaskPage, taskPage } from "../pages/task/taskPage";

const SHOWN_OPEN = 50;
const SHOWN_FINISHED = 10;

/** The tasks the caller holds: running first, then those to come, failed ones, and the latest finished. */
export const mine = guardedQuery("tasks.readOwn", {
  args: {},
  returns: v.array(
    v.object({
      id: v.id("requestTasks"),
      requestId: v.id("requests"),
      requestKey: v.string(),
      requestTitle: v.string(),
      type: v.string(),
      title: v.string(),
      order: v.number(),
      status: taskStatus,
      outcome: v.union(taskOutcome, v.null()),
      waitingOn: v.union(waitingOn, v.null()),
      attempt: v.number(),
      maxAttempts: v.number(),
      startedAt: nullableTimestamp,
      finishedAt: nullableTimestamp,
      dueAt: nullableTimestamp,
    }),
  ),
  handler: async (ctx) => {
    const holder = ctx.viewer.person._id;
    const held = [
      ...(await tasksHeldBy(ctx, holder, "Running", SHOWN_OPEN)),
      ...(await tasksHeldBy(ctx, holder, "Not Started", SHOWN_OPEN)),
      ...(await tasksHeldBy(ctx, holder, "Failed", SHOWN_OPEN)),
      ...(await tasksHeldBy(ctx, holder, "Complete", SHOWN_FINISHED)),
    ];
    const requests = new Map<string, Doc<"requests"> | null>();
    for (const { requestId } of held) {
      if (!requests.has(requestId)) requests.set(requestId, await ctx.db.get(requestId));
    }
    return held.flatMap((task) => {
      const request = requests.get(task.requestId);
      return request && request.archivedAt === undefined ? [shown(task, request, holder)] : [];
    });
  },
});

/** One task with everything its page shows; what is not the caller's to see is not found. */
export const get = guardedQuery("tasks.readOwn", {
  args: { taskId: v.string() },
  returns: taskPage,
  handler: async (ctx, { taskId }) => await loadTaskPage(ctx, taskId, Date.now()),
});

function shown(task: Doc<"requestTasks">, request: Doc<"requests">, readerId: Id<"people">) {
  return {
    id: task._id,
    requestId: request._id,
    requestKey: request.key,
    requestTitle: titleFor(request, readerId),
    type: task.type,
    title: task.title,
    order: task.order,
    status: task.status,
    outcome: task.outcome ?? null,
    waitingOn: task.waitingOn ?? null,
    attempt: task.attempt,
    maxAttempts: task.maxAttempts,
    startedAt: task.startedAt ?? null,
    finishedAt: task.finishedAt ?? null,
    dueAt: task.dueAt ?? task.leaseUntil ?? null,
  };
}

/** One page of the tasks of the requests the caller oversees. */
export const listAll = guardedQuery("tasks.readAll", {
  args: { filter: taskFilter, sort: queueSort, ...placeArgs },
  returns: v.object({ rows: v.array(queuedTask), ...pageFields }),
  handler: async (ctx, args) => await queues.taskPage(ctx, await queues.overseerOf(ctx, ctx.viewer), args, Date.now()),
});

/** How many tasks a filter lets through, exactly up to 1,000. */
export const countAll = guardedQuery("tasks.readAll", {
  args: { filter: taskFilter },
  returns: v.object({ count: v.number(), isExact: v.boolean() }),
  handler: async (ctx, { filter }) =>
    await queues.taskCount(ctx, await queues.overseerOf(ctx, ctx.viewer), filter, Date.now()),
});

/** How many tasks of a filter have each status, exactly up to 200: whatever statuses the filter names. */
export const countAllByStatus = guardedQuery("tasks.readAll", {
  args: { filter: taskFilter },
  returns: v.array(taskStatusCount),
  handler: async (ctx, { filter }) =>
    await taskStatusCounts(ctx, await queues.overseerOf(ctx, ctx.viewer), filter, Date.now()),
});

/** The people who hold unfinished tasks, the most loaded first; counted up to 99 each. */
export const loadPerPerson = guardedQuery("tasks.readAll", {
  args: {},
  returns: v.array(v.object({ id: v.id("people"), name: v.string(), running: v.number(), waiting: v.number() })),
  handler: async (ctx) => await queues.loadOfPeople(ctx),
});
