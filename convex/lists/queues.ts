/** Pages, counts and choices of the two queues. */

import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { scopeOf } from "../access/scope";
import type { Viewer } from "../access/viewer";
import { areasOneWith, inAreas } from "../core/people/mergedAreas";
import { fullName, nameOf } from "../core/people/model";
import { PAGE_SIZES } from "../core/shared/rules/listed";
import { COUNT_LIMIT, SEARCH_MAX_LENGTH, type Overseer } from "../core/shared/rules/queues";
import type { QueueSort, RequestFilter, TaskFilter } from "../core/shared/table";
import { refuse } from "../lib/errors";
import { typeNameByKey } from "./listing";
import { lookups, requestRow, taskRow } from "./queueRows";
import { requestMatcher, REQUEST_SORTINGS, requestSources } from "./requestQueue";
import { countMatches, merged, readPage, type PageWish } from "./streams";
import { taskMatcher, TASK_SORTINGS, taskSources } from "./taskQueue";

type ReadCtx = Pick<QueryCtx, "db">;

/** More values than one part of a filter may name. */
const MAX_FILTER_VALUES = 20;
/** Request types, areas and holders of work a screen offers. */
const MAX_CHOICES = 200;
/** A person's tasks are counted up to here: beyond it the exact number says nothing more. */
const LOAD_LIMIT = 99;

/** Whose eyes a list is read with. */
export async function overseerOf(
  ctx: ReadCtx,
  { person }: Pick<Viewer, "person">,
): Promise<Overseer & { readonly id: Id<"people"> }> {
  const { _id: id, roles, businessAreaId } = person;
  // Only who looks after an area asks which others are one with it.
  const { isGoverned } = scopeOf(person, "requests");
  return { id, roles, businessAreaId, ...(isGoverned && { areaIds: await areasOneWith(ctx, businessAreaId) }) };
}

/** One page of requests. */
export async function requestPage(
  ctx: ReadCtx,
  viewer: Overseer,
  { filter, sort, ...wish }: { filter: RequestFilter; sort: QueueSort } & PageWish,
  now: number,
) {
  checkFilter(filter);
  checkSize(wish.size);
  const question = { filter: await inAreas(ctx, filter), viewer, now };
  const { sources, isWhole } = await requestSources(ctx, question, sort);
  const page = await readPage(sources, REQUEST_SORTINGS[sort], wish, requestMatcher(question));
  const look = lookups(ctx);
  return { ...page, isWhole, rows: await Promise.all(page.rows.map((request) => requestRow(ctx, request, look, now))) };
}

/** One page of tasks. */
export async function taskPage(
  ctx: ReadCtx,
  viewer: Overseer,
  { filter, sort, ...wish }: { filter: TaskFilter; sort: QueueSort } & PageWish,
  now: number,
) {
  checkFilter(filter);
  checkSize(wish.size);
  const question = { filter: await inAreas(ctx, filter), viewer, now };
  const look = lookups(ctx);
  const { sources, isWhole } = await taskSources(ctx, question, sort);
  const page = await readPage(sources, TASK_SORTINGS[sort], wish, taskMatcher(question, look.request));
  const rows = await Promise.all(page.rows.map((task) => taskRow(task, look, now)));
  return { ...page, isWhole, rows: rows.filter((row) => row !== null) };
}

/** How many requests match, exactly or "at least". */
export async function requestCount(ctx: ReadCtx, viewer: Overseer, filter: RequestFilter, now: number) {
  checkFilter(filter);
  const question = { filter: await inAreas(ctx, filter), viewer, now };
  const { sources, isWhole } = await requestSources(ctx, question, "newest");
  const counted = await countMatches(sources, REQUEST_SORTINGS.newest, COUNT_LIMIT, requestMatcher(question));
  return { ...counted, isExact: counted.isExact && isWhole };
}

/** How many tasks match, exactly or "at least". */
export async function taskCount(ctx: ReadCtx, viewer: Overseer, filter: TaskFilter, now: number) {
  checkFilter(filter);
  const question = { filter: await inAreas(ctx, filter), viewer, now };
  const { sources, isWhole } = await taskSources(ctx, question, "newest");
  const counted = await countMatches(
    sources,
    TASK_SORTINGS.newest,
    COUNT_LIMIT,
    taskMatcher(question, lookups(ctx).request),
  );
  return { ...counted, isExact: counted.isExact && isWhole };
}

/** Up to `limit` requests that match, newest first; whether these are all of them. */
export async function matchingRequests(
  ctx: ReadCtx,
  viewer: Overseer,
  filter: RequestFilter,
  limit: number,
  now: number,
) {
  checkFilter(filter);
  const question = { filter: await inAreas(ctx, filter), viewer, now };
  const { sources, isWhole } = await requestSources(ctx, question, "newest");
  return {
    ...(await gathered(merged(sources, REQUEST_SORTINGS.newest, null, false), requestMatcher(question), limit)),
    isWhole,
  };
}

