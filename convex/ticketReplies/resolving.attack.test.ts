/** A resolution is held with its words, and taken back with them; what else its agent wrote is lost in no window (S32, S17). */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { HELD_MS, MAX_REPLIES } from "../core/tickets/rules";
import type { TicketDraft } from "../core/tickets/table";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aHold } from "./holding.testing";

afterEach(endWorld);

async function aResolution() {
  const held = await aHold();
  const { world, agent, key, hold, ticketRow } = held;
  const resolves = (by: TestPerson = agent, change: Parameters<typeof hold>[1] = {}) =>
    hold(by, { body: "Loaded again", after: "resolve", cause: "data", readUpTo: world.now(), ...change });
  const write = (draft: TicketDraft, version: number | null, by: TestPerson = agent) =>
    by.mutation(api.tickets.mutations.saveDraft, { key, draft, version });
  const stateOf = async () => (await ticketRow(key)).state;
  const told = async () => (await world.rows("notifications")).map(({ title }) => title);
  return { ...held, resolves, write, stateOf, told };
}

describe("a resolution [S32]", () => {
  test("is held with its words for a minute, and nobody notices it before; then its requester hears of both, once", async () => {
    const { world, agent, key, claim, resolves, noticed, minute, said, stateOf, told, draftOf } = await aResolution();
    await claim(agent, key);
    const before = await noticed();
    await resolves();
    await world.advance(HELD_MS - 1000);
    expect(await noticed()).toEqual(before);
    await world.advance(1001);
    expect([await said(), await stateOf()]).toEqual([["Loaded again"], "resolved"]);
    await minute();
    expect((await told()).filter((title) => title === `${key} is resolved`)).toHaveLength(1);
    expect([await said(), await draftOf(agent)]).toEqual([["Loaded again"], null]);
  });

  test("that is taken back never was: the ticket is open, its words are a draft with its cause, nobody was told", async () => {
    const { agent, key, claim, resolves, undo, noticed, minute, draftOf, stateOf } = await aResolution();
    await claim(agent, key);
    const before = await noticed();
    await resolves();
    await undo(agent);
    await minute();
    expect([await noticed(), await stateOf()]).toEqual([before, "open"]);
    const draft = { body: "Loaded again", after: "resolve", cause: "data", visibility: "public" };
    expect(await draftOf(agent)).toMatchObject({ draft, sendsAt: null, unsentBecause: null });
    expect(await codeOf(undo(agent))).toBe("too-late");
  });

  test("is over at once where its agent says so, and not again; asked for twice it is held once", async () => {
    const { agent, resolves, sendNow, minute, said, stateOf, told, key } = await aResolution();
    await resolves();
    expect(await codeOf(resolves())).toBe("wrong-state");
    await sendNow(agent);
    expect(await stateOf()).toBe("resolved");
    await minute();
    expect(await codeOf(sendNow(agent))).toBe("too-late");
    expect(await said()).toEqual(["Loaded again"]);
    expect((await told()).filter((title) => title === `${key} is resolved`)).toHaveLength(1);
  });

  test("does not end a ticket in which somebody wrote meanwhile: it is a draft again and names them", async () => {
    const { ada, kim, agent, key, resolves, reply, answer, undo, minute, stateOf, draftOf, world } =
      await aResolution();
    const writes = [() => reply(ada, key, "One more thing"), () => answer(kim, key, "Ours")];
    for (const [turn, meanwhile] of writes.entries()) {
      await resolves();
      await world.advance(1000);
      await meanwhile();
      await minute();
      expect(await stateOf()).not.toBe("resolved");
      const name = turn === 0 ? "Ada" : "Kim";
      expect((await draftOf(agent))?.unsentBecause).toMatch(
        new RegExp(`^${name} \\S+ wrote in ${key} in the meantime`),
      );
      expect(await codeOf(undo(agent))).toBe("too-late");
    }
  });

  test("of a ticket that a colleague ended or its requester solved meanwhile is a draft again and names them [S37]", async () => {
    const { ada, kim, agent, key, create, claim, resolve, merge, solve, hold, minute, draftOf, said } =
      await aResolution();
    const others = [await create(ada), await create(ada)] as const;
    for (const one of others) await claim(agent, one);
    await claim(agent, key);
    const wish = { body: "Loaded again", after: "resolve", cause: "data" } as const;
    for (const one of [key, ...others]) await hold(agent, { key: one, ...wish });
    await resolve(kim, key, "Done");
    await merge(kim, others[0], others[1]);
    await solve(ada, others[1]);
    await minute();
    const why = async (one: string) => (await draftOf(agent, one))?.unsentBecause;
    expect(await why(key)).toBe(`Kim Tester resolved ${key} in the meantime. Read it again.`);
    expect(await why(others[0])).toBe(`Kim Tester merged ${others[0]} in the meantime. Read it again.`);
    expect(await why(others[1])).toBe(`Ada Tester marked ${others[1]} as solved in the meantime. Read it again.`);
    expect(await said()).toEqual(["Done"]);
    await expect(agent.mutation(api.tickets.mutations.claim, { key })).rejects.toMatchObject({
      data: { code: "wrong-state", message: `Kim Tester resolved ${key} in the meantime. Read it again.` },
    });
  });

  test("of many tickets counts as many replies at once, not a minute later when its agent is gone", async () => {
    const { ada, agent, world, key, ticketRow, hold } = await aResolution();
    const { _id, _creationTime, ...row } = await ticketRow(key);
    for (let made = 1; made <= MAX_REPLIES; made += 1)
      await world.run((ctx) => ctx.db.insert("tickets", { ...row, key: `TKT-${7000 + made}`, requesterId: ada.id }));
    for (let made = 1; made <= MAX_REPLIES; made += 1) await hold(agent, { key: `TKT-${7000 + made}` });
    expect(await codeOf(hold(agent))).toBe("rate-limited");
    await world.advance(HELD_MS + 1);
    expect((await world.rows("ticketMessages")).filter(({ isAnswer }) => isAnswer)).toHaveLength(MAX_REPLIES);
    expect(await world.rows("ticketDrafts")).toEqual([]);
  });
});

