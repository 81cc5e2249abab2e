/**
 * The queue of tasks, read as the queue of requests is (requestQueue.ts). The most selective part of the
 * filter leads the range: the assignee, then the type, the connector, the area, the cost. A search goes
 * over the requests: the tasks of those that hold any of the words, and among them the ones that hold all.
 */

import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { InAreas } from "../core/people/mergedAreas";
import { LISTED_TASK_STATUSES, numberInText } from "../core/shared/rules/listed";
import { MANUAL_TYPES, isInSight, seesOnlyCost, taskPasses, type Overseer } from "../core/shared/rules/queues";
import type { QueueSort, TaskFilter } from "../core/shared/table";
import { MAX_TASKS_PER_REQUEST } from "../core/tasks/model";
import { TASK_ENDINGS } from "../core/tasks/rules/endings";
import { holdsWords, wordsOf } from "../lib/pure/wordSearch";
import {
  createdRanges,
  directRanges,
  type Lead,
  orderRanges,
  type QueueIndexes,
  type Range,
  rangeSource,
  type RangeWish,
} from "./ranges";
import { requestsFound } from "./requestSearch";
import { inMemory, type Sorting, type Source } from "./streams";

type ReadCtx = Pick<QueryCtx, "db">;
type Task = Doc<"requestTasks">;
type TaskSources = { readonly sources: Source<Task>[]; readonly isWhole: boolean };

const SMALL_SET = 500;
/** Requests whose tasks a search looks at: its best matches. */
const SEARCHED_REQUESTS = 150;
/** Tasks that wait for their next attempt at one time: far more than there ever are. */
const RETRYING_LIMIT = 1000;

/** What a list of tasks is asked for. */
export interface TaskQuestion {
  readonly filter: TaskFilter & InAreas;
  readonly viewer: Overseer;
  readonly now: number;
}

export const TASK_SORTINGS: Readonly<Record<QueueSort, Sorting>> = {
  newest: { field: "createdAt", isDescending: true },
  oldest: { field: "createdAt", isDescending: false },
  updated: { field: "updatedAt", isDescending: true },
  due: { field: "leaseUntil", isDescending: false },
};

/** What a task has to pass, beside the range it was read from. Tasks of requests that were put away are not shown. */
export function taskMatcher(
  { filter, viewer, now }: TaskQuestion,
  requestOf: (id: Id<"requests">) => Promise<Doc<"requests"> | null>,
): (task: Task) => Promise<boolean> {
  const words = numberInText(filter.text ?? "") === null ? wordsOf(filter.text ?? "") : [];
  return async (task) => {
    if (!taskPasses(task, filter, now) || !isInSight(viewer, task)) return false;
    const request = await requestOf(task.requestId);
    if (!request || request.archivedAt !== undefined) return false;
    return holdsWords(`${request.searchText ?? ""} ${task.title}`, words);
  };
}

/** Where the tasks of a filter are read from. `isWhole` is false when a search had more requests than it looks at. */
export async function taskSources(ctx: ReadCtx, question: TaskQuestion, sort: QueueSort): Promise<TaskSources> {
  const sorting = TASK_SORTINGS[sort];
  const found = await foundByText(ctx, question.filter);
  if (found) return { sources: inMemory(found.tasks, sorting), isWhole: found.isWhole };
  if (question.filter.isRetrying) return { sources: inMemory(await retryingTasks(ctx), sorting), isWhole: true };
  const indexes = indexesOf(question);
  const direct = directRanges(question, sort, indexes);
  if (direct) return { sources: direct.map((range) => rangeSource(ctx, "requestTasks", range)), isWhole: true };
  const small = await smallSet(ctx, question);
  if (small) return { sources: inMemory(small, sorting), isWhole: true };
  return {
    sources: orderRanges(question, sort, indexes).map((range) => rangeSource(ctx, "requestTasks", range)),
    isWhole: true,
  };
}

async function foundByText(
  ctx: ReadCtx,
  { text = "" }: TaskFilter,
): Promise<{ tasks: Task[]; isWhole: boolean } | null> {
  const requests = await requestsFound(ctx, text, SEARCHED_REQUESTS);
  if (!requests) return null;
  const tasks: Task[] = [];
  for (const { _id } of requests) {
    tasks.push(
      ...(await ctx.db
        .query("requestTasks")
        .withIndex("by_request", (q) => q.eq("requestId", _id))
        .take(MAX_TASKS_PER_REQUEST)),
    );
  }
  return { tasks, isWhole: requests.length < SEARCHED_REQUESTS };
}

async function retryingTasks(ctx: ReadCtx): Promise<Task[]> {
  return await ctx.db
    .query("requestTasks")
    .withIndex("queue_retry", (q) => q.eq("status", "Failed").gt("retryAt", undefined))
    .take(RETRYING_LIMIT);
}

function leadOf({ filter, viewer }: TaskQuestion): Lead | null {
  if (filter.assigneeId)
    return { values: [["assigneeId", filter.assigneeId]], created: "by_assignee", updated: "queue_assignee_updated" };
  const types = filter.types?.length ? filter.types : filter.isUnassigned ? MANUAL_TYPES : null;
  if (types) return { values: types.map((type) => ["type", type] as const), created: "queue_type_created" };
  if (filter.connectors?.length)
    return {
      values: filter.connectors.map((connector) => ["connector", connector] as const),
      created: "queue_connector_created",
    };
  if (filter.businessAreaId) {
    const { areaIds = [filter.businessAreaId] } = filter;
    return { values: areaIds.map((id) => ["businessAreaId", id] as const), created: "queue_area_created" };
  }
  return seesOnlyCost(viewer) ? { values: [["hasCost", true]], created: "queue_cost_created" } : null;
}

/** The indexes of this queue, as a question uses them. */
function indexesOf(question: TaskQuestion): QueueIndexes {
  return {
    lead: leadOf(question),
    due: { index: "by_lease", field: "leaseUntil" },
    rangesOf: (wish) => rangesOf(question, wish),
  };
}

function rangesOf({ filter }: TaskQuestion, { values, index, field }: RangeWish): Range[] {
  const leads = values ?? [null];
  return leads.flatMap((lead) =>
    statusesOf(filter).map((status) => ({
      index,
      field,
      equal: [...(lead ? [lead] : []), ["status", status] as const],
    })),
  );
}

/** The statuses a filter can find anything in. */
function statusesOf(filter: TaskFilter): readonly Task["status"][] {
  const chosen = filter.statuses?.length ? [...new Set(filter.statuses)] : LISTED_TASK_STATUSES;
  const { endings = [] } = filter;
  return chosen.filter((status) => {
    if (endings.length > 0 && !endings.some((ending) => TASK_ENDINGS[ending].statuses.includes(status))) return false;
    if (filter.isOverdue) return status === "Running";
    return !filter.isUnassigned || status === "Running" || status === "Not Started";
  });
}

/** Every task of the leading range, if they are few: then they can be sorted by anything. */
async function smallSet(ctx: ReadCtx, question: TaskQuestion): Promise<Task[] | null> {
  const indexes = indexesOf(question);
  const ranges = question.filter.isOverdue ? orderRanges(question, "due", indexes) : createdRanges(question, indexes);
  const rows: Task[] = [];
  for (const range of ranges) {
    for await (const row of rangeSource(ctx, "requestTasks", range).read("asc", null)) {
      rows.push(row);
      if (rows.length > SMALL_SET) return null;
    }
  }
  return rows;
}
