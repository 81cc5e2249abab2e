/** One incident with many tickets: what it says to all, what ends with it, and what an undone link leaves (S13-S15). */

import { afterEach, describe, expect, test } from "vitest";
import { MAX_OPEN, MAX_TICKETS_IN } from "../core/incidents/rules";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { anIncident } from "./scenes.testing";

afterEach(endWorld);

describe("an incident (S13)", () => {
  test("is declared with words of its own, which stand in the list of all who write tickets until it ends", async () => {
    const { world, adam, bea, key, open, tellAll, end } = await anIncident();
    const since = { key: "INC-1", title: "Orders are late", declaredAt: expect.any(Number) as number };
    expect(await open(bea)).toEqual([
      { ...since, lastWord: "The load failed", lastWordAt: expect.any(Number), from: null },
    ]);
    expect(await open(adam)).toMatchObject([{ from: key }]);
    await world.advance(HOUR_MS);
    await tellAll(adam);
    expect(await open(bea)).toMatchObject([{ lastWord: "It runs again", lastWordAt: world.now() }]);
    await end(adam, true, 2);
    expect(await open(bea)).toEqual([]);
  });

  test("is declared of a ticket that is not over and in none, with a title and a word", async () => {
    const { adam, bea, key, ofBea, declare, resolve, claim, create } = await anIncident();
    expect(await codeOf(declare(adam, key))).toBe("duplicate");
    expect(await codeOf(declare(adam, ofBea, " "))).toBe("invalid-input");
    expect(await codeOf(declare(adam, ofBea, "Late", " "))).toBe("invalid-input");
    expect(await codeOf(declare(adam, ofBea, "Late", "x".repeat(2001)))).toBe("too-long");
    await claim(adam, ofBea);
    await resolve(adam, ofBea);
    expect(await codeOf(declare(adam, ofBea))).toBe("wrong-state");
    expect(await declare(adam, await create(bea))).toBe("INC-2");
  });

  test("names its tickets to its agents, the unfinished first, and the first of them to the agents of the others", async () => {
    const { adam, bea, key, ofBea, ofCem, claim, resolve, link, ofTicket } = await anIncident();
    await link(adam, ofBea);
    await link(adam, ofCem);
    await claim(adam, ofBea);
    await resolve(adam, ofBea);
    expect((await ofTicket(adam, key))?.incident?.managed).toMatchObject({
      shown: 1,
      total: 2,
      unfinished: 1,
      tickets: [{ key: ofCem, requester: "Cem Tester" }, { key: ofBea }],
    });
    expect((await ofTicket(adam, ofCem))?.incident).toMatchObject({ linked: { from: key }, managed: null });
    expect(await ofTicket(bea, ofBea)).toMatchObject({ incident: { key: "INC-1" }, canBePart: false });
  });

  test("is taken back while nobody follows it: its ticket is what it was, and its number is gone", async () => {
    const { adam, bea, ofBea, ofCem, declare, withdraw, link, unlink, tellAll, end, open, ticketRow } =
      await anIncident();
    const before = await ticketRow(ofBea);
    expect(await declare(adam, ofBea)).toBe("INC-2");
    await link(adam, ofCem, "INC-2");
    expect(await codeOf(withdraw(adam, ofBea))).toBe("too-late");
    await unlink(adam, ofCem);
    await withdraw(adam, ofBea);
    expect(await ticketRow(ofBea)).toEqual(before);
    expect((await open(bea)).map(({ key }) => key)).toEqual(["INC-1"]);
    expect(await declare(adam, ofBea)).toBe("INC-3");
    await tellAll(adam, "News", 1, ofBea);
    expect(await codeOf(withdraw(adam, ofBea))).toBe("too-late");
    await end(adam);
    expect(await codeOf(withdraw(adam))).toBe("too-late");
  });

  test("takes tickets that are not over and in no other, and so many at most", async () => {
    const { adam, ofBea, ofCem, ofDan, link, unlink, declare, claim, resolve, fill } = await anIncident();
    await declare(adam, ofBea);
    expect(await codeOf(link(adam, ofBea))).toBe("duplicate");
    await claim(adam, ofCem);
    await resolve(adam, ofCem);
    expect(await codeOf(link(adam, ofCem))).toBe("wrong-state");
    expect(await codeOf(unlink(adam, ofCem))).toBe("not-eligible");
    await fill(MAX_TICKETS_IN - 1);
    expect(await codeOf(link(adam, ofDan))).toBe("too-many");
  });

  test("gives a ticket back as it was: who linked it is known, and a wait for it leaves no trace", async () => {
    const { world, adam, ofBea, ofCem, link, unlink, read, ticketRow } = await anIncident();
    for (const [ticket, waits] of [
      [ofBea, true],
      [ofCem, false],
    ] as const) {
      const before = await ticketRow(ticket);
      await link(adam, ticket, "INC-1", waits);
      expect((await ticketRow(ticket)).linked).toMatchObject({ byId: adam.id });
      await world.advance(HOUR_MS);
      await unlink(adam, ticket);
      expect(await ticketRow(ticket)).toEqual(before);
      const notes = (await read(adam, ticket))?.messages.map(({ body, visibility }) => [visibility, body]);
      expect(notes).toEqual([
        ["internal", "Part of INC-1."],
        ["internal", "No longer part of INC-1."],
      ]);
    }
  });

  test("gives back one that waited for a day, and keeps what was said and done since", async () => {
    const { world, adam, bea, ofBea, ofCem, answer, wait, link, unlink, tellAll, reply, stands, ticketRow } =
      await anIncident();
    await answer(adam, ofBea);
    await wait(adam, ofBea, world.now() + 3 * DAY_MS);
    const before = await ticketRow(ofBea);
    await link(adam, ofBea, "INC-1", true);
    expect(await stands(ofBea)).toEqual(["waitingOnThirdParty", true]);
    expect(await ticketRow(ofBea)).not.toHaveProperty("turnAt");
    await unlink(adam, ofBea);
    expect(await ticketRow(ofBea)).toEqual(before);

    await link(adam, ofCem, "INC-1", true);
    await world.advance(HOUR_MS);
    await tellAll(adam);
    await unlink(adam, ofCem);
    const told = world.now();
    expect(await ticketRow(ofCem)).toMatchObject({ state: "open", firstResponseAt: told, updatedAt: told });

    await link(adam, ofBea, "INC-1", true);
    await reply(bea, ofBea);
    await unlink(adam, ofBea);
    expect(await stands(ofBea)).toEqual(["open", false]);
    expect(await ticketRow(ofBea)).not.toHaveProperty("turnAt");
  });

  test("gives back one that waited for it twice as it was before it began to for the last time", async () => {
    const { world, adam, bea, ofBea, answer, wait, waitFor, resume, reply, link, unlink, ticketRow } =
      await anIncident();
    const again = async (begin: () => Promise<unknown>) => {
      await begin();
      const { incidentId: _, linked: __, waitsForIncident: ___, ...before } = await ticketRow(ofBea);
      await world.advance(HOUR_MS);
      await waitFor(adam, ofBea, "INC-1");
      await world.advance(HOUR_MS);
      // Named once more while it waits, with a day: it is the same wait.
      await waitFor(adam, ofBea, "INC-1", world.now() + DAY_MS);
      await world.advance(HOUR_MS);
      await unlink(adam, ofBea);
      expect(await ticketRow(ofBea)).toEqual(before);
      await link(adam, ofBea, "INC-1", true);
      await world.advance(HOUR_MS);
    };
    await link(adam, ofBea, "INC-1", true);
    await world.advance(HOUR_MS);
    await again(() => resume(adam, ofBea));
    await again(() => reply(bea, ofBea));
    await again(() => answer(adam, ofBea).then(() => wait(adam, ofBea)));
    await again(() => waitFor(adam, ofBea, null, world.now() + 3 * DAY_MS));
  });
});

test("so many incidents are open at most", async () => {
  const { adam, world, ofBea, declare } = await anIncident();
  await world.run(async (ctx) => {
    const [first] = await ctx.db.query("incidents").collect();
    if (!first) return;
    const { _id, _creationTime, ...fields } = first;
    for (let place = 2; place <= MAX_OPEN; place += 1)
      await ctx.db.insert("incidents", { ...fields, key: `X-${place}` });
  });
  expect(await codeOf(declare(adam, ofBea))).toBe("too-many");
});