/** Up to `limit` tasks that match, newest first; whether these are all of them. */
export async function matchingTasks(ctx: ReadCtx, viewer: Overseer, filter: TaskFilter, limit: number, now: number) {
  checkFilter(filter);
  const question = { filter: await inAreas(ctx, filter), viewer, now };
  const { sources, isWhole } = await taskSources(ctx, question, "newest");
  return {
    ...(await gathered(
      merged(sources, TASK_SORTINGS.newest, null, false),
      taskMatcher(question, lookups(ctx).request),
      limit,
    )),
    isWhole,
  };
}

/** Documents looked at to gather what a bulk operation is for. */
const GATHER_SCAN_LIMIT = 6000;

async function gathered<Row>(
  rows: AsyncIterable<Row>,
  matches: (row: Row) => Promise<boolean>,
  limit: number,
): Promise<{ found: Row[]; isAll: boolean }> {
  const found: Row[] = [];
  let scanned = 0;
  for await (const row of rows) {
    if (found.length === limit || scanned === GATHER_SCAN_LIMIT) return { found, isAll: false };
    scanned += 1;
    if (await matches(row)) found.push(row);
  }
  return { found, isAll: true };
}

/** What the filters offer: the types requests have, the areas, and the name of a person a link mentions. */
export async function filterChoices(ctx: ReadCtx, personId: Id<"people"> | undefined) {
  const areas = await ctx.db.query("businessAreas").withIndex("by_code").take(MAX_CHOICES);
  const types: { key: string; name: string }[] = [];
  for (const key of await usedTypes(ctx)) types.push({ key, name: await typeNameByKey(ctx, key) });
  return {
    types: types.toSorted((a, b) => a.name.localeCompare(b.name)),
    areas: areas.map(({ _id, name, mergedIntoId }) => ({ id: _id, name: mergedIntoId ? `${name} (merged)` : name })),
    person: personId ? { id: personId, name: await nameOf(ctx, personId) } : null,
  };
}

/** The types requests have, found by jumping from one to the next in the index: one read each. */
async function usedTypes(ctx: ReadCtx): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < MAX_CHOICES) {
    const last = keys.at(-1);
    const next = await ctx.db
      .query("requests")
      .withIndex("queue_type_created", (q) => (last === undefined ? q : q.gt("typeId", last)))
      .first();
    if (!next) break;
    keys.push(next.typeId);
  }
  return keys;
}

/** Who holds tasks that are not finished, and how many; the most loaded first. */
export async function loadOfPeople(ctx: ReadCtx) {
  const loads: { id: Id<"people">; name: string; running: number; waiting: number }[] = [];
  let last: Id<"people"> | undefined;
  for (let looked = 0; looked < MAX_CHOICES; looked += 1) {
    // Behind "nobody" when it begins: a missing value sorts before every id.
    const next: Doc<"requestTasks"> | null = await ctx.db
      .query("requestTasks")
      .withIndex("by_assignee", (q) => q.gt("assigneeId", last))
      .first();
    if (!next?.assigneeId) break;
    last = next.assigneeId;
    const running = await held(ctx, last, "Running");
    const waiting = await held(ctx, last, "Not Started");
    const person = await ctx.db.get(last);
    if (running + waiting > 0)
      loads.push({ id: last, name: person ? fullName(person) : "Someone who left", running, waiting });
  }
  return loads.toSorted((a, b) => b.running + b.waiting - (a.running + a.waiting) || a.name.localeCompare(b.name));
}

async function held(ctx: ReadCtx, assigneeId: Id<"people">, status: "Running" | "Not Started"): Promise<number> {
  const tasks = await ctx.db
    .query("requestTasks")
    .withIndex("by_assignee", (q) => q.eq("assigneeId", assigneeId).eq("status", status))
    .order("desc")
    .take(LOAD_LIMIT);
  return tasks.filter(({ outcome }) => outcome === undefined).length;
}

/** Refuses a page size that is not offered. */
export function checkSize(size: number): void {
  if (!(PAGE_SIZES as readonly number[]).includes(size))
    refuse({ code: "invalid-input", message: `Pages have ${PAGE_SIZES.join(", ")} rows.` });
}

/** Refuses a filter with more words or values than a list looks at. */
export function checkFilter(filter: Pick<RequestFilter, "text" | "typeIds">): void {
  if ((filter.text?.length ?? 0) > SEARCH_MAX_LENGTH) refuse({ code: "too-long", maxLength: SEARCH_MAX_LENGTH });
  for (const part of Object.values(filter)) {
    if (Array.isArray(part) && part.length > MAX_FILTER_VALUES) refuse({ code: "too-many", max: MAX_FILTER_VALUES });
  }
}
