/** Ways to read or move through an incident what is not one's own: who speaks in it, and what each of its tickets hears. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import { codeOf, endWorld } from "../testing/world.testing";
import { anIncident } from "./scenes.testing";

afterEach(endWorld);

describe("an incident (S13)", () => {
  test("is declared, told and ended, and tickets are linked, by those who answer tickets alone", async () => {
    const { world, ada, gina, fay, bea, ofBea, ofCem, adam, ...does } = await anIncident();
    await does.link(adam, ofCem);
    const before = [await world.rows("tickets"), await world.rows("incidents"), await world.rows("incidentWords")];
    for (const who of [ada, gina, fay, bea]) {
      expect(await codeOf(does.declare(who, ofBea))).toBe("not-allowed");
      expect(await codeOf(does.link(who, ofBea))).toBe("not-allowed");
      expect(await codeOf(does.unlink(who, ofCem))).toBe("not-allowed");
      expect(await codeOf(does.tellAll(who))).toBe("not-allowed");
      expect(await codeOf(does.end(who))).toBe("not-allowed");
      expect(await codeOf(does.withdraw(who))).toBe("not-allowed");
      expect(await codeOf(does.retitle(who, "Mine"))).toBe("not-allowed");
    }
    expect([await world.rows("tickets"), await world.rows("incidents"), await world.rows("incidentWords")]).toEqual(
      before,
    );
  });

  test("is none of an agent who takes part in the ticket, and is told from the ticket it was declared from alone", async () => {
    const { adam, kim, key, ofBea, ofCem, join, ...does } = await anIncident();
    for (const ticket of [key, ofBea, ofCem]) await join(ticket, kim);
    await does.link(adam, ofCem);
    expect(await codeOf(does.declare(kim, ofBea))).toBe("not-eligible");
    expect(await codeOf(does.link(kim, ofBea))).toBe("not-eligible");
    expect(await codeOf(does.unlink(kim, ofCem))).toBe("not-eligible");
    expect(await codeOf(does.tellAll(kim))).toBe("not-eligible");
    expect(await codeOf(does.end(kim))).toBe("not-eligible");
    expect(await codeOf(does.withdraw(kim))).toBe("not-eligible");
    expect(await codeOf(does.retitle(kim, "Mine"))).toBe("not-eligible");
    expect(await codeOf(does.retitle(adam, "Mine", ofCem))).toBe("not-eligible");
    expect(await does.open(kim)).toMatchObject([{ from: null }]);
    expect(await does.open(adam)).toMatchObject([{ from: key }]);
    expect(await codeOf(does.withdraw(adam, ofCem))).toBe("not-eligible");
    expect(await codeOf(does.tellAll(adam, "Now", 1, ofCem))).toBe("not-eligible");
    expect(await codeOf(does.tellAll(adam, "Now", 1, ofBea))).toBe("not-eligible");
    expect((await does.ofTicket(kim, key))?.incident).toMatchObject({ linked: null, managed: null });
  });

  test("that was called too much is so no longer for anybody but its agents, also once it ended, and for nobody once redacted", async () => {
    const { world, adam, bea, key, ofBea, ...does } = await anIncident();
    await does.link(adam, ofBea);
    await does.retitle(adam, "  Mr Smith lost some orders ");
    await does.retitle(adam, "Mr Smith lost some orders");
    await does.end(adam);
    await does.retitle(adam, "Some orders are late");
    expect((await does.ofTicket(bea, ofBea))?.incident).toMatchObject({ title: "Some orders are late", managed: null });
    expect(JSON.stringify([await does.ofTicket(bea, ofBea), await does.ofTicket(adam, ofBea)])).not.toContain("Smith");
    const former = async () => (await does.ofTicket(adam, key))?.incident?.managed?.formerTitles;
    expect(await former()).toMatchObject([
      { title: "Mr Smith lost some orders", by: "Adam Tester" },
      { title: "Orders are late", by: "Adam Tester" },
    ]);
    const event = (await world.rows("auditEvents")).filter(({ action }) => action === "ticket.incidentRetitled");
    expect(event).toHaveLength(2);
    expect(JSON.stringify(event)).not.toContain("Smith");
    await does.note(adam, key, "It was Smith");
    await adam.mutation(api.tickets.mutations.redact, { key, words: "Smith", fileIds: [], reason: "A name" });
    expect(JSON.stringify(await world.rows("incidents"))).not.toContain("Smith");
    expect(await codeOf(does.retitle(adam, "  "))).toBe("invalid-input");
    expect(await codeOf(does.retitle(adam, "x".repeat(201)))).toBe("invalid-input");
    for (let turn = 2; turn < 20; turn += 1) await does.retitle(adam, `Orders ${turn}`);
    expect(await codeOf(does.retitle(adam, "Once more"))).toBe("too-many");
  });

  test("shows nothing of its tickets: to all its own words alone, and to a requester not even that there are others", async () => {
    const { world, ada, adam, bea, cem, ofBea, ofCem, ofDan, create, ...does } = await anIncident();
    const secret = await create(ada, { title: "Secret of ada", description: "Words of ada" });
    await does.declare(adam, secret, "Mails are late", "We look");
    for (const ticket of [ofBea, ofCem, ofDan]) await does.link(adam, ticket, "INC-2");
    await does.note(adam, secret, "Note of support");
    await does.tellAll(adam, "It runs again", 1, secret);
    const seen = async (who: typeof bea, ticket: string) =>
      JSON.stringify([
        await does.open(who),
        await does.ofTicket(who, ticket),
        await does.read(who, ticket),
        await does.mine(who),
        (await world.rows("notifications")).filter(({ recipientId }) => recipientId === who.id),
        (await world.rows("mailOutbox")).filter((mail) => JSON.stringify(mail).includes(who.id)),
      ]);
    const ofAda = ["Secret of ada", "Words of ada", "Note of support", secret, "Ada Tester"];
    for (const words of [...ofAda, ofCem, ofDan, "of cem", "of dan", "Cem Tester"])
      expect(await seen(bea, ofBea)).not.toContain(words);
    for (const words of [ofBea, ofCem, "of bea", "of cem"]) expect(await seen(ada, secret)).not.toContain(words);
    for (const words of [...ofAda, ofBea, ofCem]) expect(JSON.stringify([await does.open(cem)])).not.toContain(words);
    expect(await does.ofTicket(cem, ofBea)).toBeNull();
  });

  test("is looked at through other eyes as its requester sees it, and nothing is done in it", async () => {
    const { world, sam, adam, bea, key, ofBea, create, link, ofTicket, tellAll } = await anIncident();
    await link(adam, ofBea);
    expect((await ofTicket(sam, ofBea))?.incident?.linked).toMatchObject({ from: key });
    expect((await ofTicket(sam, key))?.incident?.managed).toMatchObject({ total: 1 });
    for (const target of [bea, adam]) {
      await sam.stepUp();
      const looking = { personId: target.id, reason: "Look at what they see", minutes: 30 };
      await sam.mutation(api.impersonation.mutations.start, looking);
      expect(JSON.stringify([await ofTicket(sam, ofBea), await ofTicket(sam, key)])).not.toMatch(/"from"|"tickets"/);
      expect(await codeOf(tellAll(sam))).toBe("not-while-impersonating");
      await world.run(async (ctx) => {
        for (const one of await ctx.db.query("impersonationSessions").collect())
          await ctx.db.patch(one._id, { endedAt: world.now() });
      });
    }
    expect(await ofTicket(bea, key)).toBeNull();
    expect(await ofTicket(bea, await create(bea))).toEqual({ incident: null, canBePart: false });
  });

  test("is answered alike where it does not exist, however it is named", async () => {
    const { adam, ofBea, link, ticketRow } = await anIncident();
    const before = await ticketRow(ofBea);
    for (const name of ["INC-99", "", "__proto__", "inc-1", "x".repeat(5000)])
      expect(await codeOf(link(adam, ofBea, name))).toBe("not-found");
    expect(await ticketRow(ofBea)).toEqual(before);
  });
});

describe("what is said in an incident (S14)", () => {
  test("is never an answer of an agent in a ticket of their own, nor does it resolve that (S1)", async () => {
    const { world, adam, kim, ofBea, ofCem, create, link, end, tellAll, said, stands, noticesOf } = await anIncident();
    const ofKim = await create(kim, { title: "Mine" });
    await world.run(async (ctx) => {
      const [ticket] = (await ctx.db.query("tickets").collect()).filter((one) => one.key === ofCem);
      if (ticket)
        await ctx.db.insert("ticketParticipants", {
          ...{ ticketId: ticket._id, personId: kim.id, addedById: adam.id, since: Date.now() },
        });
    });
    for (const ticket of [ofBea, ofCem, ofKim]) await link(adam, ticket, "INC-1", true);
    await tellAll(kim);
    await end(kim, true, 2);
    expect(await said(ofBea)).toEqual(["It runs again", "All is there"]);
    for (const ticket of [ofKim, ofCem]) {
      expect(await said(ticket)).toEqual([]);
      expect(await stands(ticket)).toEqual(["open", false]);
    }
    expect(await noticesOf(kim)).toEqual([]);
  });
});

describe("a ticket that is written as part of an incident (S13)", () => {
  test("waits for its end from the start, and its writer's next word brings it to support", async () => {
    const { world, adam, fay, create, reply, stands, end, ofTicket, read, noticesOf } = await anIncident();
    const [before, mine] = [await noticesOf(adam, "ticket.created"), await create(fay, { incident: "INC-1" })];
    expect(await stands(mine)).toEqual(["waitingOnThirdParty", true]);
    expect(await noticesOf(adam, "ticket.created")).toEqual(before);
    expect((await ofTicket(adam, mine))?.incident?.linked).toMatchObject({ by: "Fay Tester" });
    expect((await read(fay, mine))?.messages).toEqual([]);
    await reply(fay, mine);
    expect(await stands(mine)).toEqual(["open", true]);
    expect(await noticesOf(adam, "ticket.replied")).toHaveLength(1);
    await end(adam, false);
    expect(await stands(mine)).toEqual(["open", false]);
    expect((await world.rows("tickets")).length).toBe(5);
  });

  test("is not written where the incident has ended, is full or is none, and counts as any other", async () => {
    const { world, adam, fay, create, end, fill } = await anIncident();
    await fill(499);
    expect(await codeOf(create(fay, { incident: "INC-1" }))).toBe("too-many");
    expect(await codeOf(create(fay, { incident: "INC-2" }))).toBe("not-found");
    await end(adam);
    expect(await codeOf(create(fay, { incident: "INC-1" }))).toBe("too-late");
    expect((await world.rows("tickets")).filter(({ requesterId }) => requesterId === fay.id)).toEqual([]);
    for (let count = 0; count < 10; count += 1) await create(fay);
    expect(await codeOf(create(fay))).toBe("rate-limited");
  });
});
