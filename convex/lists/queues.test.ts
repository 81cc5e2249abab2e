import { afterAll, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { LISTED_REQUEST_STATUSES } from "../core/shared/rules/listed";
import { isRetrying } from "../core/shared/rules/queues";
import type { QueueSort, RequestFilter, TaskFilter } from "../core/shared/table";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { submitted } from "../process/requests.testing";
import { aWorld, codeOf, DAWN, endWorld } from "../testing/world.testing";
import { castOf, fill, walk } from "./queueWorld.testing";
import { REQUEST_SORTINGS, requestMatcher } from "./requestQueue";
import { TAB_COUNT_LIMIT } from "./statusCounts";
import { comparePlaces, keyOf } from "./streams";
import { TASK_SORTINGS, taskMatcher } from "./taskQueue";

afterAll(endWorld);

const SORTS: QueueSort[] = ["newest", "oldest", "updated", "due"];

let shared: ReturnType<typeof makeQueue> | undefined;

/** 400 requests with their tasks, and an admin who looks at them: one for all tests, which only read. */
async function aQueue() {
  return await (shared ??= makeQueue());
}

async function makeQueue() {
  const world = await aWorld();
  const admin = await world.person("admin", { roles: ["staff", "admin"] });
  const scale = { now: DAWN, apartMs: 2 * HOUR_MS, count: 400 };
  const cast = await world.run((ctx) => castOf(ctx, 9, DAWN));
  await world.run((ctx) => fill(ctx, cast, scale, { from: 0, to: 400 }));
  return { world, admin, cast };
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`Nothing at ${index}`);
  return found;
}

type Queue = Awaited<ReturnType<typeof aQueue>>;

const requestFilters: [string, (queue: Queue) => RequestFilter][] = [
  ["everything", () => ({})],
  ["two statuses", () => ({ statuses: ["Blocked", "Needs info"] })],
  ["a status and a type", () => ({ statuses: ["Completed"], typeIds: ["sandbox", "warehouse"] })],
  ["a requester", ({ cast }) => ({ requesterId: at(cast.people, 3) })],
  [
    "an area and dates",
    ({ cast }) => ({ businessAreaId: at(cast.areas, 2), from: DAWN - 20 * DAY_MS, before: DAWN - 3 * DAY_MS }),
  ],
  ["dates alone", () => ({ from: DAWN - 9 * DAY_MS, before: DAWN - 4 * DAY_MS })],
  ["what is overdue", () => ({ isOverdue: true })],
  [
    "what is overdue of a type",
    () => ({ isOverdue: true, typeIds: ["data-source"], statuses: ["In progress", "Completed"] }),
  ],
  ["words", () => ({ text: "retur feed last3" })],
  ["words and a status", () => ({ text: "snowflake", statuses: ["Completed"] })],
  ["a key", () => ({ text: "REQ-142" })],
];

describe.each(SORTS)("requests, %s first", (sort) => {
  test.each(requestFilters)("%s: every match once, in order, in both directions", async (_name, filterOf) => {
    const queue = await aQueue();
    const filter = filterOf(queue);
    const question = { filter, viewer: { roles: ["admin" as const] }, now: DAWN };
    const matches = requestMatcher(question);
    const isKey = filter.text === "REQ-142";
    const all = (await queue.world.rows("requests")).filter((row) => !isKey || row.key === "REQ-142");
    const expected: Doc<"requests">[] = [];
    for (const row of all) if (await matches(row)) expected.push(row);
    expected.sort((a, b) =>
      comparePlaces(keyOf(a, REQUEST_SORTINGS[sort]), keyOf(b, REQUEST_SORTINGS[sort]), REQUEST_SORTINGS[sort]),
    );
    expect(expected.length).toBeGreaterThan(0);

    const { forward, backward } = await walk((cursor) =>
      queue.admin.query(api.requests.queries.listAll, { filter, sort, size: 25, ...cursor }),
    );
    expect(forward).toEqual(expected.map(({ _id }) => _id));
    expect(backward).toEqual(forward);
    expect(await queue.admin.query(api.requests.queries.countAll, { filter })).toEqual({
      count: expected.length,
      isExact: true,
    });
  });
});

