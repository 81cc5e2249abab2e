/** The lists of support: every ticket is found, page by page, by whoever may see it. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { MAX_PARTS } from "../core/tickets/model";
import { isSomethingDue, QUEUE_VIEWS, shownInView } from "../core/tickets/rules";
import type { TicketState } from "../core/tickets/table";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { TAB_COUNT_LIMIT } from "../lists/statusCounts";
import { codeOf, endWorld } from "../testing/world.testing";
import { aSupport, aTicketRow } from "./scenes.testing";

afterEach(endWorld);

const { queries } = api.tickets;
type Rows = readonly { readonly key: string }[];

const keys = (rows: Rows): string[] => rows.map(({ key }) => key);

/** Sixty tickets of ada beside her first one, due an hour after each other; the last ones are done. */
async function aBusySupport() {
  const support = await aSupport();
  const { world, ada, kim } = support;
  const start = world.now();
  const made = await world.run(async (ctx) => {
    const rows: string[] = [];
    for (let place = 0; place < 60; place++) {
      const state: TicketState = place >= 55 ? "closed" : place >= 50 ? "resolved" : place % 2 === 0 ? "open" : "new";
      const dueAt = start + (place + 1) * HOUR_MS;
      const title = place % 10 === 0 ? `Ledger of week ${place}` : `Orders of week ${place}`;
      const assignee = place === 7 ? { assigneeId: kim.id } : {};
      const times = { createdAt: start + place, updatedAt: start + place, dueAt };
      rows.push((await aTicketRow(ctx, { requesterId: ada.id, state, title, ...times, ...assignee })).key);
    }
    return rows;
  });
  return { ...support, start, made };
}

async function allPages(read: (after?: string) => Promise<{ rows: Rows; next: string | null }>) {
  const found: string[][] = [];
  for (let after: string | undefined; found.length < 10;) {
    const { rows, next } = await read(after);
    found.push(keys(rows));
    if (next === null) break;
    after = next;
  }
  return found;
}

test("the queue has pages, due first, and none of its tickets is left out or shown twice (S7)", async () => {
  const support = await aBusySupport();
  const { adam, made, key } = support;
  const pages = await allPages((after) =>
    adam.query(queries.queue, { filter: { show: "all" }, size: 25, ...(after === undefined ? {} : { after }) }),
  );
  expect(pages.map((page) => page.length)).toEqual([25, 25, 1]);
  expect(pages.flat().filter((one) => one !== key)).toEqual(made.slice(0, 50));
  expect(new Set(pages.flat()).size).toBe(51);
  expect(await adam.query(queries.countQueue, { filter: { show: "all" } })).toEqual({ count: 51, isExact: true });
  const third = await adam.query(queries.queue, { filter: { show: "all" }, size: 25, page: 3 });
  expect(keys(third.rows)).toEqual(pages[2]);
});

test("what is done is found, too, changed last first (S7)", async () => {
  const { adam, made } = await aBusySupport();
  const { rows } = await adam.query(queries.queue, { filter: { show: "done" }, size: 25 });
  expect(keys(rows)).toEqual(made.slice(50).toReversed());
});

