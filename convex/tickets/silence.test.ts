/** Tickets that wait for their requester: they are asked, reminded, and resolved when nobody answers. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { ConfigKey } from "../core/config/rules";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { endWorld } from "../testing/world.testing";
import { aSupport } from "./scenes.testing";

afterEach(endWorld);

/** A ticket of ada's that adam answered and that waits for her. */
async function aQuestion(options: Partial<Record<ConfigKey, number>> = {}) {
  const support = await aSupport();
  const { world, ada, adam, key, say, clock } = support;
  for (const [option, value] of Object.entries(options) as [ConfigKey, number][])
    await world.run((ctx) =>
      ctx.db.insert("configVersions", { key: option, version: 1, value, reason: "Test", setAt: 0, byIds: [] }),
    );
  await say(adam, key, { body: "Which table is it?", after: "wait" });
  return {
    ...support,
    after: async (ms: number) => {
      await world.advance(ms);
      await clock();
    },
    /** What ada is told about the ticket, by kind. */
    told: async (who = ada) =>
      (await world.rows("notifications"))
        .filter(({ recipientId, kind }) => recipientId === who.id && kind.startsWith("ticket."))
        .map(({ kind, count }) => [kind, count]),
    asks: async (who = ada) =>
      (await who.query(api.notifications.queries.needsMe, {})).map((asked) => [asked.key, asked.name].join(" ")),
  };
}

describe("[S30] a ticket that waits for its requester", () => {
  test("asks them once, with the answer, until they reply; who takes part is told of the answer alone", async () => {
    const { world, ada, adam, fay, key, join, say, reply, told, asks } = await aQuestion();
    expect([await told(), await asks()]).toEqual([[["ticket.asked", 1]], [`${key} Orders do not load`]]);
    await reply(ada, key, "It is ORDERS");
    expect(await asks()).toEqual([]);
    expect(await ada.query(api.notifications.queries.unseenCount, {})).toBe(0);
    await join(key, fay);
    await say(adam, key, { body: "Since when?", after: "wait" });
    expect(await told(fay)).toEqual([["ticket.answered", 1]]);
    expect([await asks(), await asks(fay)]).toEqual([[`${key} Orders do not load`], []]);
    expect((await world.rows("notifications")).filter(({ kind }) => kind === "ticket.asked")).toHaveLength(1);
  });

  test("asks them too where an agent who answered only says that it waits", async () => {
    const { ada, adam, world, wait, doingKey, told } = await anOpenTicket();
    await wait(adam, doingKey);
    expect(await told(ada.id)).toEqual(["ticket.answered", "ticket.asked"]);
    await wait(adam, doingKey, world.now() + DAY_MS);
    expect(await told(ada.id)).toEqual(["ticket.answered", "ticket.asked"]);
  });

  test("reminds them after the days, once, and is resolved after its own, with seven days to open it again", async () => {
    const { ada, adam, key, after, told, read, reply, ticketRow, world } = await aQuestion();
    await after(3 * DAY_MS - HOUR_MS);
    expect(await told()).toEqual([["ticket.asked", 1]]);
    await after(HOUR_MS);
    await after(HOUR_MS);
    expect(await told()).toEqual([
      ["ticket.asked", 1],
      ["ticket.reminded", 1],
    ]);
    await after(4 * DAY_MS - 2 * HOUR_MS);
    expect((await ticketRow(key)).state).toBe("waitingOnRequester");
    await after(2 * HOUR_MS);
    expect(await read(ada, key)).toMatchObject({ state: "resolved", canRate: true, endsUnansweredAt: null });
    expect((await told()).at(-1)).toEqual(["ticket.answered", 1]);
    const audit = (await world.rows("auditEvents")).filter(({ action }) => action === "ticket.resolvedUnanswered");
    expect(audit).toMatchObject([{ actor: { kind: "system" } }]);
    await reply(ada, key, "Still broken");
    expect(await read(adam, key)).toMatchObject({ state: "open" });
    await after(30 * DAY_MS);
    expect((await ticketRow(key)).state).toBe("open");
  });

  test("is not resolved within a day of its reminder, also when the portal was away for weeks", async () => {
    const { key, after, told, ticketRow } = await aQuestion();
    await after(30 * DAY_MS);
    expect((await told()).map(([kind]) => kind)).toEqual(["ticket.asked", "ticket.reminded"]);
    await after(DAY_MS - HOUR_MS);
    expect((await ticketRow(key)).state).toBe("waitingOnRequester");
    await after(HOUR_MS);
    expect((await ticketRow(key)).state).toBe("resolved");
  });

  test("says when, in the days that hold now; a reminder and the end can each be switched off", async () => {
    const { world, ada, key, read } = await aQuestion();
    expect(await read(ada, key)).toMatchObject({ endsUnansweredAt: world.now() + 7 * DAY_MS, waitsUntil: null });
    const never = await aQuestion({ "support.remindDays": 0, "support.resolveDays": 0 });
    expect(await never.read(never.ada, never.key)).toMatchObject({ endsUnansweredAt: null });
    await never.after(90 * DAY_MS);
    expect([(await never.ticketRow(never.key)).state, await never.told()]).toEqual([
      "waitingOnRequester",
      [["ticket.asked", 1]],
    ]);
  });

  test("follows days that are changed while it waits", async () => {
    const { world, key, after, told, ticketRow } = await aQuestion();
    const row = { version: 1, reason: "Test", setAt: 0, byIds: [] };
    await world.run(async (ctx) => {
      await ctx.db.insert("configVersions", { key: "support.remindDays", value: 5, ...row });
      await ctx.db.insert("configVersions", { key: "support.resolveDays", value: 0, ...row });
    });
    await after(3 * DAY_MS);
    expect(await told()).toEqual([["ticket.asked", 1]]);
    await after(2 * DAY_MS);
    await after(60 * DAY_MS);
    expect((await told()).map(([kind]) => kind)).toEqual(["ticket.asked", "ticket.reminded"]);
    expect((await ticketRow(key)).state).toBe("waitingOnRequester");
  });

  test("that waits until a day is neither reminded nor resolved: the day brings it back", async () => {
    const { world, adam, key, wait, after, read, ticketRow } = await aQuestion();
    await wait(adam, key, world.now() + 20 * DAY_MS);
    expect(await read(adam, key)).toMatchObject({ endsUnansweredAt: null, waitsUntil: world.now() + 20 * DAY_MS });
    await after(19 * DAY_MS);
    expect((await ticketRow(key)).state).toBe("waitingOnRequester");
    await after(DAY_MS);
    expect((await ticketRow(key)).state).toBe("open");
  });

  test("waits on where it stood after a merge that was undone", async () => {
    const { adam, key, create, kim, merge, unmerge, after, told, ticketRow } = await aQuestion();
    const other = await create(kim);
    await merge(adam, key, other, true);
    await after(30 * DAY_MS - HOUR_MS);
    expect((await told()).map(([kind]) => kind)).not.toContain("ticket.reminded");
    await unmerge(adam, key);
    await after(HOUR_MS);
    expect((await told()).map(([kind]) => kind)).toContain("ticket.reminded");
    await after(DAY_MS);
    expect((await ticketRow(key)).state).toBe("resolved");
  });
});

async function anOpenTicket() {
  const support = await aSupport();
  const { adam, key, answer, world } = support;
  await answer(adam, key);
  const told = async (id: string) =>
    (await world.rows("notifications")).filter(({ recipientId }) => recipientId === id).map(({ kind }) => kind);
  return { ...support, doingKey: key, told };
}
