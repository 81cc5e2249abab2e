/** One incident with many tickets: what it says to all, what ends with it, and what an undone link leaves (S13-S15). */

import { afterEach, describe, expect, test } from "vitest";
import { codeOf, endWorld } from "../../e2e/support/functions-world";
import { internal } from "../_generated/api";
import { MAX_OPEN, MAX_TICKETS_IN, MAX_WORDS } from "../core/incidents/rules";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
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

describe("first answers that wait for an incident [S9] [S13]", () => {
  const overdue = "First answers are overdue in INC-1: Orders are late";

  test("stay due, are asked for once of whoever has its ticket, and are given by one word to all", async () => {
    const { world, adam, bea, cem, key, ofBea, ofCem, claim, answer, clock, create, ...does } = await anIncident();
    const eve = await world.person("eve", { roles: ["staff", "admin"] });
    await claim(eve, key);
    await answer(eve, key);
    await does.link(adam, ofBea, "INC-1", true);
    const ofFay = await create(cem, { incident: "INC-1" });
    const linked = [ofBea, ofFay];
    await claim(adam, ofCem);
    await answer(adam, ofCem);
    const { dueAt } = await does.ticketRow(ofBea);
    await world.advance(2 * DAY_MS + 1);
    await clock();
    await clock();
    const told = await does.noticesOf(eve, "ticket.overdue");
    expect(told.filter(({ title }) => title === overdue)).toMatchObject([
      { subject: { id: (await does.ticketRow(key))._id } },
    ]);
    for (const one of linked) expect(JSON.stringify(told)).not.toContain(one);
    for (const who of [bea, cem]) expect(await does.noticesOf(who, "ticket.overdue")).toEqual([]);
    expect((await does.noticesOf(adam, "ticket.overdue")).map(({ title }) => title)).not.toContain(overdue);
    for (const one of linked) expect(await does.ticketRow(one)).toMatchObject({ alarmedFor: dueAt });
    await does.tellAll(adam);
    for (const one of linked) {
      const row = await does.ticketRow(one);
      expect(row).toMatchObject({
        state: "waitingOnThirdParty",
        isAnsweredInTime: false,
        firstResponseAt: world.now(),
      });
      expect(row).not.toHaveProperty("alarmAt");
    }
    await world.advance(30 * DAY_MS);
    await clock();
    for (const one of linked) expect((await does.ticketRow(one)).alarmedFor).toBe(dueAt);
  });

  test("are in time by a word in time, and then nothing of them is due until the incident ends", async () => {
    const { world, adam, ofBea, link, tellAll, clock, ticketRow, noticesOf } = await anIncident();
    await link(adam, ofBea, "INC-1", true);
    await world.advance(DAY_MS);
    await tellAll(adam);
    expect(await ticketRow(ofBea)).toMatchObject({ isAnsweredInTime: true });
    await world.advance(9 * DAY_MS);
    await clock();
    expect((await noticesOf(adam, "ticket.overdue")).map(({ title }) => title)).not.toContain(overdue);
  });

  test("are its ticket's own where it no longer waits for the incident, and once told are not told again", async () => {
    const { world, adam, bea, ofBea, ofCem, link, unlink, reply, clock, noticesOf } = await anIncident();
    for (const one of [ofBea, ofCem]) await link(adam, one, "INC-1", true);
    await reply(bea, ofBea);
    await world.advance(2 * DAY_MS + 1);
    await clock();
    const titles = async () => (await noticesOf(adam, "ticket.overdue")).map(({ title }) => title);
    expect(await titles()).toContain(`The first answer of ${ofBea} is overdue: Secret of bea`);
    expect(await titles()).toContain(overdue);
    const before = await titles();
    await unlink(adam, ofCem);
    await clock();
    expect(await titles()).toEqual(before);
  });
});

