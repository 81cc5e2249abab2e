/** Suspending, restoring and giving roles as a weapon: by the wrong person, to the wrong person, by another spelling. */

import { afterEach, describe, expect, test } from "vitest";
import { HOUR_MS } from "../lib/pure/time";
import { aPendingStep, submitted, tasksNow } from "../process/requests.testing";
import { codeOf, endWorld } from "../testing/world.testing";
import { aCompany, type Company } from "./suspending.testing";

afterEach(endWorld);

type Name = "ada" | "adam" | "gina" | "fay" | "sam" | "una" | "kim";

/** What an attempt came to: done, proposed, or the code it was refused with. */
async function outcome(attempt: Promise<{ state: string }>): Promise<string> {
  return await attempt.then(({ state }) => state).catch((error: unknown) => codeOf(Promise.reject(error)));
}

describe("suspending", () => {
  test.each<[Name, Name, string]>([
    ["adam", "ada", "done"],
    ["gina", "ada", "done"],
    ["sam", "ada", "done"],
    ["adam", "fay", "not-eligible"],
    ["adam", "gina", "not-eligible"],
    ["adam", "sam", "not-eligible"],
    ["gina", "fay", "proposed"],
    ["gina", "adam", "proposed"],
    ["gina", "sam", "not-eligible"],
    ["sam", "adam", "proposed"],
    ["sam", "una", "proposed"],
    ["ada", "fay", "not-allowed"],
    ["fay", "ada", "not-allowed"],
    ["adam", "adam", "not-eligible"],
    ["sam", "sam", "not-eligible"],
  ])("by %s of %s: %s", async (by, whom, expected) => {
    const company = await aCompany();
    expect(await outcome(company.suspend(company[by], company[whom]))).toBe(expected);
    expect((await company.row(company[whom])).status).toBe(expected === "done" ? "suspended" : "active");
  });

  test("oneself by another account of one's own is refused (U3)", async () => {
    const company = await aCompany();
    const twin = await company.world.person("adam.twin", { email: "ADAM+other@ao.com" });
    expect(await outcome(company.suspend(company.adam, twin))).toBe("not-eligible");
  });

  test("whoever decides about one's own request is refused", async () => {
    const company = await aCompany();
    await seated(company, ["ada"], "adam");
    expect(await outcome(company.suspend(company.adam, company.ada))).toBe("not-eligible");
    expect(await outcome(company.suspend(company.gina, company.ada))).toBe("done");
  });

  test("the other approver of something takes a second person", async () => {
    const company = await aCompany();
    await seated(company, ["ada", "adam"], "fay");
    expect(await outcome(company.suspend(company.adam, company.ada))).toBe("proposed");
  });

  test("the last active super admin is refused (U2), also by a proposal that was made while there was another", async () => {
    const company = await aCompany();
    const { world, sam, una, kim } = company;
    await company.suspend(sam, una);
    await world.run((ctx) => ctx.db.patch(kim.id, { status: "removed" }));
    const { shownHash } = await company.open();
    await world.run((ctx) => ctx.db.patch(sam.id, { roles: ["staff"], isSuperAdmin: false }));
    expect(await codeOf(company.confirm(company.gina, shownHash))).toBe("not-eligible");
    expect(await company.row(una)).toMatchObject({ status: "active" });
  });

  test("two super admins suspend each other at once: one of them stays", async () => {
    const company = await aCompany();
    const { world, sam, una, kim } = company;
    await world.run((ctx) => ctx.db.patch(kim.id, { status: "removed" }));
    await company.suspend(sam, una);
    await company.suspend(una, sam);
    await world.advance(25 * HOUR_MS);
    await company.turn();
    const states = [await company.row(sam), await company.row(una)].map(({ status }) => status);
    expect(states.toSorted()).toEqual(["active", "suspended"]);
    expect((await world.rows("proposals")).map(({ state }) => state).toSorted()).toEqual(["applied", "overtaken"]);
  });

  test("without a reason, or with the password given long ago, is refused", async () => {
    const company = await aCompany();
    const { suspend } = (await import("../_generated/api")).api.people.mutations;
    const { adam, ada, sam } = company;
    expect(await codeOf(adam.mutation(suspend, { personId: ada.id, reason: " " }))).toBe("reason-required");
    expect(await codeOf(sam.mutation(suspend, { personId: adam.id, reason: "Left" }))).toBe("step-up-required");
    expect(await company.world.rows("proposals")).toEqual([]);
  });
});