describe("the queue is narrowed (S7)", () => {
  test("by who has a ticket", async () => {
    const { kim, adam, made } = await aBusySupport();
    expect(keys((await kim.query(queries.queue, { filter: { show: "mine" }, size: 25 })).rows)).toEqual([made[7]]);
    expect(keys((await adam.query(queries.queue, { filter: { show: "mine" }, size: 25 })).rows)).toEqual([]);
    const unassigned = await adam.query(queries.queue, { filter: { show: "unassigned" }, size: 100 });
    expect(unassigned.rows).toHaveLength(50);
    expect(keys(unassigned.rows)).not.toContain(made[7]);
    const found = await kim.query(queries.queue, { filter: { show: "mine", text: "orders" }, size: 25 });
    expect(keys(found.rows)).toEqual([made[7]]);
    const others = await adam.query(queries.queue, {
      filter: { show: "unassigned", text: "orders of week 7" },
      size: 25,
    });
    expect(others.rows).toEqual([]);
  });

  test("by words and by number, in the states of the view alone", async () => {
    const { adam, made } = await aBusySupport();
    const found = async (text: string, show: "all" | "done" = "all") =>
      keys((await adam.query(queries.queue, { filter: { show, text }, size: 25 })).rows);
    expect(await found("ledger")).toEqual([0, 10, 20, 30, 40].map((place) => made[place]));
    expect(await found("ledger", "done")).toEqual([made[50]]);
    expect(await found(` ${made[3]?.toLowerCase()} `)).toEqual([made[3]]);
    expect(await found(made[3]?.replace("TKT-", "") ?? "")).toEqual([made[3]]);
    expect(await found(made[55] ?? "")).toEqual([]);
    expect(await adam.query(queries.countQueue, { filter: { show: "all", text: "ledger" } })).toMatchObject({
      count: 5,
    });
  });

  test("by what is overdue, also among words", async () => {
    const { adam, made, start, key } = await aBusySupport();
    const dueBefore = start + 3 * HOUR_MS + 1;
    const found = async (text?: string) =>
      keys(
        (await adam.query(queries.queue, { filter: { show: "ours", dueBefore, ...(text ? { text } : {}) }, size: 25 }))
          .rows,
      ).filter((one) => one !== key);
    expect(await found()).toEqual(made.slice(0, 3));
    expect(await found("ledger")).toEqual([made[0]]);
  });

  test("by the area of whoever wrote it", async () => {
    const { world, adam, gina, create } = await aBusySupport();
    const area = { name: "Cellar", code: "CEL", costCentre: "9" };
    const businessAreaId = await world.run((ctx) => ctx.db.insert("businessAreas", area));
    await world.run((ctx) => ctx.db.patch(gina.id, { businessAreaId }));
    const hers = await create(gina);
    const found = await adam.query(queries.queue, { filter: { show: "all", businessAreaId }, size: 25 });
    expect(keys(found.rows)).toEqual([typeof hers === "string" ? hers : (hers as { key: string }).key]);
  });
});

test("the next ticket is the first due that waits and is one's own to answer or nobody's, but for those one has had (S7)", async () => {
  const { world, ada, adam, kim, made, key, create, answer } = await aBusySupport();
  const next = (by: typeof adam, except: string[] = []) => by.query(api.ticketReplies.queries.next, { except });
  const walk = async (by: typeof adam) => {
    const had: string[] = [];
    for (let found = await next(by); found !== null; found = await next(by, had)) had.push(found);
    return had;
  };
  const waiting = (await world.rows("tickets"))
    .filter(({ state }) => state === "new" || state === "open")
    .toSorted((a, b) => a.dueAt - b.dueAt);
  const kims = made[7] ?? "";
  expect(waiting.map((ticket) => ticket.key)).toContain(kims);
  expect(await walk(kim)).toEqual(waiting.map((ticket) => ticket.key));
  expect(await walk(adam)).toEqual(waiting.map((ticket) => ticket.key).filter((one) => one !== kims));
  const adams = await create(adam);
  expect(await next(adam, [...made, key])).toBeNull();
  expect(await next(kim, [...made, key])).toBe(adams);
  await answer(kim, adams);
  await kim.mutation(api.tickets.mutations.wait, { key: adams, on: "waitingOnRequester", until: null, what: null });
  expect(await next(kim, [...made, key])).toBeNull();
  expect(await codeOf(next(ada))).toBe("not-allowed");
  expect(
    await codeOf(
      next(
        adam,
        Array.from({ length: 201 }, () => "TKT-1"),
      ),
    ),
  ).toBe("too-many");
});

