/** The agents of a ticket see each other on it and who of them writes; nobody else is seen, or sees them (S37). */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { MAX_TICKETS, STAY_MS } from "../core/presence/rules";
import { SECOND_MS } from "../lib/pure/time";
import { submitted } from "../process/requests.testing";
import { codeOf, endWorld, type TestPerson } from "../testing/world.testing";
import { aSupport } from "../tickets/scenes.testing";

afterEach(endWorld);

const { stay, stayOnTicket, leave } = api.presence.mutations;
const { onTickets } = api.presence.queries;

async function anOpenTicket() {
  const support = await aSupport();
  const { world, key, ticketRow } = support;
  const { _id: id } = await ticketRow(key);
  const open = (who: TestPerson, isWriting = false, tab = "tab", ticket = key) =>
    who.mutation(stayOnTicket, { key: ticket, isWriting, tab });
  const seenBy = async (who: TestPerson, tickets = [id]) =>
    (await who.query(onTickets, { tickets })).flatMap(({ agents }) =>
      agents.map(({ name, isWriting }) => `${name}${isWriting ? " writes" : ""}`),
    );
  const silent = async () => {
    await world.advance(STAY_MS + SECOND_MS);
    await world.internal(internal.presence.internal.forget, {});
  };
  return { ...support, id, open, seenBy, silent };
}

describe("agents who have one ticket open [S37]", () => {
  test("see each other, each once however many tabs, who writes in any of them, and never themselves", async () => {
    const { adam, kim, open, seenBy } = await anOpenTicket();
    await open(adam);
    await open(kim, false, "first");
    await open(kim, true, "second");
    await open(kim, false, "third");
    expect([await seenBy(adam), await seenBy(kim)]).toEqual([["Kim Tester writes"], ["Adam Tester"]]);
    await open(kim, false, "second");
    expect(await seenBy(adam)).toEqual(["Kim Tester"]);
  });

  test("are gone once they leave, fall silent, or look at a request", async () => {
    const { world, ada, adam, kim, open, seenBy, silent } = await anOpenTicket();
    await open(kim, true);
    await kim.mutation(leave, { tab: "tab" });
    expect(await seenBy(adam)).toEqual([]);
    await open(kim, true);
    await silent();
    expect([await seenBy(adam), await world.rows("presence")]).toEqual([[], []]);
    await open(kim, true);
    const request = await world.run((ctx) => submitted(ctx, ada.id, [{ type: "manual_check" }]));
    await kim.mutation(stay, { request: request.key, page: "request", tab: "tab" });
    expect(await seenBy(adam)).toEqual([]);
    expect((await ada.query(api.presence.queries.others, { request: request.key })).map(({ name }) => name)).toEqual([
      "Kim Tester",
    ]);
    await open(kim);
    expect(await ada.query(api.presence.queries.others, { request: request.key })).toEqual([]);
  });

  test("mark in a list those tickets alone that somebody else has open", async () => {
    const { ada, adam, kim, key, id, open, create, ticketRow } = await anOpenTicket();
    const other = await ticketRow(await create(ada));
    await open(kim, true);
    await open(adam, true, "tab", other.key);
    const found = await adam.query(onTickets, { tickets: [other._id, id] });
    expect(found.map(({ ticket, agents }) => [ticket, agents.length])).toEqual([[id, 1]]);
    expect((await ticketRow(key)).updatedAt).toBe((await ticketRow(key)).createdAt);
  });
});

describe("nobody else", () => {
  test("is seen or sees them: not the requester, who takes part, other staff, nor an agent in a ticket of their own", async () => {
    const { world, ada, adam, gina, kim, sam, key, join, open, seenBy, create, ticketRow } = await anOpenTicket();
    await join(key, gina);
    await join(key, sam);
    await open(kim, true);
    for (const who of [ada, gina]) {
      expect(await codeOf(open(who, true))).toBe("not-allowed");
      expect(await codeOf(seenBy(who))).toBe("not-allowed");
    }
    expect(await codeOf(open(sam, true))).toBe("not-eligible");
    expect(await seenBy(sam)).toEqual([]);
    const own = await ticketRow(await create(adam));
    await open(kim, true, "other", own.key);
    expect(await codeOf(open(adam, true, "tab", own.key))).toBe("not-eligible");
    expect(await seenBy(adam, [own._id])).toEqual([]);
    expect((await world.rows("presence")).map(({ personId }) => personId)).toEqual([kim.id, kim.id]);
  });

  test("stays seen who takes part since, or answers no longer", async () => {
    const { world, adam, kim, key, join, open, seenBy } = await anOpenTicket();
    await open(kim, true);
    await join(key, kim);
    expect(await seenBy(adam)).toEqual([]);
    await world.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("ticketParticipants").collect()) await ctx.db.delete(_id);
    });
    expect(await seenBy(adam)).toEqual(["Kim Tester writes"]);
    await world.run((ctx) => ctx.db.patch(kim.id, { roles: ["staff"] }));
    expect(await seenBy(adam)).toEqual([]);
  });

  test("asks about more tickets than a list shows, or names a tab that is none", async () => {
    const { adam, kim, id, open } = await anOpenTicket();
    const tickets = Array.from({ length: MAX_TICKETS + 1 }, () => id);
    expect(await codeOf(adam.query(onTickets, { tickets }))).toBe("too-many");
    for (const tab of ["", "x".repeat(65)]) expect(await codeOf(open(kim, true, tab))).toBe("invalid-input");
  });
});
