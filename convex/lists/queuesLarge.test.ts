/**
 * The queues over a large world. QUEUE_REQUESTS=100000 makes it the size the portal promises (with 600,000
 * tasks; filling it takes minutes); the usual run keeps a tenth of it.
 */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { MutationCtx } from "../_generated/server";
import { LISTED_REQUEST_STATUSES, LISTED_TASK_STATUSES } from "../core/shared/rules/listed";
import type { QueueSort, RequestFilter, TaskFilter } from "../core/shared/table";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { aWorld, DAWN, endWorld, type TestPerson } from "../testing/world.testing";
import { requestCount, requestPage, taskCount, taskPage } from "./queues";
import { castOf, fill, type QueueCast } from "./queueWorld.testing";
import { requestStatusCounts, TAB_COUNT_LIMIT, TAB_SCAN_LIMIT, taskStatusCounts } from "./statusCounts";
import { COUNT_SCAN_LIMIT, SCAN_LIMIT, SKIP_LIMIT } from "./streams";

const COUNT = Number(process.env["QUEUE_REQUESTS"] ?? 10_000);
const FILL_TIMEOUT_MS = COUNT * 30 + 60_000;
const BATCH = 500;
const SIZE = 50;
/** A row of a request brings its people, area and the tasks up to the current one with it. */
const READS_PER_ROW = 12;
/** One head per status and type, and what names cost. */
const READS_BESIDE = 150;

let world: Awaited<ReturnType<typeof aWorld>>;
let cast: QueueCast;
let admin: TestPerson;
const figures: string[] = [];

beforeAll(async () => {
  world = await aWorld();
  admin = await world.person("admin", { roles: ["staff", "admin"] });
  cast = await world.run((ctx) => castOf(ctx, 400, DAWN));
  const scale = { now: DAWN, apartMs: 5 * MINUTE_MS, count: COUNT };
  const began = performance.now();
  for (let from = 0; from < COUNT; from += BATCH)
    await world.run((ctx) => fill(ctx, cast, scale, { from, to: Math.min(COUNT, from + BATCH) }));
  figures.push(`filled ${COUNT} requests with their tasks in ${Math.round((performance.now() - began) / 1000)} s`);
}, FILL_TIMEOUT_MS);

afterAll(async () => {
  // The figures are what this file is run by hand for.
  console.log(figures.join("\n"));
  await endWorld();
}, 60_000);

/** Documents a step reads. */
async function readsOf(step: (ctx: MutationCtx) => Promise<unknown>): Promise<number> {
  return await world.run(async (ctx) => {
    await step(ctx);
    return (await ctx.meta.getTransactionMetrics()).documentsRead.used;
  });
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await call();
  return Math.round((performance.now() - began) * 10) / 10;
}

const SORTS: QueueSort[] = ["newest", "oldest", "updated", "due"];
const person = (): QueueCast["people"][number] => {
  const found = cast.people[7];
  if (!found) throw new Error("Nobody");
  return found;
};

/** Filters an index answers in every order: only rows and range heads are read. */
const requestFilters: [string, () => RequestFilter][] = [
  ["no filter", () => ({})],
  ["open", () => ({ statuses: ["Pending approval", "In progress", "Needs info", "Blocked"] })],
  ["a requester", () => ({ requesterId: person() })],
];

describe("a page of requests reads little more than its rows", () => {
  test.each(SORTS.flatMap((sort) => requestFilters.map(([name, filter]) => ({ sort, name, filter }))))(
    "$name, $sort first",
    async ({ sort, name, filter }) => {
      const page = { filter: filter(), sort, size: SIZE };
      const reads = await readsOf((ctx) => requestPage(ctx, { roles: ["admin"] }, page, DAWN));
      const ms = await timed(() => admin.query(api.requests.queries.listAll, page));
      figures.push(`requests, ${name}, ${sort}: ${reads} documents, ${ms} ms`);
      // A requester's due dates have no index of their own: the set is small, so it is read whole.
      const smallSet = filter().requesterId && sort === "due" ? 500 : 0;
      expect(reads).toBeLessThan(SIZE * READS_PER_ROW + READS_BESIDE + smallSet);
    },
  );
});

const taskFilters: [string, () => TaskFilter][] = [
  ["no filter", () => ({})],
  ["failed", () => ({ statuses: ["Failed"] })],
  ["an assignee", () => ({ assigneeId: person(), statuses: ["Running", "Not Started"] })],
];

describe("a page of tasks reads little more than its rows", () => {
  test.each(SORTS.flatMap((sort) => taskFilters.map(([name, filter]) => ({ sort, name, filter }))))(
    "$name, $sort first",
    async ({ sort, name, filter }) => {
      const page = { filter: filter(), sort, size: SIZE };
      const reads = await readsOf((ctx) => taskPage(ctx, { roles: ["admin"] }, page, DAWN));
      const ms = await timed(() => admin.query(api.tasks.queries.listAll, page));
      figures.push(`tasks, ${name}, ${sort}: ${reads} documents, ${ms} ms`);
      expect(reads).toBeLessThan(SIZE * READS_PER_ROW + READS_BESIDE);
    },
  );
});