test("one's own tickets have pages, with those one takes part in, changed last first, and words find in them (S7)", async () => {
  const support = await aBusySupport();
  const { world, ada, gina, adam, made, create, add } = support;
  const hers = await create(gina);
  const shared = typeof hers === "string" ? hers : (hers as { key: string }).key;
  await add(gina, shared, ada);
  const pages = await allPages((after) =>
    ada.query(queries.mine, { size: 25, ...(after === undefined ? {} : { after }) }),
  );
  expect(pages.map((page) => page.length)).toEqual([25, 25, 12]);
  expect(pages.flat().filter((one) => made.includes(one))).toEqual(made.toReversed());
  expect(pages.flat()).toContain(shared);
  for (const [text, isRequester] of [
    [shared, false],
    [made[0]!, true],
  ] as const)
    expect((await ada.query(queries.mine, { size: 25, text })).rows).toMatchObject([{ key: text, isRequester }]);
  expect(await ada.query(queries.countMine, {})).toEqual({ count: 62, isExact: true });
  expect(keys((await ada.query(queries.mine, { size: 25, text: "ledger" })).rows)).toEqual(
    [50, 40, 30, 20, 10, 0].map((place) => made[place]),
  );
  expect(await ada.query(queries.countMine, { text: "ledger" })).toMatchObject({ count: 6 });
  expect((await gina.query(queries.mine, { size: 25 })).rows).toHaveLength(1);
  await world.run((ctx) => ctx.db.patch(ada.id, { status: "suspended" }));
  expect(await codeOf(ada.query(queries.mine, { size: 25 }))).toBe("not-active");
  expect(await codeOf(adam.query(queries.mine, { size: 7 }))).toBe("invalid-input");
  expect(await codeOf(adam.query(queries.mine, { size: 25, text: "x".repeat(500) }))).toBe("too-long");
  expect(await codeOf(adam.query(queries.queue, { filter: { show: "all", text: "x".repeat(500) }, size: 25 }))).toBe(
    "too-long",
  );
});

test("whoever answers tickets neither finds nor counts their own in the queue, by words and number, too (S1)", async () => {
  const { ada, adam, kim, create } = await aSupport();
  const made = await create(adam, { title: "Secret of adam" });
  const own = typeof made === "string" ? made : (made as { key: string }).key;
  for (const text of ["secret", own])
    for (const show of ["all", "unassigned", "ours"] as const) {
      const filter = { show, text };
      expect(await adam.query(queries.queue, { filter, size: 25 })).toMatchObject({ rows: [] });
      expect(await adam.query(queries.countQueue, { filter })).toMatchObject({ count: 0 });
      expect(keys((await kim.query(queries.queue, { filter, size: 25 })).rows)).toEqual([own]);
    }
  expect(await codeOf(ada.query(queries.countQueue, { filter: { show: "all" } }))).toBe("not-allowed");
});

describe("the views of the queue are counted (S7)", () => {
  const counted = (views: readonly { view: string; count: number; isExact: boolean }[]) =>
    Object.fromEntries(views.map(({ view, count, isExact }) => [view, isExact ? count : `${count}+`]));

  test("each has as many as its list, also narrowed by words, tag and area, and without one's own", async () => {
    const { world, adam, kim, made, start, create } = await aBusySupport();
    await create(adam);
    await world.run(async (ctx) => {
      for (const place of [0, 7, 55]) {
        const ticket = await ctx.db
          .query("tickets")
          .withIndex("by_key", (q) => q.eq("key", made[place] ?? ""))
          .unique();
        if (ticket) await ctx.db.patch(ticket._id, { tags: ["late"] });
      }
    });
    const asOf = start + 3 * HOUR_MS + 1;
    const area = { name: "Cellar", code: "CEL", costCentre: "9" };
    const businessAreaId = await world.run((ctx) => ctx.db.insert("businessAreas", area));
    await world.run((ctx) => ctx.db.patch(adam.id, { businessAreaId }));
    for (const by of [adam, kim])
      for (const filter of [{}, { text: "ledger" }, { tag: "late" }, { text: made[3] ?? "" }, { businessAreaId }]) {
        const counts = await by.query(api.ticketReplies.queries.countViews, { filter, asOf });
        for (const { view, count, isExact } of counts) {
          const { rows } = await by.query(queries.queue, {
            filter: { ...filter, ...shownInView(view, asOf) },
            size: 100,
          });
          expect([view, filter, count, isExact]).toEqual([view, filter, rows.length, true]);
        }
        expect(counts.map(({ view }) => view).toSorted()).toEqual([...QUEUE_VIEWS].toSorted());
      }
    expect(counted(await kim.query(api.ticketReplies.queries.countViews, { filter: { tag: "late" }, asOf }))).toEqual({
      ...{ ours: 2, overdue: 1, unassigned: 1, mine: 1, all: 2, done: 1 },
    });
  });

  test("up to a limit, beyond which they say at least so many", async () => {
    const { world, adam, gina } = await aBusySupport();
    await world.run(async (ctx) => {
      for (let turn = 0; turn < TAB_COUNT_LIMIT; turn++) await aTicketRow(ctx, { requesterId: gina.id, title: "Many" });
    });
    const counts = async (filter: { text?: string }) =>
      counted(await adam.query(api.ticketReplies.queries.countViews, { filter, asOf: 0 }));
    expect(await counts({})).toMatchObject({ ours: `${TAB_COUNT_LIMIT}+`, all: `${TAB_COUNT_LIMIT}+`, mine: 0 });
    expect(await counts({ text: "many" })).toMatchObject({ ours: `${TAB_COUNT_LIMIT}+`, done: 0 });
  });
});