const taskFilters: [string, (queue: Queue) => TaskFilter][] = [
  ["a status", () => ({ statuses: ["Running"] })],
  ["an assignee", ({ cast }) => ({ assigneeId: at(cast.people, 3) })],
  ["a type and a status", () => ({ types: ["manual_check"], statuses: ["Not Started", "Running"] })],
  ["a connector", () => ({ connectors: ["snowflake"], statuses: ["Running", "Failed"] })],
  ["an area", ({ cast }) => ({ businessAreaId: at(cast.areas, 2), from: DAWN - 20 * DAY_MS })],
  ["what is overdue", () => ({ isOverdue: true })],
  ["what nobody has taken", () => ({ isUnassigned: true })],
  ["what is tried again", () => ({ isRetrying: true })],
  ["words of the request and of the task", () => ({ text: "returns role" })],
  ["the key of a request", () => ({ text: "req 142" })],
  ["faults", () => ({ endings: ["error", "timedOut"] })],
  ["faults of a connector and work that was done", () => ({ endings: ["error", "done"], connectors: ["snowflake"] })],
];

describe.each(SORTS)("tasks, %s first", (sort) => {
  test.each(taskFilters)("%s: every match once, in order, in both directions", async (_name, filterOf) => {
    const queue = await aQueue();
    const filter = filterOf(queue);
    const requests = new Map((await queue.world.rows("requests")).map((row) => [row._id, row]));
    const matches = taskMatcher(
      { filter, viewer: { roles: ["admin"] }, now: DAWN },
      async (id) => requests.get(id) ?? null,
    );
    const isKey = filter.text === "req 142";
    const expected: Doc<"requestTasks">[] = [];
    for (const row of await queue.world.rows("requestTasks")) {
      if ((!isKey || requests.get(row.requestId)?.number === 142) && (await matches(row))) expected.push(row);
    }
    expected.sort((a, b) =>
      comparePlaces(keyOf(a, TASK_SORTINGS[sort]), keyOf(b, TASK_SORTINGS[sort]), TASK_SORTINGS[sort]),
    );
    expect(expected.length).toBeGreaterThan(0);

    const { forward, backward } = await walk((cursor) =>
      queue.admin.query(api.tasks.queries.listAll, { filter, sort, size: 25, ...cursor }),
    );
    expect(forward).toEqual(expected.map(({ _id }) => _id));
    expect(backward).toEqual(forward);
    if (filter.isRetrying) expect(expected.every(isRetrying)).toBe(true);
  });
});

test("drafts and requests that were put away are in no list", async () => {
  const { world, admin } = await aQueue();
  const rows = await world.rows("requests");
  const hidden = new Set<string>(
    rows.filter(({ status, archivedAt }) => status === "Draft" || archivedAt !== undefined).map(({ _id }) => _id),
  );
  expect(hidden.size).toBeGreaterThan(0);
  const { forward } = await walk((cursor) =>
    admin.query(api.requests.queries.listAll, { filter: {}, sort: "newest", size: 200, ...cursor }),
  );
  expect(forward).toHaveLength(rows.length - hidden.size);
  expect(forward.filter((id) => hidden.has(id))).toEqual([]);
  const draft = rows.find(({ status }) => status === "Draft");
  expect(
    (
      await admin.query(api.requests.queries.listAll, {
        filter: { text: draft?.key ?? "" },
        sort: "newest",
        size: 25,
      })
    ).rows,
  ).toEqual([]);
});