describe("a reply that could not be sent [S32]", () => {
  test("because the portal failed is sent again, once that is over; after some tries it is a draft again", async () => {
    const { world, agent, hold, minute, said, draftOf } = await aResolution();
    /** A tag that is there twice, which no rule knows of. */
    const breaks = async (name: string): Promise<void> => {
      for (let made = 1; made <= 2; made += 1) await world.run((ctx) => ctx.db.insert("ticketTags", { name, uses: 1 }));
    };
    const mends = () =>
      world.run(async (ctx) => {
        for (const { _id } of await ctx.db.query("ticketTags").collect()) await ctx.db.delete(_id);
      });
    await breaks("returns");
    await hold(agent, { tags: ["returns"] });
    await minute();
    expect(await said()).toEqual([]);
    expect(await draftOf(agent)).toMatchObject({ unsentBecause: null, sendsAt: expect.any(Number) });
    await mends();
    await world.advance(10_001);
    expect([await said(), await draftOf(agent)]).toEqual([["We look at it"], null]);
    await breaks("orders");
    await hold(agent, { body: "Once more", tags: ["orders"] });
    await minute();
    for (let tries = 1; tries < 5; tries += 1) await world.advance(10_001);
    expect(await draftOf(agent)).toMatchObject({ draft: { body: "Once more" }, sendsAt: null });
    expect((await draftOf(agent))?.unsentBecause).toMatch(/^The ticket has changed/);
    expect(await said()).toEqual(["We look at it"]);
  });

  test("is listed to its writer alone, with the reason, until they carry on with it or read the ticket no more", async () => {
    const { world, ada, kim, agent, key, create, reply, resolves, hold, write, undo, minute, draftOf } =
      await aResolution();
    const unsent = (by: TestPerson) => by.query(api.ticketReplies.queries.unsent, {});
    const other = await create(ada);
    await write({ body: "Begun" }, null);
    await hold(agent, { key: other });
    await undo(agent, other);
    expect(await unsent(agent)).toEqual([]);
    await resolves();
    await world.advance(1000);
    await reply(ada, key, "One more thing");
    await minute();
    const because = expect.stringMatching(/^Ada Tester wrote in/);
    expect(await unsent(agent)).toEqual([{ key, title: "Orders do not load", because }]);
    expect(await unsent(kim)).toEqual([]);
    expect(await codeOf(unsent(ada))).toBe("not-allowed");
    const kept = await draftOf(agent);
    await write({ body: "Anew" }, kept?.version ?? null);
    expect(await unsent(agent)).toEqual([]);
    await resolves();
    await world.advance(1000);
    await reply(ada, key, "And another");
    await minute();
    expect(await unsent(agent)).toHaveLength(1);
    const { _id: ticketId } = (await world.rows("tickets")).find((one) => one.key === key)!;
    const part = { ticketId, personId: agent.id, addedById: ada.id, since: world.now() };
    await world.run((ctx) => ctx.db.insert("ticketParticipants", part));
    expect(await unsent(agent)).toEqual([]);
  });
});

