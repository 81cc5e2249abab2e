/**
 * How many rows of a filter each status has: what stands on the tabs of a queue. No counter is kept: each status is one
 * range, counted up to a limit that says more than anybody reads off a tab, and looked at no further than another.
 */

import { v } from "convex/values";
import type { QueryCtx } from "../_generated/server";
import { inAreas } from "../core/people/mergedAreas";
import { requestStatus } from "../core/requests/table";
import { LISTED_REQUEST_STATUSES, LISTED_TASK_STATUSES } from "../core/shared/rules/listed";
import { type Overseer } from "../core/shared/rules/queues";
import type { RequestFilter, TaskFilter } from "../core/shared/table";
import { taskStatus } from "../core/tasks/table";
import { wordsOf } from "../lib/pure/wordSearch";
import { lookups } from "./queueRows";
import { checkFilter } from "./queues";
import { REQUEST_SORTINGS, requestMatcher, requestSources } from "./requestQueue";
import { COUNT_SCAN_LIMIT, countMatches, type Listed, merged, type Sorting, type Source } from "./streams";
import { TASK_SORTINGS, taskMatcher, taskSources } from "./taskQueue";

type ReadCtx = Pick<QueryCtx, "db">;

/** A tab counts up to here, and says "at least" beyond. */
export const TAB_COUNT_LIMIT = 200;
/** Documents looked at for one tab, where a filter lets few of them through. */
export const TAB_SCAN_LIMIT = 400;

const counted = { count: v.number(), isExact: v.boolean() };
export const requestStatusCount = v.object({ status: requestStatus, ...counted });
export const taskStatusCount = v.object({ status: taskStatus, ...counted });

interface StatusCount<Status> {
  readonly status: Status;
  readonly count: number;
  readonly isExact: boolean;
}

/** What one walk reads, and what counts of it. */
interface Walk<Row> {
  readonly sources: readonly Source<Row & Listed>[];
  readonly isWhole: boolean;
  readonly matches: (row: Row) => Promise<boolean>;
}

/** How many requests of a filter have each status, whatever statuses it names. */
export async function requestStatusCounts(ctx: ReadCtx, viewer: Overseer, filter: RequestFilter, now: number) {
  checkFilter(filter);
  const wide = await inAreas(ctx, filter);
  return await countsOf(LISTED_REQUEST_STATUSES, REQUEST_SORTINGS.newest, isFound(filter), async (statuses) => {
    const question = { filter: { ...wide, statuses }, viewer, now };
    return { ...(await requestSources(ctx, question, "newest")), matches: requestMatcher(question) };
  });
}

/** How many tasks of a filter have each status, whatever statuses it names. */
export async function taskStatusCounts(ctx: ReadCtx, viewer: Overseer, filter: TaskFilter, now: number) {
  checkFilter(filter);
  const wide = await inAreas(ctx, filter);
  const look = lookups(ctx);
  return await countsOf(LISTED_TASK_STATUSES, TASK_SORTINGS.newest, isFound(filter), async (statuses) => {
    const question = { filter: { ...wide, statuses }, viewer, now };
    return { ...(await taskSources(ctx, question, "newest")), matches: taskMatcher(question, look.request) };
  });
}

/** Whether the rows are found by other means than a range per status: then they are walked along once. */
function isFound({ text = "", isRetrying }: Pick<RequestFilter, "text" | "isRetrying">): boolean {
  return wordsOf(text).length > 0 || isRetrying === true;
}

async function countsOf<Status extends string, Row extends Listed & { readonly status: string }>(
  statuses: readonly Status[],
  sorting: Sorting,
  isOneWalk: boolean,
  walkFor: (statuses: Status[]) => Promise<Walk<Row>>,
): Promise<StatusCount<Status>[]> {
  if (isOneWalk) return await countedAlong(statuses, sorting, await walkFor([...statuses]));
  const counts: StatusCount<Status>[] = [];
  for (const status of statuses) {
    const { sources, isWhole, matches } = await walkFor([status]);
    const found = await countMatches(sources, sorting, TAB_COUNT_LIMIT, matches, TAB_SCAN_LIMIT);
    counts.push({ status, count: found.count, isExact: found.isExact && isWhole });
  }
  return counts;
}

async function countedAlong<Status extends string, Row extends Listed & { readonly status: string }>(
  statuses: readonly Status[],
  sorting: Sorting,
  { sources, isWhole, matches }: Walk<Row>,
): Promise<StatusCount<Status>[]> {
  const counts = new Map<string, number>();
  let scanned = 0;
  let isExact = isWhole;
  for await (const row of merged(sources, sorting, null, false)) {
    if (scanned === COUNT_SCAN_LIMIT) {
      isExact = false;
      break;
    }
    scanned += 1;
    if (await matches(row)) counts.set(row.status, (counts.get(row.status) ?? 0) + 1);
  }
  return statuses.map((status) => ({ status, count: counts.get(status) ?? 0, isExact }));
}