/** Whatever is combined, and whoever looks. */
const hardest: [string, () => Promise<number>, () => Promise<unknown>][] = [
  ["a type and a rare status", ...requestsOf(() => ({ typeIds: ["sandbox"], statuses: ["Blocked"] }), "newest")],
  ["a type by change", ...requestsOf(() => ({ typeIds: ["sandbox"] }), "updated")],
  ["an area by due date", ...requestsOf(() => ({ businessAreaId: cast.areas[3] }), "due")],
  [
    "dates long ago by change",
    ...requestsOf(() => ({ from: DAWN - 30 * DAY_MS, before: DAWN - 29 * DAY_MS }), "updated"),
  ],
  ["what is overdue by change", ...requestsOf(() => ({ isOverdue: true }), "updated")],
  ["words that many share", ...requestsOf(() => ({ text: "snowflake access" }), "newest")],
  ["a word few have", ...requestsOf(() => ({ text: "first399" }), "newest")],
  ["a key", ...requestsOf(() => ({ text: "REQ-5000" }), "newest")],
  [
    "tasks of a connector by change",
    ...tasksOf(() => ({ connectors: ["snowflake"], statuses: ["Failed"] }), "updated"),
  ],
  ["tasks nobody has taken", ...tasksOf(() => ({ isUnassigned: true }), "newest")],
  ["tasks of requests with words", ...tasksOf(() => ({ text: "loyalty grant" }), "newest")],
  ["tasks that are tried again", ...tasksOf(() => ({ isRetrying: true }), "due")],
];

function requestsOf(filter: () => RequestFilter, sort: QueueSort): [() => Promise<number>, () => Promise<unknown>] {
  return [
    () => readsOf((ctx) => requestPage(ctx, { roles: ["governance"] }, { filter: filter(), sort, size: SIZE }, DAWN)),
    () => admin.query(api.requests.queries.listAll, { filter: filter(), sort, size: SIZE }),
  ];
}

function tasksOf(filter: () => TaskFilter, sort: QueueSort): [() => Promise<number>, () => Promise<unknown>] {
  return [
    () => readsOf((ctx) => taskPage(ctx, { roles: ["governance"] }, { filter: filter(), sort, size: SIZE }, DAWN)),
    () => admin.query(api.tasks.queries.listAll, { filter: filter(), sort, size: SIZE }),
  ];
}

test.each(hardest)("%s: the documents read have a bound", async (name, readsNow, call) => {
  const reads = await readsNow();
  const ms = await timed(call);
  figures.push(`${name}: ${reads} documents, ${ms} ms`);
  expect(reads).toBeLessThan(2 * SCAN_LIMIT + SIZE * READS_PER_ROW + READS_BESIDE);
});

test.each(["updated", "due"] as const)(
  "what was made in a short time long ago is a full page, %s first: a small set is sorted, not searched for",
  async (sort) => {
    const from = DAWN - 30 * DAY_MS;
    const requests = { filter: { from, before: from + DAY_MS }, sort, size: SIZE };
    const tasks = { filter: { from, before: from + HOUR_MS }, sort, size: SIZE };
    for (const { rows, isCut } of [
      await admin.query(api.requests.queries.listAll, requests),
      await admin.query(api.tasks.queries.listAll, tasks),
    ])
      expect([rows.length, isCut]).toEqual([SIZE, false]);
  },
);

test("the numbers on the tabs read a bounded part of every status", async () => {
  for (const [name, step, statuses] of [
    ["requests", requestStatusCounts, LISTED_REQUEST_STATUSES.length],
    ["tasks", taskStatusCounts, LISTED_TASK_STATUSES.length],
  ] as const) {
    const reads = await readsOf((ctx) => step(ctx, { roles: ["admin"] }, {}, DAWN));
    const ms = await timed(() => (name === "requests" ? countRequestTabs() : countTaskTabs()));
    figures.push(`tabs of ${name}: ${reads} documents, ${ms} ms`);
    expect(reads).toBeLessThan(2 * statuses * (TAB_COUNT_LIMIT + 2));
    const rare = await readsOf((ctx) => step(ctx, { roles: ["governance"] }, {}, DAWN));
    expect(rare).toBeLessThan(2 * statuses * (TAB_SCAN_LIMIT + 2));
  }
});

const countRequestTabs = () => admin.query(api.requests.queries.countAllByStatus, { filter: {} });
const countTaskTabs = () => admin.query(api.tasks.queries.countAllByStatus, { filter: {} });

test("a number leads as far as is looked, and beyond it says how far", async () => {
  const list = { filter: {}, sort: "newest" as const, size: SIZE };
  const { missing, rows } = await admin.query(api.tasks.queries.listAll, { ...list, page: 1_000 });
  expect([rows, missing]).toEqual([[], { why: "far", last: Math.floor(SKIP_LIMIT / SIZE) + 1 }]);
  const last = await admin.query(api.tasks.queries.listAll, { ...list, page: missing?.last ?? 0 });
  expect([last.rows.length, last.missing]).toEqual([SIZE, null]);
  const page = { ...list, page: 1_000 };
  const reads = await readsOf((ctx) => taskPage(ctx, { roles: ["admin"] }, page, DAWN));
  figures.push(`page 1,000: ${reads} documents, ${await timed(() => admin.query(api.tasks.queries.listAll, page))} ms`);
  expect(reads).toBeLessThan(2 * SKIP_LIMIT + READS_BESIDE);
});

test("counting stops at a thousand", async () => {
  const viewer = { id: person(), roles: ["admin"] as const };
  expect(await admin.query(api.requests.queries.countAll, { filter: {} })).toEqual({
    count: 1000,
    isExact: false,
  });
  for (const [name, step] of [
    ["requests", requestCount],
    ["tasks", taskCount],
  ] as const) {
    const reads = await readsOf((ctx) => step(ctx, viewer, {}, DAWN));
    figures.push(
      `counting ${name}: ${reads} documents, ${await timed(() => admin.query(api[name].queries.countAll, { filter: {} }))} ms`,
    );
    expect(reads).toBeLessThan(2 * COUNT_SCAN_LIMIT);
  }
});
