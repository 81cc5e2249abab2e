/** What the report of support counts, and how it comes to be known whether something was in time. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { DAY_MS, HOUR_MS } from "../../lib/pure/time";
import { codeOf, DAWN, endWorld, type TestPerson } from "../../testing/world.testing";
import { aSupport, aTicketRow } from "../../tickets/scenes.testing";
import { MAX_REPORTED } from "./report";

afterEach(endWorld);

const WEEKS = [DAWN - 14 * DAY_MS, DAWN - 7 * DAY_MS, DAWN];

/** A support whose report is read. */
async function reporting() {
  const support = await aSupport();
  const report = (by: TestPerson, weeks: readonly number[] = WEEKS) =>
    by.query(api.tickets.queries.report, { weeks: [...weeks] });
  /** Tickets as they stand in the table; nothing of the scene's own is left. */
  const stand = async (rows: readonly Partial<Doc<"tickets">>[], requesterId = support.ada.id) =>
    await support.world.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("tickets").take(50)) await ctx.db.delete(_id);
      for (const fields of rows) await aTicketRow(ctx, { requesterId, createdAt: DAWN, ...fields });
    });
  return { ...support, report, stand };
}

describe("the report of support [S18]", () => {
  test("counts what was written and resolved week by week, merged tickets left out", async () => {
    const { adam, report, stand } = await reporting();
    await stand([
      { createdAt: DAWN - 15 * DAY_MS, resolvedAt: DAWN - 8 * DAY_MS, state: "closed" },
      { createdAt: DAWN - 14 * DAY_MS },
      { createdAt: DAWN - 7 * DAY_MS - 1, resolvedAt: DAWN + 1, state: "resolved" },
      { createdAt: DAWN, state: "merged" },
      {},
    ]);
    const { weeks, whole, isWhole } = await report(adam);
    expect(weeks.map(({ written, resolved }) => [written, resolved])).toEqual([
      [2, 1],
      [0, 0],
      [1, 1],
    ]);
    expect([whole.written, isWhole]).toEqual([3, true]);
  });

  test("names the middle of the times, waits left out of the end alone", async () => {
    const { adam, report, stand } = await reporting();
    const after = (answer: number, end: number, wait = 0): Partial<Doc<"tickets">> => ({
      firstResponseAt: DAWN + answer * HOUR_MS,
      resolvedAt: DAWN + end * HOUR_MS,
      pausedSince: DAWN + (end - wait) * HOUR_MS,
      state: "resolved",
    });
    await stand([after(1, 2), after(3, 30, 20), { ...after(9, 40), pausedSeconds: 3600 }, {}]);
    expect((await report(adam)).whole).toMatchObject({ answerMs: 3 * HOUR_MS, endMs: 10 * HOUR_MS });
    await stand([{ ...after(9, 40, 2), pausedSeconds: 3600 }]);
    expect((await report(adam)).whole.endMs).toBe(37 * HOUR_MS);
    await stand([{}]);
    expect((await report(adam)).whole).toMatchObject({ answerMs: null, endMs: null, answers: { kept: 0, of: 0 } });
  });

  test("tells topics and areas apart, the most written first", async () => {
    const { world, ada, adam, report, stand } = await reporting();
    await stand([
      { topic: "cost", isAnsweredInTime: true },
      { topic: "data" },
      { topic: "cost", isAnsweredInTime: false },
    ]);
    await world.run(async (ctx) => {
      const businessAreaId = await ctx.db.insert("businessAreas", { name: "Pricing", code: "PRI", costCentre: "4712" });
      await ctx.db.patch(ada.id, { businessAreaId });
      await ctx.db.patch(adam.id, { businessAreaId: undefined });
      await aTicketRow(ctx, { requesterId: adam.id, createdAt: DAWN, topic: "data" });
      await aTicketRow(ctx, { requesterId: ada.id, createdAt: DAWN, topic: "cost" });
    });
    const { topics, areas } = await report(adam);
    expect(topics.map(({ topic, written, answers }) => [topic, written, answers])).toEqual([
      ["cost", 3, { kept: 1, of: 2 }],
      ["data", 2, { kept: 0, of: 0 }],
    ]);
    expect(areas.map(({ area, written }) => [area, written])).toEqual([
      ["Pricing", 4],
      [null, 1],
    ]);
  });

  test("tells teams apart by the one each ticket is with, and what was merged into one [S42]", async () => {
    const { world, adam, report, stand } = await reporting();
    const area = { name: "Finance", code: "FIN", costCentre: "1" };
    const finance = await world.run((ctx) => ctx.db.insert("businessAreas", area));
    const merged = await world.run((ctx) =>
      ctx.db.insert("businessAreas", { ...area, name: "Ledger", code: "LED", mergedIntoId: finance }),
    );
    await stand([
      { teamId: finance, isAnsweredInTime: true },
      { teamId: merged },
      {},
      { teamId: finance, state: "merged" },
    ]);
    const { teams } = await report(adam);
    expect(teams.map(({ team, written, answers }) => [team, written, answers.of])).toEqual([
      ["Finance team", 2, 1],
      [null, 1, 0],
    ]);
  });

  test("says nothing of the help where fewer than three people said something", async () => {
    const { adam, report, stand } = await reporting();
    const rated = (satisfaction: "good" | "bad", topic: "cost" | "data"): Partial<Doc<"tickets">> => ({
      satisfaction,
      topic,
      state: "closed",
    });
    await stand([rated("good", "cost"), rated("bad", "cost"), {}]);
    expect((await report(adam)).whole.good).toBeNull();
    await stand([rated("good", "cost"), rated("bad", "cost"), rated("good", "data")]);
    const { whole, topics } = await report(adam);
    expect([whole.good, ...topics.map(({ good }) => good)]).toEqual([{ kept: 2, of: 3 }, null, null]);
  });

  test("says of a topic and an area how many found the help good, once three people of it said something [S18]", async () => {
    const { world, ada, adam, gina, report } = await reporting();
    const bea = await world.person("bea");
    const rate = async (requesters: readonly Id<"people">[]) =>
      await world.run(async (ctx) => {
        for (const requesterId of requesters)
          await aTicketRow(ctx, {
            ...{ requesterId, createdAt: DAWN, topic: "cost", state: "closed" },
            satisfaction: requesterId === bea.id ? "bad" : "good",
          });
      });
    await world.run(async (ctx) => {
      const businessAreaId = await ctx.db.insert("businessAreas", { name: "Pricing", code: "PRI", costCentre: "4712" });
      for (const { id } of [ada, gina, bea]) await ctx.db.patch(id, { businessAreaId });
    });
    const good = async () => {
      const { topics, areas } = await report(adam);
      return [topics.find(({ topic }) => topic === "cost")?.good, areas.find(({ area }) => area === "Pricing")?.good];
    };
    await rate([ada.id, bea.id]);
    expect(await good()).toEqual([null, null]);
    await rate([gina.id]);
    const three = { kept: 2, of: 3 };
    expect(await good()).toEqual([three, three]);
  });

  test("counts why support was needed in what was resolved since, the most first, merged tickets left out [S34]", async () => {
    const { adam, report, stand } = await reporting();
    const ended = (cause: Doc<"tickets">["cause"], days = 0): Partial<Doc<"tickets">> => ({
      createdAt: DAWN - 30 * DAY_MS,
      state: "resolved",
      resolvedAt: DAWN - days * DAY_MS,
      ...(cause !== undefined && { cause }),
    });
    await stand([
      ended("access", 1),
      ended("access", 13),
      ended("howTo"),
      ended(undefined),
      ended("fault", 15),
      { ...ended("howTo"), state: "merged" },
      {},
    ]);
    expect((await report(adam)).causes).toEqual([
      { cause: "access", count: 2 },
      { cause: null, count: 1 },
      { cause: "howTo", count: 1 },
    ]);
  });

  test("is for those who answer tickets, over weeks that follow each other", async () => {
    const { ada, adam, report } = await reporting();
    expect(await codeOf(report(ada))).toBe("not-allowed");
    for (const weeks of [[], [2, 1], Array.from({ length: 121 }, (_, at) => at)])
      expect(await codeOf(report(adam, weeks))).toBe("invalid-input");
  });

  test("says when there were more tickets than it looks at", async () => {
    const { adam, report, stand } = await reporting();
    await stand(Array.from({ length: MAX_REPORTED }, () => ({})));
    const { whole, isWhole } = await report(adam);
    expect([whole.written, isWhole]).toEqual([MAX_REPORTED, false]);
  });
});