test("governance sees what touches a domain or its own area, FinOps what costs money, staff nothing", async () => {
  const { world, cast } = await aQueue();
  const area = at(cast.areas, 1);
  const governance = await world.person("governance", { roles: ["staff", "governance"], businessAreaId: area });
  const finops = await world.person("finops", { roles: ["staff", "finops"] });
  const staff = await world.person("someone");
  const requests = new Map((await world.rows("requests")).map((row) => [row._id as string, row]));
  const seenBy = async (person: typeof staff) => {
    const { forward } = await walk((cursor) =>
      person.query(api.requests.queries.listAll, { filter: {}, sort: "newest", size: 200, ...cursor }),
    );
    return forward.map((id) => requests.get(id));
  };
  const listed = [...requests.values()].filter(
    ({ status, archivedAt }) => status !== "Draft" && archivedAt === undefined,
  );
  expect((await seenBy(governance)).length).toBe(
    listed.filter(({ domainKey, businessAreaId }) => domainKey !== undefined || businessAreaId === area).length,
  );
  expect((await seenBy(finops)).length).toBe(listed.filter(({ hasCost }) => hasCost).length);
  const tasks = await finops.query(api.tasks.queries.listAll, { filter: {}, sort: "newest", size: 200 });
  expect(tasks.rows.length).toBe(200);
  expect(tasks.rows.every(({ requestId }) => requests.get(requestId)?.hasCost === true)).toBe(true);
  expect(await codeOf(seenBy(staff))).toBe("not-allowed");
});

test("a submitted request is found by key, title, type and people, and shows whom it waits for", async () => {
  const world = await aWorld();
  const ada = await world.person("ada");
  const admin = await world.person("admin", { roles: ["staff", "admin"] });
  await world.run((ctx) =>
    submitted(
      ctx,
      ada.id,
      [{ type: "approve_cost", assigneeId: admin.id }, { type: "grant_role" }],
      "Orders of the north",
    ),
  );
  for (const text of ["REQ-101", "101", "north", "tester ada", "order nor"]) {
    const { rows } = await admin.query(api.requests.queries.listAll, {
      filter: { text },
      sort: "newest",
      size: 25,
    });
    expect(
      rows.map(({ key, requester, step }) => [key, requester.name, step?.title, step?.holder]),
      text,
    ).toEqual([["REQ-101", "Ada Tester", "Approve cost", "Admin Tester"]]);
  }
  const finops = await world.person("finops", { roles: ["staff", "finops"] });
  expect(
    (
      await finops.query(api.tasks.queries.listAll, {
        filter: { connectors: ["snowflake"] },
        sort: "due",
        size: 25,
      })
    ).rows.map(({ title }) => title),
  ).toEqual(["Grant role"]);
});

test("a task that failed for good says who has it: whom it was given to, else the admins", async () => {
  const world = await aWorld();
  const ada = await world.person("ada");
  const admin = await world.person("admin", { roles: ["staff", "admin"] });
  await world.run((ctx) => submitted(ctx, ada.id, [{ type: "grant_role" }], "Orders of the north"));
  const set = (changes: object) =>
    world.run(async (ctx) => {
      const task = await ctx.db.query("requestTasks").order("desc").first();
      await ctx.db.patch(task!._id, changes);
    });
  const filter = { text: "north" };
  const said = async () => {
    const args = { filter, sort: "newest", size: 25 } as const;
    const [request] = (await admin.query(api.requests.queries.listAll, args)).rows;
    const [task] = (await admin.query(api.tasks.queries.listAll, { ...args, filter: {} })).rows;
    return [request?.step?.holder ?? null, task?.assignee?.name ?? task?.waitingOn ?? null];
  };
  await set({ status: "Failed", outcome: "error", waitingOn: { text: "Snowflake" } });
  expect(await said()).toEqual(["Admins", "Admins"]);
  await set({ retryAt: 5 });
  expect(await said()).toEqual([null, "Snowflake"]);
  await set({ retryAt: undefined, assigneeId: admin.id });
  expect(await said()).toEqual(["Admin Tester", "Admin Tester"]);
});

test("the holders of unfinished tasks are listed by load", async () => {
  const { world, admin } = await aQueue();
  const loads = await admin.query(api.tasks.queries.loadPerPerson, {});
  const open = (await world.rows("requestTasks")).filter(
    ({ assigneeId, status, outcome }) =>
      assigneeId && outcome === undefined && (status === "Running" || status === "Not Started"),
  );
  expect(loads.reduce((sum, { running, waiting }) => sum + running + waiting, 0)).toBe(open.length);
  expect(loads.map(({ running, waiting }) => running + waiting)).toEqual(
    loads.map(({ running, waiting }) => running + waiting).toSorted((a, b) => b - a),
  );
});

