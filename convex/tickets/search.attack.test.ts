/** Tickets by words of what is said in them: whoever looks finds what they read, and nothing else (S33). */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { TicketState } from "../core/tickets/table";
import { TEXT_SCAN_LIMIT } from "../pages/tickets/ticketSearch";
import { endWorld, type TestPerson } from "../testing/world.testing";
import { aSupport, aTicketRow } from "./scenes.testing";

afterEach(endWorld);

const q = api.tickets.queries;

async function aSearch() {
  const support = await aSupport();
  const own = async (by: TestPerson, text: string, isOfArea = false) => {
    const args = isOfArea ? { text, isOfArea } : { text };
    const { rows } = await by.query(q.mine, { ...args, size: 50 });
    expect((await by.query(q.countMine, args)).count).toBe(rows.length);
    return rows.map(({ key }) => key);
  };
  const queue = async (by: TestPerson, text: string, show: "all" | "done" | "mine" = "all") => {
    const { rows } = await by.query(q.queue, { filter: { show, text }, size: 50 });
    expect((await by.query(q.countQueue, { filter: { show, text } })).count).toBe(rows.length);
    return rows.map(({ key }) => key);
  };
  return { ...support, own, queue };
}

describe("a ticket is found by its words [S33]", () => {
  test("in its number, title, description and messages, all of which count together", async () => {
    const { ada, adam, kim, key, reply, answer, note, own, queue } = await aSearch();
    await reply(ada, key, "It is the warehouse again");
    await answer(adam, key, "We restarted the importer");
    await note(adam, key, "Credentials expired");
    for (const text of ["orders", "morning", "WAREHOUSE", "ware", "orders warehouse import", key, key.slice(4)]) {
      expect(await own(ada, text), text).toEqual([key]);
      expect(await queue(kim, text), text).toEqual([key]);
    }
    expect(await queue(kim, "credentials orders")).toEqual([key]);
    for (const text of ["warehouse nowhere", "house"]) {
      expect(await own(ada, text)).toEqual([]);
      expect(await queue(kim, text)).toEqual([]);
    }
  });

  test("in the order of the list, whichever of its texts has them", async () => {
    const { world, gina, adam, reply, queue, key: first } = await aSearch();
    const rows = await world.run(async (ctx) => {
      const at = Date.now();
      const made = [];
      for (const [place, title] of ["ledger", "ledger ledger", "Other", "ledger and more"].entries())
        made.push(await aTicketRow(ctx, { requesterId: gina.id, title, state: "open", dueAt: at + place * 1000 }));
      return made;
    });
    const keys = rows.map(({ key }) => key);
    await reply(gina, keys[2] ?? "", "The ledger");
    const found = await queue(adam, "ledger");
    expect(found).toHaveLength(4);
    const listed = (await adam.query(q.queue, { filter: { show: "all" }, size: 50 })).rows.map(({ key }) => key);
    expect(found).toEqual(listed.filter((key) => key !== first));
  });

  test("by none of its internal notes for who takes part, reads along, or answers tickets and asks in this one", async () => {
    const { world, ada, adam, kim, gina, key, note, add, create, own, queue, answer } = await aSearch();
    const areaId = await world.run(async (ctx) => {
      const id = await ctx.db.insert("businessAreas", { name: "Retail", code: "RET", costCentre: "1" });
      for (const who of [ada, gina]) await ctx.db.patch(who.id, { businessAreaId: id });
      return id;
    });
    await add(ada, key, gina);
    await note(adam, key, "Xylophone");
    await answer(adam, key, "Marimba");
    for (const who of [ada, gina]) {
      expect(await own(who, "xylophone")).toEqual([]);
      expect(await own(who, "orders xylophone")).toEqual([]);
      expect(await own(who, "marimba")).toEqual([key]);
    }
    await ada.mutation(api.ticketParties.mutations.shareWithArea, { key });
    const bea = await world.person("bea");
    await world.run((ctx) => ctx.db.patch(bea.id, { businessAreaId: areaId }));
    expect(await own(bea, "xylophone", true)).toEqual([]);
    expect(await own(bea, "marimba", true)).toEqual([key]);
    const agents = await create(kim);
    await note(adam, agents, "Xylophone");
    expect(await own(kim, "xylophone")).toEqual([]);
    expect(await queue(kim, "xylophone")).toEqual([key]);
    expect((await queue(adam, "xylophone")).toSorted()).toEqual([key, agents].toSorted());
  });

  test("among nobody else's: not in a list of one's own, and no longer by who was removed", async () => {
    const { ada, gina, fay, adam, key, answer, add, remove, own } = await aSearch();
    await answer(adam, key, "Marimba");
    expect(await own(fay, "marimba")).toEqual([]);
    await add(ada, key, gina);
    expect(await own(gina, "marimba")).toEqual([key]);
    await remove(ada, key, gina);
    expect(await own(gina, "marimba")).toEqual([]);
  });

  test("no longer by words that were redacted", async () => {
    const { ada, adam, key, reply, own, queue } = await aSearch();
    await reply(ada, key, "My key is xylophone42");
    expect(await queue(adam, "xylophone42")).toEqual([key]);
    await adam.mutation(api.tickets.mutations.redact, { key, words: "xylophone42", fileIds: [], reason: "A key" });
    expect(await queue(adam, "xylophone42")).toEqual([]);
    expect(await own(ada, "xylophone42")).toEqual([]);
  });

  test("in the states that are looked through alone", async () => {
    const { world, gina, adam, queue } = await aSearch();
    const make = (state: TicketState, body: string) =>
      world.run(async (ctx) => {
        const { _id, key } = await aTicketRow(ctx, { requesterId: gina.id, state });
        const words = { visibility: "public" as const, isAnswer: false, body, createdAt: Date.now() };
        await ctx.db.insert("ticketMessages", { ticketId: _id, authorId: gina.id, ...words });
        return key;
      });
    const open = await make("open", "Marimba");
    const done = await make("closed", "Marimba");
    await make("merged", "Marimba");
    expect(await queue(adam, "marimba")).toEqual([open]);
    expect(await queue(adam, "marimba", "done")).toEqual([done]);
    expect(await queue(adam, "marimba", "mine")).toEqual([]);
  });

  test("by words that stand in more texts than an index reads: by the rarer beside them, else in the order of the list", async () => {
    const { world, gina, adam, queue } = await aSearch();
    // 21 texts of 5,000 words that begin alike are as many entries as a word in 105,000 texts.
    const many = (start: string) => Array.from({ length: 5000 }, (_, place) => `${start}${place}`).join(" ");
    const at = Date.now();
    const make = (place: number, body: string, description = "") =>
      world.run(async (ctx) => {
        const times = { createdAt: at, updatedAt: at, dueAt: at + place };
        const { _id, key } = await aTicketRow(ctx, { requesterId: gina.id, state: "open", description, ...times });
        const words = { visibility: "public" as const, isAnswer: false, createdAt: at };
        await ctx.db.insert("ticketMessages", { ticketId: _id, authorId: gina.id, body, ...words });
        return key;
      });
    const said: string[] = [];
    for (let place = 0; place < 21; place += 1) said.push(await make(place, many("qu")));
    const rare = await make(30, "quart marimba");
    expect(await queue(adam, "qu marimba")).toEqual([rare]);
    expect(await queue(adam, "qu")).toEqual([...said, rare]);
    expect(await queue(adam, "qu q")).toEqual([...said, rare]);
    expect(await queue(adam, "qu nowhere")).toEqual([]);
    const described: string[] = [];
    for (let place = 40; place < 61; place += 1) described.push(await make(place, "", many("zu")));
    expect(await queue(adam, "zu")).toEqual(described);
    expect(await queue(adam, "q qu marimba")).toEqual([rare]);
  });
});