describe("what is said in an incident (S14)", () => {
  test("is an answer in each unfinished ticket once, of which each requester is notified as of a reply", async () => {
    const { world, ada, adam, bea, cem, dan, key, ofBea, ofCem, ofDan, ...does } = await anIncident();
    for (const ticket of [ofBea, ofCem, ofDan]) await does.link(adam, ticket, "INC-1", ticket === ofCem);
    await does.claim(adam, ofDan);
    await does.resolve(adam, ofDan);
    await does.tellAll(adam);
    for (const ticket of [key, ofBea, ofCem]) expect(await does.said(ticket)).toEqual(["It runs again"]);
    expect(await does.said(ofDan)).toEqual(["Loaded again"]);
    for (const [who, ticket] of [
      [ada, key],
      [bea, ofBea],
      [cem, ofCem],
    ] as const)
      expect(await does.noticesOf(who)).toMatchObject([
        { title: `Support answered in ${ticket}`, body: "It runs again", count: 1 },
      ]);
    expect((await does.noticesOf(dan)).map(({ title }) => title)).toEqual([`${ofDan} is resolved`]);
    const at = world.now();
    expect(await does.ticketRow(ofBea)).toMatchObject({ state: "open", firstResponseAt: at, lastAnswerAt: at });
    expect(await does.stands(ofCem)).toEqual(["waitingOnThirdParty", true]);
    const [, word] = await world.rows("incidentWords");
    expect(word?.reached).toBe(3);
    expect(word).not.toHaveProperty("sending");
  });

  test("reaches hundreds of tickets in steps, each once, also where a step runs again", async () => {
    const { world, adam, tellAll, fill, settled, ofBea, link } = await anIncident();
    await fill(45);
    await tellAll(adam);
    const answers = async () => (await world.rows("ticketMessages")).filter(({ wordId }) => wordId !== undefined);
    expect(await answers()).toHaveLength(10);
    const wordId = (await answers())[0]?.wordId;
    if (!wordId) throw new Error("No word");
    await world.internal(internal.incidents.internal.spread, { wordId });
    expect(await answers()).toHaveLength(20);
    await settled();
    await world.internal(internal.incidents.internal.spread, { wordId });
    const all = await answers();
    expect(all).toHaveLength(46);
    expect(new Set(all.map(({ ticketId }) => ticketId)).size).toBe(46);
    await link(adam, ofBea);
    await world.internal(internal.incidents.internal.spread, { wordId });
    expect(await answers()).toHaveLength(46);
  });

  test("is said once where it is sent twice, and not by somebody who did not read what was said meanwhile", async () => {
    const { adam, sam, ofBea, link, tellAll, said } = await anIncident();
    await link(adam, ofBea);
    await tellAll(adam, "It runs again", 1);
    await tellAll(adam, "It runs again", 1);
    expect(await codeOf(tellAll(sam, "It runs again", 1))).toBe("changed-meanwhile");
    expect(await codeOf(tellAll(adam, "Something else", 1))).toBe("changed-meanwhile");
    expect(await said(ofBea)).toEqual(["It runs again"]);
    await tellAll(adam, "It runs again", 2);
    expect(await said(ofBea)).toEqual(["It runs again", "It runs again"]);
  });

  test("is so much an hour at most, and leaves the answers of whoever said it free", async () => {
    const { world, adam, ofBea, fill, answer, tellAll, settled } = await anIncident();
    await fill(65);
    for (let place = 1; place < MAX_WORDS; place += 1) await tellAll(adam, `Update ${place}`, place);
    await settled();
    expect(await codeOf(tellAll(adam, "More", MAX_WORDS))).toBe("rate-limited");
    await answer(adam, ofBea);
    await world.advance(HOUR_MS);
    await tellAll(adam, "More", MAX_WORDS);
    expect(await codeOf(tellAll(adam, " ", MAX_WORDS + 1))).toBe("invalid-input");
  });

  test("passes a ticket that is merged; undone, it hears again", async () => {
    const { adam, ofBea, ofCem, link, merge, unmerge, tellAll, said } = await anIncident();
    await link(adam, ofBea);
    await merge(adam, ofBea, ofCem, true);
    await tellAll(adam);
    expect(await said(ofBea)).toEqual([]);
    await unmerge(adam, ofBea);
    await tellAll(adam, "Nearly there", 2);
    expect(await said(ofBea)).toEqual(["Nearly there"]);
  });
});

