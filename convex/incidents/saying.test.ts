import { afterEach, describe, expect, test } from "vitest";
import { internal } from "../_generated/api";
import { MAX_WORDS } from "../core/incidents/rules";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { codeOf, endWorld } from "../testing/world.testing";
import { anIncident } from "./scenes.testing";

afterEach(endWorld);

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
