/** One person who tries to be two, and a word that is taken for something else than was shown. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { MAX_OPEN_PROPOSALS } from "../core/proposals/rules";
import { DAY_MS, HOUR_MS } from "../lib/pure/time";
import { aCompany, type Company } from "../people/suspending.testing";
import { codeOf, DAWN, endWorld, refusalBy, type TestPerson } from "../testing/world.testing";

afterEach(endWorld);

const { confirm, decline, stop, withdraw } = api.proposals.mutations;

/** Sam proposed to make Ada an admin. */
async function aProposed() {
  const company = await aCompany();
  await company.give(company.sam, company.ada, "admin");
  return company;
}

const isAdmin = async ({ row, ada }: Company): Promise<boolean> => (await row(ada)).roles.includes("admin");

describe("a second person (U5)", () => {
  test("is another super admin, and the change is done with their word", async () => {
    const company = await aProposed();
    expect(await isAdmin(company)).toBe(false);
    await company.confirm(company.una);
    expect(await isAdmin(company)).toBe(true);
    expect(await company.world.rows("proposals")).toMatchObject([
      { state: "confirmed", endedById: company.una.id, proposedById: company.sam.id },
    ]);
    expect(await company.noticesOf(company.sam)).toEqual([
      "Change the roles of Ada Tester: was confirmed by Una Tester",
    ]);
  });

  test("is asked, and nobody else is; once it is settled nobody is asked any more", async () => {
    const company = await aProposed();
    const asked = async () =>
      (await company.world.rows("notifications"))
        .filter(({ kind, closedAt }) => kind === "proposal.asked" && closedAt === undefined)
        .map(({ recipientId }) => recipientId);
    expect(await asked()).toEqual([company.una.id, company.kim.id]);
    await company.confirm(company.una);
    expect(await asked()).toEqual([]);
  });

  test("is asked for among those who may give their word: whoever the proposer just restored is not", async () => {
    const company = await aCompany();
    const { sam, una, kim, ada } = company;
    await sponsored(company, "una", "sam", "restored");
    await company.give(sam, ada, "admin");
    expect(await company.noticesOf(una)).toEqual([]);
    expect(await company.noticesOf(kim)).toEqual(["Confirm or refuse: Change the roles of Ada Tester"]);
  });

  test.each<[string, (company: Company) => Promise<TestPerson>]>([
    ["the proposer", async ({ sam }) => sam],
    [
      "the proposer's other mailbox",
      async ({ world }) =>
        await world.person("sam.two", { email: "Sam+two@ao.com", roles: ["staff", "superAdmin"], isSuperAdmin: true }),
    ],
    [
      "whom it is about, by another account",
      async ({ world }) => await world.person("ada.two", { email: "ada+2@ao.com", roles: ["staff", "superAdmin"] }),
    ],
    ["somebody the proposer restored", (company) => sponsored(company, "una", "sam", "restored")],
    ["somebody the proposer promoted", (company) => sponsored(company, "una", "sam", "promoted")],
    ["somebody the proposer invited", (company) => sponsored(company, "una", "sam", "invited")],
    [
      "whoever promoted the proposer",
      async (company) => {
        await sponsored(company, "sam", "una", "promoted");
        return company.una;
      },
    ],
    ["somebody who stands in for the proposer", (company) => delegated(company, "sam", "una")],
    [
      "somebody the proposer stands in for",
      async (company) => {
        await delegated(company, "una", "sam");
        return company.una;
      },
    ],
    ["somebody the proposer impersonated", (company) => impersonated(company, "sam", "una")],
    [
      "somebody who impersonated the proposer",
      async (company) => {
        await impersonated(company, "una", "sam");
        return company.una;
      },
    ],
    ["governance, who may not give roles", async ({ gina }) => gina],
    ["an admin, who may not give roles", async ({ adam }) => adam],
  ])("is not %s", async (_name, whoOf) => {
    const company = await aProposed();
    const who = await whoOf(company);
    expect(["not-eligible", "not-allowed"]).toContain(await codeOf(company.confirm(who)));
    expect(await isAdmin(company)).toBe(false);
  });

  test("finds it above whatever ended before, and reads what ended last", async () => {
    const company = await aProposed();
    const { world, una, ada } = company;
    await world.run(async (ctx) => {
      const [proposal] = await ctx.db.query("proposals").collect();
      if (!proposal) throw new Error("Nothing was proposed");
      const { _id, _creationTime, ...fields } = proposal;
      for (const state of ["withdrawn", "applied"] as const)
        for (let ago = 30; ago > 0; ago -= 1)
          await ctx.db.insert("proposals", { ...fields, state, proposedAt: DAWN - ago * HOUR_MS });
    });
    const shown = await una.query(api.proposals.queries.about, { subjectId: ada.id });
    expect(shown.map(({ state }) => state)[0]).toBe("open");
    expect(shown.slice(1, 5).map(({ state }) => state)).toEqual(
      expect.arrayContaining(["applied", "withdrawn", "applied", "withdrawn"]),
    );
    expect(shown.slice(1, 3).every(({ proposedAt }) => proposedAt === DAWN - HOUR_MS)).toBe(true);
  });

  test("is nobody whom the proposer just promoted, or restored and promoted, with whoever's help", async () => {
    const company = await aCompany();
    const { sam, una, kim, ada, fay } = company;
    await company.give(sam, ada, "superAdmin");
    await company.confirm(kim);
    await company.suspend(sam, fay);
    expect(await codeOf(company.confirm(ada))).toBe("not-eligible");
    await company.confirm(una);
    await company.world.advance(0);
    await company.restore(una, fay);
    await company.confirm(sam);
    expect(await company.world.rows("sponsors")).toMatchObject([
      { personId: ada.id, sponsorId: sam.id, why: "promoted" },
      { personId: ada.id, sponsorId: kim.id, why: "promoted" },
      { personId: fay.id, sponsorId: una.id, why: "restored" },
      { personId: fay.id, sponsorId: sam.id, why: "restored" },
    ]);
  });

  test("may be somebody the proposer restored more than 30 days ago", async () => {
    const company = await aCompany();
    await sponsored(company, "una", "sam", "restored");
    await company.world.advance(30 * DAY_MS);
    await company.give(company.sam, company.ada, "admin");
    await company.confirm(company.una);
    expect(await isAdmin(company)).toBe(true);
  });

  test("may be who used the portal as the proposer over 30 days ago, or stood in until that was ended", async () => {
    const company = await aCompany();
    const { world, sam, una, ada } = company;
    await impersonated(company, "una", "sam");
    await delegated(company, "sam", "una");
    await world.advance(31 * DAY_MS);
    await world.run(async (ctx) => {
      const [delegation] = await ctx.db.query("delegations").collect();
      if (delegation)
        await ctx.db.patch(delegation._id, { phase: "over", endedAt: world.now(), endsAt: world.now() + DAY_MS });
    });
    await company.give(sam, ada, "admin");
    await company.confirm(una);
    expect(await isAdmin(company)).toBe(true);
  });

  test("gives their password again, and is nobody who impersonates", async () => {
    const company = await aProposed();
    const { _id, shownHash } = await company.open();
    const word = { proposalId: _id, shownHash };
    expect(await refusalBy(company.una.mutation(confirm, word))).toMatchObject({
      code: "step-up-required",
      for: `proposal.confirm:${_id}`,
    });
    await company.una.stepUp();
    const sessionId = await company.world.run((ctx) =>
      ctx.db.insert("impersonationSessions", {
        realPersonId: company.una.id,
        impersonatingUserId: company.fay.id,
        mode: "act",
        reason: "Support",
        impersonationStartedAt: DAWN,
        impersonationExpiresAt: DAWN + HOUR_MS,
      }),
    );
    company.una.shows(sessionId);
    expect(await codeOf(company.una.mutation(confirm, word))).toBe("not-while-impersonating");
  });
});