test("[S9] something is due while support has the next step, or others have it and nobody has answered", () => {
  for (const state of ["new", "open"] as const)
    for (const isAnswered of [true, false]) expect(isSomethingDue({ state, isAnswered })).toBe(true);
  for (const state of ["waitingOnRequester", "resolved", "closed", "merged"] as const)
    for (const isAnswered of [true, false]) expect(isSomethingDue({ state, isAnswered })).toBe(false);
  expect(isSomethingDue({ state: "waitingOnThirdParty", isAnswered: true })).toBe(false);
  expect(isSomethingDue({ state: "waitingOnThirdParty", isAnswered: false })).toBe(true);
});

test("[S9] an overdue first answer is among what is overdue whatever its ticket waits for, and leaves with the answer", async () => {
  const { world, ada, adam, key, create, answer, claim, waitFor } = await aSupport();
  const answered = await create(ada);
  await answer(adam, answered);
  for (const one of [key, answered]) {
    await claim(adam, one);
    await waitFor(adam, one, null);
  }
  const overdue = async (text?: string) => {
    const filter = { ...shownInView("overdue", world.now()), ...(text !== undefined && { text }) };
    const { rows } = await adam.query(queries.queue, { filter, size: 25 });
    const counts = await adam.query(api.ticketReplies.queries.countViews, {
      filter: text === undefined ? {} : { text },
      asOf: world.now(),
    });
    expect(counts.find(({ view }) => view === "overdue")?.count).toBe(rows.length);
    expect(await adam.query(queries.countQueue, { filter })).toMatchObject({ count: rows.length });
    return keys(rows);
  };
  await world.advance(2 * DAY_MS);
  expect(await overdue()).toEqual([]);
  await world.advance(10 * DAY_MS);
  for (const text of [undefined, "orders"]) expect(await overdue(text)).toEqual([key]);
  expect(keys((await adam.query(queries.queue, { filter: { show: "ours" }, size: 25 })).rows)).toEqual([]);
  await answer(adam, key);
  expect(await overdue()).toEqual([]);
});

describe("a ticket an agent takes part in is in none of their lists of the queue, however many there are (S1)", () => {
  test.each([0, MAX_PARTS])("beside %d others", async (others) => {
    const { world, ada, adam, kim, key, join, queue, create } = await aSupport();
    const other = await create(ada);
    await world.run(async (ctx) => {
      const { _id: ticketId } = await aTicketRow(ctx, { requesterId: ada.id, state: "closed" });
      const fields = { ticketId, personId: adam.id, addedById: ada.id, since: 0 };
      for (let turn = 0; turn < others; turn++) await ctx.db.insert("ticketParticipants", fields);
    });
    await join(key, adam);
    expect(keys(await queue(adam))).toEqual([other]);
    expect(keys(await queue(kim))).toEqual([key, other]);
    const twin = await world.person("adam.two", { email: "adam+two@ao.com", roles: ["staff", "admin"] });
    expect(keys(await queue(twin))).toEqual([other]);
    expect(await twin.query(queries.countQueue, { filter: { show: "all" } })).toEqual({ count: 1, isExact: true });
  });
});
