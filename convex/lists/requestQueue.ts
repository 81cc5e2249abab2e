/**
 * The queue of requests: which index ranges answer a filter, and the pages and counts read from them.
 *
 * Every filter names its statuses (all but Draft when it names none), and every status is one range. The
 * most selective other part of the filter leads the range: the requester, then the area, the type, the
 * cost. Where no index holds that part in the order asked for, the set is read whole and sorted if it is
 * small, else the order's own index is read and what does not match passed over, up to the scan limit.
 */

import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { InAreas } from "../core/people/mergedAreas";
import { isOpen } from "../core/requests/rules";
import { LISTED_REQUEST_STATUSES, numberInText } from "../core/shared/rules/listed";
import { isInSight, requestPasses, seesOnlyCost, type Overseer } from "../core/shared/rules/queues";
import type { QueueSort, RequestFilter } from "../core/shared/table";
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
type RequestSources = { readonly sources: Source<Doc<"requests">>[]; readonly isWhole: boolean };

/** A set up to this size is read whole and sorted, when no index has its order. */
const SMALL_SET = 500;
/** What a search looks at: its best matches. */
export const SEARCH_LIMIT = 1000;

/** What a list of requests is asked for. */
export interface RequestQuestion {
  readonly filter: RequestFilter & InAreas;
  readonly viewer: Overseer;
  readonly now: number;
}

export const REQUEST_SORTINGS: Readonly<Record<QueueSort, Sorting>> = {
  newest: { field: "createdAt", isDescending: true },
  oldest: { field: "createdAt", isDescending: false },
  updated: { field: "updatedAt", isDescending: true },
  due: { field: "dueAt", isDescending: false },
};

/** What a request has to pass, beside the range it was read from. */
export function requestMatcher({
  filter,
  viewer,
  now,
}: RequestQuestion): (request: Doc<"requests">) => Promise<boolean> {
  const words = searchedWords(filter);
  return async (request) =>
    requestPasses(request, filter, now) && isInSight(viewer, request) && holdsWords(request.searchText ?? "", words);
}

function searchedWords({ text = "" }: RequestFilter): string[] {
  return numberInText(text) === null ? wordsOf(text) : [];
}

/** Where the requests of a filter are read from. `isWhole` is false when a search had more matches than it looks at. */
export async function requestSources(
  ctx: ReadCtx,
  question: RequestQuestion,
  sort: QueueSort,
): Promise<RequestSources> {
  const sorting = REQUEST_SORTINGS[sort];
  const found = await requestsFound(ctx, question.filter.text ?? "", SEARCH_LIMIT);
  if (found) return { sources: inMemory(found, sorting), isWhole: found.length < SEARCH_LIMIT };
  if (question.filter.isRetrying) return { sources: inMemory(await retryingRequests(ctx), sorting), isWhole: true };
  const indexes = indexesOf(question);
  const direct = directRanges(question, sort, indexes);
  if (direct) return { sources: direct.map((range) => rangeSource(ctx, "requests", range)), isWhole: true };
  const small = await smallSet(ctx, question);
  if (small) return { sources: inMemory(small, sorting), isWhole: true };
  return {
    sources: orderRanges(question, sort, indexes).map((range) => rangeSource(ctx, "requests", range)),
    isWhole: true,
  };
}

/** The requests with a task that is going to be tried again; few, because a backoff lasts an hour at most. */
async function retryingRequests(ctx: ReadCtx): Promise<Doc<"requests">[]> {
  const tasks = await ctx.db
    .query("requestTasks")
    .withIndex("queue_retry", (q) => q.eq("status", "Failed").gt("retryAt", undefined))
    .take(SEARCH_LIMIT);
  const ids = [...new Set(tasks.map(({ requestId }) => requestId))];
  const requests: Doc<"requests">[] = [];
  for (const id of ids) {
    const request = await ctx.db.get(id);
    if (request) requests.push(request);
  }
  return requests;
}

function leadOf({ filter, viewer }: RequestQuestion): Lead | null {
  if (filter.requesterId)
    return {
      values: [["requesterId", filter.requesterId]],
      created: "queue_requester_created",
      updated: "queue_requester_updated",
    };
  if (filter.businessAreaId) {
    const { areaIds = [filter.businessAreaId] } = filter;
    return { values: areaIds.map((id) => ["businessAreaId", id] as const), created: "queue_area_created" };
  }
  if (filter.typeIds?.length)
    return { values: filter.typeIds.map((typeId) => ["typeId", typeId] as const), created: "queue_type_created" };
  return seesOnlyCost(viewer) ? { values: [["hasCost", true]], created: "queue_cost_created" } : null;
}

/** The indexes of this queue, as a question uses them. */
function indexesOf(question: RequestQuestion): QueueIndexes {
  return {
    lead: leadOf(question),
    due: { index: "queue_due", field: "dueAt" },
    rangesOf: (wish) => rangesOf(question, wish),
  };
}

function rangesOf({ filter }: RequestQuestion, { values, index, field }: RangeWish): Range[] {
  const chosen = filter.statuses?.length ? filter.statuses : LISTED_REQUEST_STATUSES;
  const statuses = filter.isOverdue ? chosen.filter(isOpen) : chosen;
  const leads = values ?? [null];
  return leads.flatMap((lead) =>
    [...new Set(statuses)]
      .filter((status) => status !== "Draft")
      .map((status) => ({
        index,
        field,
        equal: [...(lead ? [lead] : []), ["status", status] as const, ["archivedAt", undefined] as const],
      })),
  );
}

/** Every request of the leading range, if they are few: then they can be sorted by anything. */
async function smallSet(ctx: ReadCtx, question: RequestQuestion): Promise<Doc<"requests">[] | null> {
  const indexes = indexesOf(question);
  const ranges = question.filter.isOverdue ? orderRanges(question, "due", indexes) : createdRanges(question, indexes);
  const rows = new Map<Id<"requests">, Doc<"requests">>();
  for (const range of ranges) {
    for await (const row of rangeSource(ctx, "requests", range).read("asc", null)) {
      rows.set(row._id, row);
      if (rows.size > SMALL_SET) return null;
    }
  }
  return [...rows.values()];
}
