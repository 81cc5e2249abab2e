/** Who cannot be looked through, for how long nobody can, and how it begins. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { CONFIG } from "../core/config/rules/options";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../lib/pure/time";
import { codeOf, endWorld, refusalBy } from "../testing/world.testing";
import { anOffice } from "./impersonation.testing";

afterEach(endWorld);

type Office = Awaited<ReturnType<typeof anOffice>>;
const { start, act } = api.impersonation.mutations;
const wish = ({ ada }: Office) => ({ personId: ada.id, reason: "Cannot find a request", minutes: 30 });

describe("nobody looks through the eyes of (I5, U1)", () => {
  test.each<[string, (office: Office) => Promise<Parameters<Office["begin"]>[1]>]>([
    ["themselves", async ({ sam }) => sam],
    [
      "themselves by another account",
      ({ world }) => world.person("twin", { email: "sam+test@ao.com", mailbox: "sam@ao.com" }),
    ],
    ["another super admin", async ({ una }) => una],
    ["a protected account, however it is spelt", ({ world }) => world.person("robot", { email: "The.Robot@AO.com" })],
    ["somebody invited", ({ world }) => world.person("ivy", { status: "invited" })],
    ["somebody suspended", ({ world }) => world.person("sue", { status: "suspended" })],
    ["somebody removed", ({ world }) => world.person("rex", { status: "removed" })],
    [
      "somebody who is proposed as a super admin",
      async ({ una, bea }) => {
        await una.stepUp();
        const roles = ["superAdmin" as const];
        await una.mutation(api.people.mutations.changeRoles, { personId: bea.id, roles, reason: "Runs it with us" });
        return bea;
      },
    ],
  ])("%s", async (_name, whoOf) => {
    const office = await anOffice({ PROTECTED_ACCOUNTS: "the.robot@ao.com" });
    expect(await codeOf(office.begin(30, await whoOf(office)))).toBe("not-eligible");
    expect([await office.sessions(), await office.running()]).toEqual([[], null]);
  });

  test("anybody, for whoever is no super admin", async () => {
    const office = await anOffice();
    for (const who of [office.adam, office.gina, office.bea])
      expect(await codeOf(office.begin(30, office.ada, who))).toBe("not-allowed");
  });

  test("a second person at once: not nested, not beside it, not from another page that shows none", async () => {
    const office = await anOffice();
    await office.begin();
    expect(await codeOf(office.begin(30, office.bea))).toBe("not-while-impersonating");
    office.sam.shows(null);
    expect(await codeOf(office.begin(30, office.bea))).toBe("not-while-impersonating");
    expect(await office.sessions()).toHaveLength(1);
  });
});

describe("a start", () => {
  test.each([
    ["no reason", { reason: "   " }, "reason-required"],
    ["a reason nobody reads", { reason: "x".repeat(501) }, "too-long"],
    ["a minute more than a day", { minutes: 1441 }, "invalid-input"],
    ["no time", { minutes: 0 }, "invalid-input"],
    ["time backwards", { minutes: -30 }, "invalid-input"],
    ["a time that is no number", { minutes: Number.NaN }, "invalid-input"],
    ["endless time", { minutes: Infinity }, "invalid-input"],
  ])("with %s is refused", async (_name, terms, code) => {
    const office = await anOffice();
    await office.sam.stepUp();
    expect(await codeOf(office.sam.mutation(start, { ...wish(office), ...terms }))).toBe(code);
    expect(await office.sessions()).toEqual([]);
  });

  test("needs the password again, by its own person in its own session", async () => {
    const office = await anOffice();
    expect(await codeOf(office.sam.mutation(start, wish(office)))).toBe("step-up-required");
    await office.una.stepUp();
    expect(await codeOf(office.sam.mutation(start, wish(office)))).toBe("step-up-required");
    expect([await office.sessions(), await office.events("impersonation.started")]).toEqual([[], []]);
  });

  test("takes the password for this person, not one given for somebody else", async () => {
    const office = await anOffice();
    const { sam, bea, world } = office;
    const session = { tokenIdentifier: sam.token.tokenIdentifier ?? "", sessionId: "session-of-sam" };
    const asked = `impersonation.start:${bea.id}`;
    await world.internal(internal.people.internal.recordStepUp, { ...session, for: asked });
    const refusal = await refusalBy(sam.mutation(start, wish(office)));
    expect(refusal).toMatchObject({ code: "step-up-required", for: `impersonation.start:${wish(office).personId}` });
  });

  test("from a request is about one of its two people", async () => {
    const office = await anOffice();
    await office.sam.stepUp();
    const { requestId, bea, ada } = office;
    expect(await codeOf(office.sam.mutation(start, { ...wish(office), personId: bea.id, requestId }))).toBe(
      "not-found",
    );
    await office.sam.mutation(start, { ...wish(office), personId: ada.id, requestId });
    expect(await office.sessions()).toMatchObject([{ requestId }]);
  });

  test("from a ticket is about its requester, and is in the record (I10)", async () => {
    const office = await anOffice();
    const { ada, bea, sam } = office;
    const key = await office.aTicketOf(ada);
    await sam.stepUp();
    const from = { ...wish(office), ticketKey: key };
    expect(await codeOf(sam.mutation(start, { ...from, personId: bea.id }))).toBe("not-found");
    expect(await codeOf(sam.mutation(start, { ...from, ticketKey: "TCK-999" }))).toBe("not-found");
    expect(await office.sessions()).toEqual([]);
    await sam.mutation(start, from);
    const [ticket] = await office.world.rows("tickets");
    expect(await office.sessions()).toMatchObject([{ ticketId: ticket?._id }]);
    expect((await office.events("impersonation.started"))[0]?.targets).toContainEqual(
      expect.objectContaining({ type: "ticket", id: ticket?._id, label: key }),
    );
  });

  test("from a ticket or request is named to those who read it, and to nobody else (I10)", async () => {
    const office = await anOffice();
    const { ada, sam, adam, gina, requestId } = office;
    const ticketKey = await office.aTicketOf(ada);
    await sam.stepUp();
    await office.stop(await sam.mutation(start, { ...wish(office), ticketKey }));
    await office.stop(await sam.mutation(start, { ...wish(office), requestId }));
    const kinds = async (by: typeof adam) =>
      (await by.query(api.impersonation.queries.ofPerson, { personId: ada.id })).ofThem.map(
        ({ about }) => about?.kind ?? null,
      );
    expect((await kinds(adam)).toSorted()).toEqual(["request", "ticket"]);
    expect(await kinds(gina)).toEqual([null, null]);
    const { ofThem } = await ada.query(api.impersonation.queries.mine, {});
    expect(ofThem.map(({ about }) => about?.kind).toSorted()).toEqual(["request", "ticket"]);
  });

  test("from a ticket is offered to super admins alone, and never of their own ticket", async () => {
    const office = await anOffice();
    const ask = (by: typeof office.sam, ticketKey: string) =>
      by.query(api.impersonation.queries.fromTicket, { ticketKey });
    expect(await ask(office.sam, await office.aTicketOf(office.ada))).toEqual({
      personId: office.ada.id,
      name: "Ada Tester",
    });
    expect(await ask(office.sam, await office.aTicketOf(office.sam))).toBeNull();
    expect(await codeOf(ask(office.adam, "TCK-1"))).toBe("not-allowed");
  });

  test("is possible ten times an hour", async () => {
    const office = await anOffice();
    const { usual } = CONFIG["impersonation.startsPerHour"];
    for (let turn = 0; turn < usual; turn++) await office.stop(await office.begin());
    expect(await codeOf(office.begin())).toBe("rate-limited");
    await office.world.advance(HOUR_MS);
    await office.begin();
  });

  test("is written with both people, the reason and the time", async () => {
    const office = await anOffice();
    await office.begin(120);
    expect(await office.events("impersonation.started")).toMatchObject([
      {
        actor: { personId: office.sam.id },
        targets: [{ id: office.ada.id }],
        context: { reason: "Cannot find a request", minutes: 120, mode: "view" },
      },
    ]);
  });
});

describe("acting", () => {
  test("needs the password and a reason each time, and lasts 30 minutes to the second (I6)", async () => {
    const office = await anOffice();
    const sessionId = await office.begin(120);
    expect(await codeOf(office.comment(office.sam, "Not yet"))).toBe("not-while-impersonating");
    await office.world.advance(6 * MINUTE_MS);
    const bare = { sessionId, reason: "Sends it" };
    expect(await refusalBy(office.sam.mutation(act, bare))).toMatchObject({
      code: "step-up-required",
      for: `impersonation.act:${bare.sessionId}`,
    });
    await office.sam.stepUp();
    expect(await codeOf(office.sam.mutation(act, { ...bare, reason: " " }))).toBe("reason-required");
    await office.act(sessionId);
    await office.world.advance(30 * MINUTE_MS - SECOND_MS);
    await office.comment(office.sam, "In time");
    await office.world.advance(SECOND_MS);
    expect(await codeOf(office.comment(office.sam, "Too late"))).toBe("not-while-impersonating");
    // The clock wrote it down, so that open pages see it.
    expect(await office.sessions()).toMatchObject([{ mode: "view" }]);
    expect((await office.events("impersonation.actingEnded")).map(({ context }) => context["because"])).toEqual([
      "expired",
    ]);
  });

  test("is over at its second although no job wrote it down yet", async () => {
    const office = await anOffice();
    const sessionId = await office.begin(120);
    await office.world.run((ctx) => ctx.db.patch(sessionId, { mode: "act", actExpiresAt: office.world.now() + 1 }));
    await office.comment(office.sam, "In time");
    await office.world.advance(1);
    expect(await office.running()).toMatchObject({ mode: "view", actExpiresAt: null });
    expect(await codeOf(office.comment(office.sam, "Too late"))).toBe("not-while-impersonating");
  });

  test("is not chained for ever: four windows, one at a time", async () => {
    const office = await anOffice();
    const sessionId = await office.begin(1440);
    await office.act(sessionId);
    expect(await codeOf(office.act(sessionId))).toBe("wrong-state");
    for (let window = 2; window <= 4; window++) {
      await office.look(sessionId);
      await office.act(sessionId);
    }
    await office.look(sessionId);
    expect(await codeOf(office.act(sessionId))).toBe("not-eligible");
    expect(await office.events("impersonation.actingStarted")).toHaveLength(4);
  });

  test("never reaches past the end of the impersonation", async () => {
    const office = await anOffice();
    const sessionId = await office.begin(30);
    await office.world.advance(20 * MINUTE_MS);
    await office.act(sessionId);
    expect((await office.running())?.actExpiresAt).toBe((await office.running())?.impersonationExpiresAt);
  });

  test("and looking again are steered by the page that shows the session, and by nobody else", async () => {
    const office = await anOffice();
    const old = await office.begin();
    await office.stop(old);
    const sessionId = await office.begin();
    const others = await office.begin(30, office.bea, office.una);
    for (const wrong of [old, others]) {
      expect(await codeOf(office.act(wrong))).toBe("impersonation-mismatch");
      expect(await codeOf(office.look(wrong))).toBe("impersonation-mismatch");
    }
    expect(await codeOf(office.stop(others))).toBe("not-found");
    await office.act(sessionId);
    expect((await office.sessions()).filter(({ mode }) => mode === "act")).toHaveLength(1);
  });

  test("brings nobody into sight who does not see the request already", async () => {
    const office = await anOffice();
    await office.act(await office.begin());
    expect(await codeOf(office.comment(office.sam, "Look @bea", [office.bea.id]))).toBe("not-eligible");
    expect(await office.world.rows("requestParticipants")).toEqual([]);
    await office.comment(office.sam, "Look @adam", [office.adam.id]);
    await office.comment(office.ada, "Look @bea", [office.bea.id]);
    expect(await office.world.rows("requestParticipants")).toMatchObject([{ personId: office.bea.id }]);
  });
});
