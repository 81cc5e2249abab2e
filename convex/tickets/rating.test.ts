/** What is said of a ticket that is over: still broken or just thanks, and whether the help was good (S31). */

import { describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { DAY_MS } from "../lib/pure/time";
import { codeOf } from "../testing/world.testing";
import { aSupport } from "./scenes.testing";

/** The same support, with the titles somebody was told. */
async function support() {
  const scene = await aSupport();
  const titlesOf = async ({ id }: typeof scene.adam): Promise<string[]> =>
    (await scene.world.rows("notifications")).filter((row) => row.recipientId === id).map(({ title }) => title);
  return { ...scene, titlesOf };
}

/** The same, with a ticket that was resolved just now. */
async function resolvedTicket() {
  const scene = await support();
  await scene.answer(scene.adam, scene.key);
  await scene.resolve(scene.adam, scene.key);
  return scene;
}

describe("[S31] thanks for a ticket that is over", () => {
  test("leave it resolved until its own day, are read by support, and told as thanks", async () => {
    const { world, ada, adam, key, thank, read, clock, ticketRow, titlesOf } = await resolvedTicket();
    const { resolvedAt, turnAt, dueAt, pausedSince } = await ticketRow(key);
    await world.advance(DAY_MS);
    expect(await thank(ada, key)).toBe(key);
    expect(await ticketRow(key)).toMatchObject({ state: "resolved", resolvedAt, turnAt, dueAt, pausedSince });
    expect((await read(adam, key))?.messages.at(-1)).toMatchObject({ body: "Thank you", visibility: "public" });
    expect(await titlesOf(adam)).toContain(`Thanks in ${key}`);
    await world.advance(6 * DAY_MS);
    await clock();
    expect(await ticketRow(key)).toMatchObject({ state: "closed" });
  });

  test("open no follow-up once it is closed", async () => {
    const { world, ada, key, thank, clock } = await resolvedTicket();
    await world.advance(7 * DAY_MS);
    expect(await thank(ada, key)).toBe(key);
    await clock();
    expect(await thank(ada, key)).toBe(key);
    expect(await world.rows("tickets")).toHaveLength(1);
  });

  test("are also for those who cannot open it again", async () => {
    const { gina, key, join, thank, reply, ticketRow } = await resolvedTicket();
    await join(key, gina);
    expect(await codeOf(reply(gina, key))).toBe("not-eligible");
    expect(await thank(gina, key)).toBe(key);
    expect(await ticketRow(key)).toMatchObject({ state: "resolved" });
  });

  test("are a reply like any other while it is not over", async () => {
    const { ada, adam, key, answer, wait, thank, ticketRow, titlesOf } = await support();
    await answer(adam, key);
    await wait(adam, key);
    await thank(ada, key);
    expect(await ticketRow(key)).toMatchObject({ state: "open" });
    expect(await titlesOf(adam)).not.toContain(`Thanks in ${key}`);
  });

  test("are said by nobody who takes no part", async () => {
    const { gina, key, thank, world } = await resolvedTicket();
    expect(await codeOf(thank(gina, key))).toBe("not-found");
    expect((await world.rows("ticketMessages")).filter(({ body }) => body === "Thank you")).toEqual([]);
  });

  test("count as what somebody writes within an hour, and are no longer than a reply", async () => {
    const { ada, key, thank } = await resolvedTicket();
    expect(await codeOf(thank(ada, key, " "))).toBe("invalid-input");
    expect(await codeOf(thank(ada, key, "w".repeat(4001)))).toBe("too-long");
    for (let count = 0; count < 60; count += 1) await thank(ada, key);
    expect(await codeOf(thank(ada, key))).toBe("rate-limited");
  });
});

describe("[S31] whether the help was good", () => {
  test("is said within 14 days of the end, and not later", async () => {
    const { world, ada, key, rate, read, clock } = await resolvedTicket();
    await world.advance(14 * DAY_MS - 1);
    await clock();
    expect(await read(ada, key)).toMatchObject({ canRate: true, canExplain: false });
    await world.advance(1);
    expect(await read(ada, key)).toMatchObject({ canRate: false });
    expect(await codeOf(rate(ada, key))).toBe("not-eligible");
  });

  test("has its reason at once or once after it, and neither is taken back", async () => {
    const { ada, adam, key, rate, read } = await resolvedTicket();
    await rate(ada, key, "bad");
    expect(await read(ada, key)).toMatchObject({ canRate: false, canExplain: true, satisfactionReason: null });
    expect(await codeOf(rate(ada, key, "bad"))).toBe("duplicate");
    expect(await codeOf(rate(ada, key, "bad", "  "))).toBe("duplicate");
    expect(await codeOf(rate(ada, key, "good", "It was fast"))).toBe("duplicate");
    expect(await codeOf(rate(ada, key, "bad", "w".repeat(501)))).toBe("too-long");
    await rate(ada, key, "bad", "  Two days without a word ");
    expect(await read(adam, key)).toMatchObject({
      satisfaction: "bad",
      satisfactionReason: "Two days without a word",
      canExplain: false,
    });
    expect(await codeOf(rate(ada, key, "bad", "Three days"))).toBe("duplicate");
  });

  test("may be said with its reason in one, and is written once, without the words", async () => {
    const { world, ada, key, rate, ticketRow } = await resolvedTicket();
    await rate(ada, key, "good", "Within an hour");
    expect(await ticketRow(key)).toMatchObject({ satisfaction: "good", satisfactionReason: "Within an hour" });
    const events = (await world.rows("auditEvents")).filter(({ action }) => action.startsWith("ticket.rat"));
    expect(events.map(({ action }) => action)).toEqual(["ticket.rated"]);
    expect(JSON.stringify(events)).not.toContain("Within an hour");
  });

  test("has a reason only as long as it may be said", async () => {
    const { world, ada, key, rate, read } = await resolvedTicket();
    await rate(ada, key, "bad");
    await world.advance(14 * DAY_MS);
    expect(await read(ada, key)).toMatchObject({ canExplain: false });
    expect(await codeOf(rate(ada, key, "bad", "Slow"))).toBe("not-eligible");
  });

  test("and why is for its requester and its agents: no participant reads it", async () => {
    const { ada, adam, gina, key, join, rate, read } = await resolvedTicket();
    await join(key, gina);
    await rate(ada, key, "bad", "Slow");
    for (const who of [ada, adam]) expect(await read(who, key)).toMatchObject({ satisfactionReason: "Slow" });
    expect(await read(gina, key)).toMatchObject({ satisfaction: null, satisfactionReason: null, canExplain: false });
    expect(await codeOf(rate(gina, key, "bad", "Slow"))).toBe("not-eligible");
  });

  test("loses in its reason what is redacted [S16]", async () => {
    const { ada, adam, key, rate, read } = await resolvedTicket();
    await rate(ada, key, "bad", "I had to send hunter2 twice");
    const wish = { key, words: "hunter2", fileIds: [], reason: "A password" };
    await adam.mutation(api.tickets.mutations.redact, wish);
    expect(await read(ada, key)).toMatchObject({ satisfactionReason: "I had to send [redacted] twice" });
  });
});