describe("a word", () => {
  test("about something else than was shown is refused", async () => {
    const company = await aProposed();
    expect(await codeOf(company.confirm(company.una, "another hash"))).toBe("changed-meanwhile");
  });

  test("about what changed since is refused, although it names what was shown", async () => {
    const company = await aProposed();
    await company.world.run((ctx) => ctx.db.patch(company.ada.id, { roles: ["staff", "finops"], isElevated: true }));
    expect(await codeOf(company.confirm(company.una))).toBe("changed-meanwhile");
  });

  test("counts for a proposer who may still do it: demoted or suspended since, it does not", async () => {
    const company = await aProposed();
    await company.world.run((ctx) => ctx.db.patch(company.sam.id, { roles: ["staff"], isSuperAdmin: false }));
    expect(await codeOf(company.confirm(company.una))).toBe("not-allowed");
    await company.world.run((ctx) =>
      ctx.db.patch(company.sam.id, { roles: ["staff", "superAdmin"], status: "suspended" }),
    );
    expect(await codeOf(company.confirm(company.una))).toBe("not-eligible");
  });

  test("comes too late after seven days, also before the clock noted it, and the clock then tells the proposer", async () => {
    const company = await aProposed();
    await company.world.advance(7 * DAY_MS);
    expect(await codeOf(company.confirm(company.una))).toBe("wrong-state");
    await company.turn();
    expect(await company.world.rows("proposals")).toMatchObject([{ state: "expired" }]);
    expect(await company.noticesOf(company.sam)).toEqual([
      "Change the roles of Ada Tester: expired: nobody confirmed it in time",
    ]);
  });

  test("counts once: what is over is neither confirmed, refused nor withdrawn again", async () => {
    const company = await aProposed();
    const { _id, shownHash } = await company.open();
    await company.una.mutation(decline, { proposalId: _id, reason: "Not needed" });
    await company.kim.stepUp();
    expect(await codeOf(company.kim.mutation(confirm, { proposalId: _id, shownHash }))).toBe("wrong-state");
    expect(await codeOf(company.kim.mutation(decline, { proposalId: _id, reason: "No" }))).toBe("wrong-state");
    expect(await codeOf(company.sam.mutation(withdraw, { proposalId: _id }))).toBe("wrong-state");
    expect(await isAdmin(company)).toBe(false);
  });

  test("to refuse is not for the proposer or whom it is about; to withdraw is for the proposer alone", async () => {
    const company = await aCompany();
    await company.suspend(company.sam, company.gina);
    const { _id: proposalId } = await company.open();
    expect(await codeOf(company.una.mutation(decline, { proposalId, reason: " " }))).toBe("reason-required");
    expect(await codeOf(company.gina.mutation(decline, { proposalId, reason: "No" }))).toBe("not-eligible");
    expect(await codeOf(company.sam.mutation(decline, { proposalId, reason: "No" }))).toBe("not-eligible");
    expect(await codeOf(company.una.mutation(withdraw, { proposalId }))).toBe("not-eligible");
    await company.sam.mutation(withdraw, { proposalId });
    expect(await company.row(company.gina)).toMatchObject({ status: "active" });
  });

  test("has a reason that can be read: none of thousands of letters", async () => {
    const { sam, ada, world } = await aCompany();
    await sam.stepUp();
    const wish = { personId: ada.id, roles: ["staff" as const, "admin" as const], reason: "x".repeat(501) };
    expect(await codeOf(sam.mutation(api.people.mutations.changeRoles, wish))).toBe("too-long");
    expect(await world.rows("proposals")).toEqual([]);
  });

  test("is asked for once at a time: a second proposal about the same person waits", async () => {
    const company = await aProposed();
    expect(await codeOf(company.give(company.una, company.ada, "finops"))).toBe("duplicate");
  });

  test("is asked for twenty times at once by one person, who can ask again once one of them has ended", async () => {
    const company = await aProposed();
    const { world, sam, una, adam, gina } = company;
    await world.run(async (ctx) => {
      const [row] = await ctx.db.query("proposals").take(1);
      const { _id, _creationTime, ...fields } = row!;
      for (let made = 1; made < MAX_OPEN_PROPOSALS; made++)
        await ctx.db.insert("proposals", { ...fields, subject: { ...fields.subject, id: `other-${made}` } });
    });
    expect(await codeOf(company.give(sam, adam, "finops"))).toBe("too-many");
    expect(await company.give(una, gina, "finops")).toMatchObject({ state: "proposed" });
    await world.run(async (ctx) => {
      const [row] = await ctx.db.query("proposals").order("asc").take(1);
      await ctx.db.patch(row!._id, { state: "withdrawn" });
    });
    expect(await company.give(sam, adam, "finops")).toMatchObject({ state: "proposed" });
  });
});