describe("a word that most texts have [S33]", () => {
  /** So many tickets in a state, each with one message. */
  async function made(
    world: Awaited<ReturnType<typeof aSearch>>["world"],
    requesterId: TestPerson["id"],
    count: number,
    body: string,
    state: TicketState,
  ) {
    return await world.run(async (ctx) => {
      const keys: string[] = [];
      for (let turn = 0; turn < count; turn++) {
        const at = 1000 * turn;
        const { _id: ticketId, key } = await aTicketRow(ctx, {
          requesterId,
          title: "Help",
          description: "Please",
          state,
          createdAt: at,
          dueAt: at,
          updatedAt: at,
        });
        keys.push(key);
        await ctx.db.insert("ticketMessages", {
          ticketId,
          authorId: requesterId,
          visibility: "public",
          isAnswer: false,
          body,
          createdAt: at,
        });
      }
      return keys;
    });
  }

  test("is found in every one of them, in the order of the list, alone and beside a rare one", async () => {
    const { world, gina, adam, reply } = await aSearch();
    const keys = await made(world, gina.id, 80, "Still the same", "open");
    await reply(gina, keys[70] ?? "", "The turbine stands");
    const page = await adam.query(q.queue, { filter: { show: "all", text: "still" }, size: 50 });
    expect(page.rows.map(({ key }) => key)).toEqual(keys.slice(0, 50));
    expect(await adam.query(q.countQueue, { filter: { show: "all", text: "still" } })).toEqual({
      count: 80,
      isExact: true,
    });
    expect(
      (await adam.query(q.queue, { filter: { show: "all", text: "still turbine" }, size: 50 })).rows.map(
        ({ key }) => key,
      ),
    ).toEqual([keys[70]]);
  });

  test("is looked for in so many tickets at most: where few of a list have it, the page says that it can go on", async () => {
    const { world, gina, adam } = await aSearch();
    await made(world, gina.id, 60, "Still the same", "closed");
    const [last] = [...(await made(world, gina.id, TEXT_SCAN_LIMIT + 10, "Other", "open"))].toReversed();
    await world.run(async (ctx) => {
      const ticket = await ctx.db
        .query("tickets")
        .withIndex("by_key", (k) => k.eq("key", last ?? ""))
        .unique();
      if (ticket) await ctx.db.patch(ticket._id, { description: "Still waiting" });
    });
    const filter = { show: "all", text: "still" } as const;
    const first = await adam.query(q.queue, { filter, size: 50 });
    expect(first).toMatchObject({ rows: [], isCut: true });
    expect(await adam.query(q.countQueue, { filter })).toEqual({ count: 0, isExact: false });
    const rest = await adam.query(q.queue, { filter, size: 50, after: first.next ?? "" });
    expect(rest).toMatchObject({ rows: [{ key: last }], isCut: false });
    const far = await adam.query(q.queue, { filter, size: 50, page: 9 });
    expect(far.missing).toEqual({ why: "far", last: 1 });
  });
});