describe("the numbers on the tabs", () => {
  const filters: RequestFilter[] = [
    {},
    { statuses: ["Blocked"] },
    { typeIds: ["sandbox"] },
    { isOverdue: true },
    { text: "snowflake" },
    { isRetrying: true },
  ];

  test.each(filters)("are those of the lists they open: %j", async (filter) => {
    const { admin } = await aQueue();
    const counts = await admin.query(api.requests.queries.countAllByStatus, { filter });
    expect(counts.map(({ status }) => status)).toEqual([...LISTED_REQUEST_STATUSES]);
    for (const { status, count, isExact } of counts) {
      const listed = await admin.query(api.requests.queries.countAll, {
        filter: { ...filter, statuses: [status] },
      });
      const said = isExact ? listed : { count: Math.min(TAB_COUNT_LIMIT, listed.count), isExact };
      expect([status, { count, isExact }]).toEqual([status, said]);
    }
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0);
  });

  test("of tasks are at least as many as are said, and no more where that is exact", async () => {
    const { admin } = await aQueue();
    for (const filter of [{}, { connectors: ["snowflake"] }, { text: "loyalty" }] satisfies TaskFilter[]) {
      for (const { status, count, isExact } of await admin.query(api.tasks.queries.countAllByStatus, { filter })) {
        const all = await admin.query(api.tasks.queries.countAll, { filter: { ...filter, statuses: [status] } });
        if (isExact) expect([status, count]).toEqual([status, all.count]);
        else expect(count).toBe(TAB_COUNT_LIMIT);
      }
    }
  });

  test("are of what their reader oversees", async () => {
    const { world } = await aQueue();
    const finops = await world.person("costs", { roles: ["staff", "finops"] });
    const all = await finops.query(api.requests.queries.countAllByStatus, { filter: {} });
    const listed = await finops.query(api.requests.queries.countAll, { filter: {} });
    expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(listed.count);
  });
});

test("a page size that is not offered is refused", async () => {
  const { admin } = await aQueue();
  expect(await codeOf(admin.query(api.requests.queries.listAll, { filter: {}, sort: "newest", size: 5000 }))).toBe(
    "invalid-input",
  );
});

describe("the page of a number", () => {
  const sizeOf = { sort: "updated" as const, size: 25 };

  test("is the one that Next leads to, and the ways on and back lead on from there", async () => {
    const { admin } = await aQueue();
    const filter: RequestFilter = { statuses: ["Completed", "Rejected", "In progress"] };
    const ask = (place: { page?: number; after?: string; before?: string }) =>
      admin.query(api.requests.queries.listAll, { filter, ...sizeOf, ...place });
    const first = await ask({});
    const second = await ask({ after: first.next ?? "" });
    const third = await ask({ after: second.next ?? "" });
    const named = await ask({ page: 3 });
    expect(named).toEqual(third);
    expect(named.rows).toHaveLength(25);
    expect(await ask({ before: named.previous ?? "" })).toMatchObject({ rows: second.rows });
    // A cursor says where exactly: the number beside it is only how the page is called.
    expect((await ask({ page: 9, after: first.next ?? "" })).rows).toEqual(second.rows);
    expect((await ask({ page: 1 })).rows).toEqual(first.rows);
  });

  test("says which is the last one when it lies behind the end", async () => {
    const { admin } = await aQueue();
    const list = { filter: { text: "REQ-142" }, sort: "newest" as const, size: 25 };
    expect(await admin.query(api.requests.queries.listAll, { ...list, page: 3 })).toMatchObject({
      rows: [],
      missing: { why: "end", last: 1 },
    });
    expect(await admin.query(api.tasks.queries.listAll, { filter: {}, ...sizeOf, page: 2 })).toMatchObject({
      missing: null,
    });
  });
});