describe("what an agent had begun to write when their reply was held elsewhere [S17]", () => {
  test("is their draft again once that is sent, with a note as a note", async () => {
    const { agent, resolves, write, minute, draftOf, said } = await aResolution();
    await write({ body: "Ask Kim about the key", visibility: "internal" }, null);
    await resolves();
    expect(await draftOf(agent)).toMatchObject({ draft: { body: "Loaded again" } });
    await minute();
    expect(await said()).toEqual(["Loaded again"]);
    const draft = { body: "Ask Kim about the key", visibility: "internal" };
    expect(await draftOf(agent)).toMatchObject({ draft, sendsAt: null, unsentBecause: null });
  });

  test("and the reply are one draft where that is taken back or not sent; nobody else reads what was a note", async () => {
    const { agent, kim, key, resolves, write, undo, resolve, minute, draftOf } = await aResolution();
    await write({ body: "Ask Kim about the key", visibility: "internal" }, null);
    await resolves();
    await undo(agent);
    const both = { body: "Ask Kim about the key\n\nLoaded again", visibility: "internal" };
    const back = await draftOf(agent);
    expect(back?.draft).toMatchObject(both);
    await write({ body: "Half a sentence" }, back?.version ?? null);
    await resolves();
    await resolve(kim, key);
    await minute();
    expect((await draftOf(agent))?.draft).toMatchObject({ body: "Half a sentence\n\nLoaded again" });
  });

  test("is what is sent where it is the same words, or the version they were sent as", async () => {
    const { agent, write, hold, minute, draftOf, world } = await aResolution();
    const version = await write({ body: "We look" }, null);
    await hold(agent, { body: "We look at it", version });
    await minute();
    expect(await draftOf(agent)).toBeNull();
    await write({ body: "We look at it again " }, null);
    await hold(agent, { body: "We look at it again" });
    await minute();
    expect([await draftOf(agent), await world.rows("ticketDrafts")]).toEqual([null, []]);
  });

  test("in another window is kept there when the reply was sent as an older version", async () => {
    const { agent, write, hold, minute, draftOf } = await aResolution();
    const version = await write({ body: "We look" }, null);
    await write({ body: "We look at the load of Monday" }, version);
    await hold(agent, { body: "We look into it", version });
    await minute();
    expect(await draftOf(agent)).toMatchObject({ draft: { body: "We look at the load of Monday" } });
  });

  test("in the last second before, in another window, is kept beside the reply; no window that knows of it changes it", async () => {
    const { agent, write, hold, undo, minute, draftOf, said } = await aResolution();
    const version = await write({ body: "We look" }, null);
    await hold(agent, { body: "We look into it", version });
    const late = await write({ body: "We look, and Kim asks" }, version);
    expect(await draftOf(agent)).toMatchObject({ draft: { body: "We look into it" }, version: late });
    expect(await codeOf(write({ body: "Changed" }, late))).toBe("changed-meanwhile");
    expect(await codeOf(write({ body: "Changed" }, 17))).toBe("changed-meanwhile");
    await undo(agent);
    expect((await draftOf(agent))?.draft.body).toBe("We look, and Kim asks\n\nWe look into it");
    await hold(agent, { body: "We look, and Kim asks", version: (await draftOf(agent))?.version ?? null });
    for (const words of ["them", "them soon"]) await write({ body: `We look, and Kim asks ${words}` }, null);
    await minute();
    expect(await said()).toEqual(["We look, and Kim asks"]);
    expect((await draftOf(agent))?.draft.body).toBe("We look, and Kim asks them soon");
  });

  test("loses redacted words too, and no late window brings them back [S16]", async () => {
    const { ada, agent, kim, key, reply, resolves, write, minute, draftOf } = await aResolution();
    await reply(ada, key, "The key is xylophone42");
    const version = await write({ body: "Change xylophone42", tags: ["xylophone42"] }, null);
    await resolves(agent, { readUpTo: undefined });
    const wish = { key, words: "xylophone42", fileIds: [], reason: "A key" };
    await kim.mutation(api.tickets.mutations.redact, wish);
    for (const late of [version, null])
      expect(await codeOf(write({ body: "Change xylophone42 today" }, late))).toBe("changed-meanwhile");
    await minute();
    expect((await draftOf(agent))?.draft).toMatchObject({ body: "Change [redacted]", tags: [] });
  });
});