describe("with fewer than three active super admins", () => {
  async function aSmallCompany() {
    const company = await aCompany();
    await company.world.run((ctx) => ctx.db.patch(company.kim.id, { status: "removed" }));
    return company;
  }

  test("a change waits a day, everybody hears of it on their own clock [N10], and then it takes effect", async () => {
    const company = await aSmallCompany();
    const { ada, adam, una, gina, sam } = company;
    await gina.mutation(api.people.mutations.saveTimeZone, { timeZone: "America/New_York" });
    expect(await company.give(sam, ada, "admin")).toMatchObject({ state: "proposed", appliesAt: DAWN + DAY_MS });
    const told = [
      [ada, "03/03/2026 09:00 UTC"],
      [adam, "03/03/2026 09:00 UTC"],
      [gina, "03/03/2026 04:00 GMT-5"],
    ] as const;
    for (const [who, when] of told)
      expect(await company.noticesOf(who)).toEqual([
        expect.stringContaining(`takes effect on ${when} unless an admin stops it`),
      ]);
    expect(await company.noticesOf(una)).toEqual(["Confirm or refuse: Change the roles of Ada Tester"]);
    expect(await company.noticesOf(sam)).toEqual([]);
    await company.world.advance(DAY_MS - 1);
    await company.turn();
    expect(await isAdmin(company)).toBe(false);
    await company.world.advance(1);
    await company.turn();
    expect(await isAdmin(company)).toBe(true);
    expect(await company.events("person.rolesChanged")).toMatchObject([
      { actor: { kind: "system" }, context: { proposedById: sam.id, confirmedById: null } },
    ]);
  });

  test("the clock does nothing before its time, and nothing to what ended in the same moment", async () => {
    const company = await aSmallCompany();
    await company.give(company.sam, company.ada, "admin");
    const { _id: proposalId } = await company.open();
    const turned = () => company.world.internal(internal.proposals.internal.turnOne, { proposalId });
    await turned();
    expect(await company.open()).toMatchObject({ _id: proposalId });
    await company.world.advance(DAY_MS);
    await company.sam.mutation(withdraw, { proposalId });
    await turned();
    expect(await isAdmin(company)).toBe(false);
    expect(await company.world.rows("proposals")).toMatchObject([{ state: "withdrawn" }]);
  });

  test("any admin stops it, and nobody who is none, to whom it is not offered either", async () => {
    const company = await aSmallCompany();
    await company.give(company.sam, company.ada, "admin");
    const { _id: proposalId } = await company.open();
    const offered = async (who: TestPerson) =>
      (await who.query(api.proposals.queries.about, { subjectId: company.ada.id }))[0]?.whyNotStop;
    expect([await offered(company.gina), await offered(company.adam)]).toEqual([{ code: "not-allowed" }, null]);
    expect(await codeOf(company.gina.mutation(stop, { proposalId, reason: "No" }))).toBe("not-allowed");
    expect(await codeOf(company.adam.mutation(stop, { proposalId, reason: "" }))).toBe("reason-required");
    await company.adam.mutation(stop, { proposalId, reason: "Nobody asked for it" });
    await company.world.advance(DAY_MS);
    await company.turn();
    expect(await isAdmin(company)).toBe(false);
    expect(await company.world.rows("proposals")).toMatchObject([
      { state: "stopped", endReason: "Nobody asked for it" },
    ]);
  });

  test("it takes no effect when its proposer is not there any more, or it changed meanwhile", async () => {
    const company = await aSmallCompany();
    await company.give(company.sam, company.ada, "admin");
    await company.world.run((ctx) => ctx.db.patch(company.sam.id, { status: "suspended" }));
    await company.world.advance(DAY_MS);
    await company.turn();
    expect(await isAdmin(company)).toBe(false);
    expect(await company.world.rows("proposals")).toMatchObject([{ state: "overtaken" }]);
  });

  test("two accounts of one human are one super admin", async () => {
    const company = await aSmallCompany();
    await company.world.person("una.two", { email: "una+2@ao.com", roles: ["staff", "superAdmin"] });
    expect(await company.give(company.sam, company.ada, "admin")).toMatchObject({ appliesAt: DAWN + DAY_MS });
  });

  test("with three, nothing takes effect alone and nobody can stop what does not", async () => {
    const company = await aProposed();
    const { _id: proposalId, appliesAt } = await company.open();
    expect(appliesAt).toBeUndefined();
    expect(await codeOf(company.adam.mutation(stop, { proposalId, reason: "No" }))).toBe("not-eligible");
    await company.world.advance(2 * DAY_MS);
    await company.turn();
    expect(await isAdmin(company)).toBe(false);
  });
});

async function sponsored(
  { world, ...company }: Company,
  who: "una" | "sam",
  by: "una" | "sam",
  why: "invited" | "promoted" | "restored",
): Promise<TestPerson> {
  const row = { personId: company[who].id, sponsorId: company[by].id, why, at: world.now() };
  await world.run((ctx) => ctx.db.insert("sponsors", row));
  return company[who];
}

async function delegated(company: Company, from: "una" | "sam", to: "una" | "sam"): Promise<TestPerson> {
  const window = { startsAt: DAWN + HOUR_MS, endsAt: DAWN + DAY_MS, reason: "On leave" };
  await company[from].mutation(api.approvals.mutations.delegate, { toId: company[to].id, ...window });
  return company[to];
}

async function impersonated(
  { world, ...company }: Company,
  real: "una" | "sam",
  target: "una" | "sam",
): Promise<TestPerson> {
  await world.run((ctx) =>
    ctx.db.insert("impersonationSessions", {
      realPersonId: company[real].id,
      impersonatingUserId: company[target].id,
      mode: "view",
      reason: "Support",
      impersonationStartedAt: DAWN - HOUR_MS,
      impersonationExpiresAt: DAWN,
      endedAt: DAWN,
    }),
  );
  return company[target];
}