describe("whether it was in time [S18]", () => {
  test("is kept with the first answer and with the end, by the targets of that moment", async () => {
    const { world, ada, adam, key, answer, reply, resolve, ticketRow } = await reporting();
    // Medium: the first answer within 48 hours, the end within 120.
    await world.advance(48 * HOUR_MS);
    await answer(adam, key);
    expect(await ticketRow(key)).toMatchObject({ isAnsweredInTime: true });
    await world.advance(72 * HOUR_MS + 1);
    await answer(adam, key);
    await resolve(adam, key);
    expect(await ticketRow(key)).toMatchObject({ isAnsweredInTime: true, isSolvedInTime: false });
    await reply(ada, key);
    expect((await ticketRow(key)).isSolvedInTime).toBeUndefined();
    const late = await world.advance(0).then(() => ticketRow(key));
    expect(late.isAnsweredInTime).toBe(true);
  });

  test("leaves out what a ticket waited of the time to its end, also while it still waits", async () => {
    const { world, adam, key, wait, answer, resolve, ticketRow } = await reporting();
    await answer(adam, key);
    await wait(adam, key);
    await world.advance(160 * HOUR_MS);
    await resolve(adam, key);
    expect(await ticketRow(key)).toMatchObject({ isSolvedInTime: true });
  });

  test("is not said of the end of a ticket nobody answered, and a late answer is late", async () => {
    const { world, ada, adam, key, create, claim, solve, answer, ticketRow } = await reporting();
    await claim(adam, key);
    await solve(ada, key);
    expect((await ticketRow(key)).isSolvedInTime).toBeUndefined();
    const other = await create(ada);
    await world.advance(48 * HOUR_MS + 1);
    await answer(adam, other);
    expect(await ticketRow(other)).toMatchObject({ isAnsweredInTime: false });
  });
});