describe("a protected account (U1)", () => {
  test.each(["root@ao.com", "ROOT@AO.COM", "root+x@ao.com", "ｒoot@ao.com", "r\u00ADoot@ao.com"])(
    "that the settings spell %s is neither suspended, restored nor given roles",
    async (spelling) => {
      const company = await aCompany({ PROTECTED_ACCOUNTS: `other@ao.com, ${spelling}` });
      const root = await company.world.person("root");
      expect(await outcome(company.suspend(company.sam, root))).toBe("not-eligible");
      expect(await outcome(company.give(company.sam, root, "admin"))).toBe("not-eligible");
      await company.world.run((ctx) => ctx.db.patch(root.id, { status: "suspended" }));
      expect(await outcome(company.restore(company.sam, root))).toBe("not-eligible");
    },
  );
});

describe("restoring", () => {
  test.each<[Name, Name, string]>([
    ["adam", "ada", "done"],
    ["adam", "fay", "not-eligible"],
    ["gina", "sam", "not-eligible"],
    ["sam", "fay", "proposed"],
  ])("by %s of %s: %s", async (by, whom, expected) => {
    const company = await aCompany();
    await company.world.run((ctx) => ctx.db.patch(company[whom].id, { status: "suspended" }));
    expect(await outcome(company.restore(company[by], company[whom]))).toBe(expected);
  });

  test.each([
    ["active", "wrong-state"],
    ["invited", "wrong-state"],
    // Those who were removed within 30 days: convex/removals. Nobody knows when this one was.
    ["removed", "too-late"],
    ["revoked", "wrong-state"],
    ["expired", "wrong-state"],
  ] as const)("somebody %s is refused: %s", async (status, code) => {
    const company = await aCompany();
    await company.world.run((ctx) => ctx.db.patch(company.ada.id, { status }));
    expect(await outcome(company.restore(company.sam, company.ada))).toBe(code);
  });

  test("oneself is refused, by another account of one's own too", async () => {
    const company = await aCompany();
    const twin = await company.world.person("sam.twin", { email: "sam+other@ao.com", status: "suspended" });
    expect(await outcome(company.restore(company.sam, twin))).toBe("not-eligible");
  });
});

describe("giving roles", () => {
  test.each<[Name, Name, string]>([
    ["sam", "ada", "proposed"],
    ["sam", "sam", "not-eligible"],
    ["adam", "ada", "not-allowed"],
    ["gina", "ada", "not-allowed"],
  ])("by %s to %s: %s", async (by, whom, expected) => {
    const company = await aCompany();
    expect(await outcome(company.give(company[by], company[whom], "admin"))).toBe(expected);
    expect((await company.row(company[whom])).roles).toEqual(whom === "sam" ? ["staff", "superAdmin"] : ["staff"]);
  });

  test("the same roles, or to somebody who is not active, is refused", async () => {
    const company = await aCompany();
    expect(await outcome(company.give(company.sam, company.fay, "finops"))).toBe("invalid-input");
    await company.world.run((ctx) => ctx.db.patch(company.fay.id, { status: "suspended" }));
    expect(await outcome(company.give(company.sam, company.fay, "admin"))).toBe("wrong-state");
  });

  test("takes effect with the second person's word, is told to the person, and staff is never lost", async () => {
    const company = await aCompany();
    const { ada, sam, una } = company;
    await company.give(sam, ada, "finops", "finops");
    await company.confirm(una);
    expect(await company.row(ada)).toMatchObject({ roles: ["staff", "finops"], isElevated: true });
    expect(await company.noticesOf(ada)).toEqual(["Your roles are now: FinOps"]);
    expect(await company.events("person.rolesChanged")).toMatchObject([
      { actor: { personId: una.id }, context: { proposedById: sam.id, confirmedById: una.id } },
    ]);
  });

  test("the last active super admin keeps the role (U2)", async () => {
    const company = await aCompany();
    const { world, sam, una, kim } = company;
    for (const { id } of [una, kim]) await world.run((ctx) => ctx.db.patch(id, { status: "suspended" }));
    const twin = await world.person("boss", { roles: ["staff", "superAdmin"], email: "sam+2@ao.com" });
    expect(await outcome(company.give(twin, sam))).toBe("not-eligible");
    expect((await company.row(sam)).isSuperAdmin).toBe(true);
  });
});

/** A request of somebody waits for these people's decisions. */
async function seated(company: Company, seats: readonly Name[], requester: Name): Promise<void> {
  await company.world.run(async (ctx) => {
    const [task] = await tasksNow(ctx, await submitted(ctx, company[requester].id, [{ type: "approve_access" }]));
    const ids = seats.map((name) => company[name].id);
    if (task) await aPendingStep(ctx, task, ids);
  });
}