describe("the end of an incident (S15)", () => {
  test("resolves each unfinished ticket with its word, new and waiting ones too", async () => {
    const { world, ada, adam, bea, key, ofBea, ofCem, ofDan, ...does } = await anIncident();
    await does.link(adam, ofBea);
    await does.link(adam, ofCem, "INC-1", true);
    await does.claim(adam, ofDan);
    await does.link(adam, ofDan);
    await does.waitFor(adam, ofDan, null);
    await does.fill(20);
    await does.end(adam);
    await does.settled();
    for (const ticket of [key, ofBea, ofCem, ofDan]) {
      expect(await does.stands(ticket)).toEqual(["resolved", false]);
      expect(await does.said(ticket)).toEqual(["All is there"]);
    }
    expect((await world.rows("tickets")).every(({ state }) => state === "resolved")).toBe(true);
    expect(await does.noticesOf(ada)).toMatchObject([{ title: `${key} is resolved`, body: "All is there", count: 1 }]);
    expect((await does.ofTicket(bea, ofBea))?.incident).toMatchObject({
      isOpen: false,
      words: [{ kind: "ended" }, {}],
    });
    expect((await world.rows("notifications")).filter(({ kind }) => kind === "ticket.proven")).toEqual([]);
  });

  test("leaves a ticket that is opened again to itself: nothing more is said in it by the incident", async () => {
    const { adam, bea, ofBea, key, link, unlink, reply, end, tellAll, said, ticketRow, declare } = await anIncident();
    await link(adam, ofBea);
    await end(adam);
    await reply(bea, ofBea);
    expect(await ticketRow(ofBea)).toMatchObject({ state: "open" });
    expect(await codeOf(tellAll(adam, "More", 2))).toBe("too-late");
    expect(await codeOf(end(adam, true, 2, "More"))).toBe("too-late");
    await end(adam);
    expect(await ticketRow(ofBea)).toMatchObject({ state: "open" });
    expect(await said(ofBea)).toEqual(["All is there", "Still broken"]);
    expect(await codeOf(link(adam, ofBea))).toBe("too-late");
    expect(await declare(adam, ofBea)).toBe("INC-2");
    expect(await codeOf(unlink(adam, key))).toBe("not-eligible");
  });

  test("leaves its tickets to support where it does not resolve them: what waits for it is back, once (S6)", async () => {
    const { adam, ofBea, ofCem, ofDan, ...does } = await anIncident();
    await does.claim(adam, ofBea);
    await does.link(adam, ofBea, "INC-1", true);
    await does.link(adam, ofCem);
    await does.link(adam, ofDan, "INC-1", true);
    await does.resume(adam, ofDan);
    await does.end(adam, false);
    for (const ticket of [ofBea, ofCem, ofDan]) {
      expect(await does.stands(ticket)).toEqual(["open", false]);
      expect(await does.said(ticket)).toEqual(["All is there"]);
    }
    expect((await does.noticesOf(adam, "ticket.proven")).map(({ title }) => title)).toEqual([
      expect.stringMatching(new RegExp(`^${ofBea}: INC-1 ended on \\d\\d/\\d\\d/\\d{4}\\.$`)),
    ]);
  });

  test("is heard when a merge is undone, and time that was waited for it does not count (S3)", async () => {
    const { world, adam, ofBea, ofCem, link, merge, unmerge, end, ticketRow, noticesOf, answer } = await anIncident();
    await answer(adam, ofBea);
    const { dueAt } = await ticketRow(ofBea);
    await link(adam, ofBea, "INC-1", true);
    await merge(adam, ofBea, ofCem, true);
    await world.advance(2 * HOUR_MS);
    await end(adam, false);
    expect(await ticketRow(ofBea)).toMatchObject({ state: "merged" });
    await unmerge(adam, ofBea);
    expect(await ticketRow(ofBea)).toMatchObject({ state: "open", dueAt: dueAt + 2 * HOUR_MS });
    expect(await noticesOf(adam, "ticket.proven")).toHaveLength(1);
  });
});

test("a ticket that waits for something else instead is not brought back by the end, and a merge that is undone not before it", async () => {
  const { world, adam, ofBea, ofCem, ofDan, answer, link, wait, merge, unmerge, end, stands, noticesOf } =
    await anIncident();
  await answer(adam, ofBea);
  await link(adam, ofBea, "INC-1", true);
  await wait(adam, ofBea, world.now() + DAY_MS);
  await link(adam, ofCem, "INC-1", true);
  await merge(adam, ofCem, ofDan, true);
  await unmerge(adam, ofCem);
  expect(await stands(ofCem)).toEqual(["waitingOnThirdParty", true]);
  await end(adam, false);
  expect(await stands(ofBea)).toEqual(["waitingOnRequester", false]);
  expect(await stands(ofCem)).toEqual(["open", false]);
  expect(await noticesOf(adam, "ticket.proven")).toHaveLength(1);
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
