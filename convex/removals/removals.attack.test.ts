/** Removing people as a weapon, by accident, by one person alone, or against another one than was shown. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { aCase } from "../approvals/approvals.testing";
import { whyNotRemove } from "../core/people/rules/removing";
import { mailboxOf } from "../lib/pure/mailbox";
import { DAY_MS } from "../lib/pure/time";
import { codeOf, endWorld, refusalBy, type TestPerson } from "../testing/world.testing";
import { aRemovingCompany, reason, removalsIn } from "./removing.testing";

afterEach(endWorld);

test("governance removes a member of staff: nothing of theirs works any more", async () => {
  const { world, gina, ada, fay, remove, row } = await aRemovingCompany();
  expect(await remove(gina, ada, fay)).toEqual({ state: "done" });
  expect(await row(ada)).toMatchObject({ status: "removed", roles: ["staff"] });
  expect(await codeOf(ada.query(api.people.queries.search, { text: "a" }))).toBe("not-active");
  expect(await world.internalQuery(internal.people.internal.shutOuts, {})).toMatchObject([{ email: "ada@ao.com" }]);
});

test("what they own has a successor, and who owns an area is changed by two people, by this door, too (U5)", async () => {
  const { world, gina, sam, ada, fay, remove, confirm, anAreaOf, noticesOf } = await aRemovingCompany();
  await anAreaOf(ada);
  expect(await remove(gina, ada, fay)).toMatchObject({ state: "proposed" });
  expect(await world.rows("businessAreas")).toMatchObject([{ ownerId: ada.id }]);
  await confirm(sam);
  expect(await world.rows("businessAreas")).toMatchObject([{ ownerId: fay.id }]);
  expect(await noticesOf(fay)).toContain("You now decide about requests for Pricing");
});

test("who put a successor in charge of a domain is written down: they decide nothing that was open in it (B1)", async () => {
  const { world, gina, sam, ada, fay, remove, confirm, aDomainOf } = await aRemovingCompany();
  await aDomainOf(ada);
  expect(await remove(gina, ada, fay)).toMatchObject({ state: "proposed" });
  await confirm(sam);
  expect(await world.rows("dataDomains")).toMatchObject([{ ownerIds: [fay.id] }]);
  expect(await world.rows("dutyChanges")).toMatchObject([{ domainKey: "orders", byIds: [gina.id, sam.id] }]);
});

test("a successor who was deputy becomes owner, and nobody is both", async () => {
  const { world, gina, sam, ada, fay, remove, confirm, anAreaOf } = await aRemovingCompany();
  await anAreaOf(ada, fay);
  await remove(gina, ada, fay);
  await confirm(sam);
  const [area] = await world.rows("businessAreas");
  expect(area).toMatchObject({ ownerId: fay.id });
  expect(area?.deputyId).toBeUndefined();
});

describe("what hangs on somebody whose access is to end", () => {
  test("is said by name and number to whoever may remove people, as it is now (U5)", async () => {
    const { world, gina, sam, ada, aDomainOf, anAreaOf } = await aRemovingCompany();
    await anAreaOf(ada);
    await aDomainOf(ada);
    await world.run((ctx) => ctx.db.patch(ada.id, { snowflakeUser: "ADA_TESTER" }));
    for (const by of [gina, sam]) {
      const found = await by.query(api.removals.queries.hanging, { personId: ada.id });
      expect(found?.name).toBe("Ada Tester");
      expect(found?.lines.map(({ field, after }) => [field, after])).toEqual([
        ["Business areas", "Pricing"],
        ["Data domains", "Orders"],
        ["Service users", "None"],
        ["External users", "None"],
        ["Budgets", "None"],
        ["Open approvals", "None"],
        ["Open tasks", "None"],
        ["Access held", "None"],
        ["Snowflake user", "ADA_TESTER"],
        ["Schemas and warehouses made for them", "None"],
      ]);
    }
  });

  test("is said to nobody else, who may ask for its end all the same, and tells nobody who is there", async () => {
    const { adam, fay, gina, ada } = await aRemovingCompany();
    for (const by of [adam, fay, ada])
      for (const personId of [ada.id, gina.id, "nobody"])
        expect(await codeOf(by.query(api.removals.queries.hanging, { personId }))).toBe("not-allowed");
    expect(await gina.query(api.removals.queries.hanging, { personId: "nobody" })).toBeNull();
  });
});

describe("nobody is removed", () => {
  test("by somebody who may not, by themselves, or above themselves", async () => {
    const { ada, adam, gina, sam, fay, remove } = await aRemovingCompany();
    expect(await codeOf(remove(adam, ada, fay))).toBe("not-allowed");
    expect(await codeOf(remove(gina, gina, fay))).toBe("not-eligible");
    expect(await codeOf(remove(gina, sam, fay))).toBe("not-eligible");
  });

  test("who is protected, however they are spelt (U1)", async () => {
    const { gina, ada, fay, remove, look } = await aRemovingCompany({ PROTECTED_ACCOUNTS: "ADA+system@ao.com" });
    expect(await look(gina, ada, fay)).toMatchObject({
      whyNot: { message: "Cannot remove protected system users" },
    });
    expect(await codeOf(remove(gina, ada, fay))).toBe("not-eligible");
  });

  test("who holds more than staff, by one person alone (U5)", async () => {
    const { gina, sam, adam, fay, remove, confirm, row } = await aRemovingCompany();
    expect(await remove(gina, adam, fay)).toMatchObject({ state: "proposed" });
    expect(await row(adam)).toMatchObject({ status: "active" });
    expect(await codeOf(confirm(gina))).toBe("not-eligible");
    await confirm(sam);
    expect(await row(adam)).toMatchObject({ status: "removed", roles: ["staff"] });
  });

  test("to the gain of the one who removes them, by one person alone", async () => {
    const { gina, ada, remove, row } = await aRemovingCompany();
    expect(await remove(gina, ada, gina)).toMatchObject({ state: "proposed" });
    expect(await row(ada)).toMatchObject({ status: "active" });
  });

  test("whose successor is no second person, nor somebody who is gone or the same human", async () => {
    const { world, gina, ada, adam, sam, remove, confirm } = await aRemovingCompany();
    await remove(gina, adam, sam);
    expect(await codeOf(confirm(sam))).toBe("not-eligible");
    const gone = await world.person("gone", { status: "suspended" });
    const twin = await world.person("twin", { email: "ada+2@ao.com" });
    for (const successor of [gone, twin]) expect(await codeOf(remove(gina, ada, successor))).toBe("not-eligible");
  });

  test("other than was shown: what they own changed, or another address was typed", async () => {
    const { gina, ada, fay, remove, look, anAreaOf, row } = await aRemovingCompany();
    const shown = await look(gina, ada, fay);
    await anAreaOf(ada);
    expect(await codeOf(remove(gina, ada, fay, { shownHash: shown?.shownHash ?? "" }))).toBe("changed-meanwhile");
    expect(await codeOf(remove(gina, ada, fay, { typed: "fay@ao.com" }))).toBe("confirmation-required");
    expect(await row(ada)).toMatchObject({ status: "active" });
  });

  test("with an open session alone: the password is asked again", async () => {
    const { gina, ada, fay, look, row } = await aRemovingCompany();
    const shown = await look(gina, ada, fay);
    const sent = { userEmail: "ada@ao.com", successorId: fay.id, reason, typed: "ada@ao.com" };
    const removing = gina.mutation(api.removals.mutations.remove, { ...sent, shownHash: shown?.shownHash ?? "" });
    expect(await refusalBy(removing)).toMatchObject({
      code: "step-up-required",
      for: expect.stringMatching(new RegExp(`^person\\.remove:${ada.id}/\\w{16}$`)),
    });
    expect(await row(ada)).toMatchObject({ status: "active" });
  });

  test.each([
    ["", "Please select a user to remove"],
    ["nobody@ao.com", "Please select a valid user"],
  ])("by the address %j", async (userEmail, message) => {
    const { gina, fay } = await aRemovingCompany();
    const sent = { userEmail, successorId: fay.id, reason, typed: userEmail, shownHash: "" };
    await expect(gina.mutation(api.removals.mutations.remove, sent)).rejects.toMatchObject({
      data: { fields: { user_email: message } },
    });
  });
});

describe("nor is somebody removed", () => {
  test("by whoever may not any more when the second person confirms", async () => {
    const { world, gina, sam, adam, fay, remove, confirm, row } = await aRemovingCompany();
    await remove(gina, adam, fay);
    await world.run((ctx) => ctx.db.patch(gina.id, { roles: ["staff", "finops"] }));
    expect(await codeOf(confirm(sam))).toBe("not-allowed");
    expect(await row(adam)).toMatchObject({ status: "active" });
  });

  test.each(["invited", "expired", "revoked", "removed"] as const)("who is %s", async (status) => {
    const { world, gina, fay, remove, row } = await aRemovingCompany();
    const absent = await world.person("absent", { status });
    expect(await codeOf(remove(gina, absent, fay))).toBe("wrong-state");
    expect(await row(absent)).toMatchObject({ status });
  });

  test("who is the last super admin (U3)", () => {
    const mover = { human: "una", status: "active" as const, roles: ["staff" as const, "superAdmin" as const] };
    const person = { ...mover, human: "sam", name: "Sam", isProtected: false };
    const facts = { by: mover, person, decidesAboutMover: false };
    expect(whyNotRemove({ ...facts, otherSuperAdmins: 0 })).toMatchObject({
      message: "Sam is the last active super admin. Make somebody else one first.",
    });
    expect(whyNotRemove({ ...facts, otherSuperAdmins: 1 })).toBeNull();
  });

  test("who is to decide about a request of the one who removes them", async () => {
    const { world, gwen, ada, zoe } = await aCase({ requester: "gwen" });
    const { look, remove } = removalsIn(world);
    expect(await look(gwen, ada, zoe)).toMatchObject({
      whyNot: { message: expect.stringContaining("asked to decide about a request of yours") },
    });
    expect(await codeOf(remove(gwen, ada, zoe))).toBe("not-eligible");
  });

  test("who decides beside the one who removes them, by one person alone", async () => {
    const { world, ada, bob, zoe } = await aCase();
    // Ada's seat is all she has left; Bob holds another one beside it.
    await world.run(async (ctx) => {
      await ctx.db.patch(ada.id, { roles: ["staff"], isElevated: false });
      await ctx.db.patch(bob.id, { roles: ["staff", "finops", "governance"] });
    });
    expect(await removalsIn(world).remove(bob, ada, zoe)).toMatchObject({ state: "proposed" });
  });
});

describe("whoever was removed", () => {
  test("comes back suspended, as staff, within 30 days, by a super admin alone (U4)", async () => {
    const { world, gina, una, adam, ada, fay, sam, remove, confirm, restore, row } = await aRemovingCompany();
    await remove(gina, adam, fay);
    await confirm(sam);
    await world.advance(0);
    expect(await codeOf(restore(gina, adam))).toBe("not-eligible");
    await restore(una, adam);
    expect(await row(adam)).toMatchObject({ status: "suspended", roles: ["staff"] });
    await remove(gina, ada, fay);
    await world.advance(30 * DAY_MS);
    expect(await codeOf(restore(una, ada))).toBe("too-late");
  });

  test("is not restored where the mailbox is somebody else's now", async () => {
    const { world, gina, una, ada, fay, remove, restore } = await aRemovingCompany();
    await remove(gina, ada, fay);
    await world.advance(0);
    await world.person("successor", { email: "ada+heir@ao.com" });
    expect(await codeOf(restore(una, ada))).toBe("not-eligible");
  });

  test("is listed with the day it ends, to those who remove alone, until it is too late", async () => {
    const { world, gina, sam, ada, fay, remove } = await aRemovingCompany();
    const listed = (by: TestPerson) => by.query(api.removals.queries.restorable, {});
    expect(await listed(gina)).toEqual([]);
    await remove(gina, ada, fay);
    await world.advance(0);
    const [row] = await listed(sam);
    expect(row).toMatchObject({ personId: ada.id, email: "ada@ao.com", whyNot: null });
    expect(row?.until).toBe((row?.removedAt ?? 0) + 30 * DAY_MS);
    expect(await listed(gina)).toMatchObject([{ whyNot: { code: "not-eligible" } }]);
    expect(await codeOf(listed(fay))).toBe("not-allowed");
    await world.advance(30 * DAY_MS);
    expect(await listed(sam)).toEqual([]);
  });
});

test("what removes somebody and was put on hold is not set free by the one who removes them (R9)", async () => {
  const { world, una, sam, adam, ada, fay, remove, requestOf } = await aRemovingCompany();
  await remove(una, ada, fay);
  await world.advance(0);
  const requestId = (await requestOf("portal-removal"))?._id;
  if (!requestId) throw new Error("The removal was not sent");
  await adam.mutation(api.requests.mutations.hold, { requestId, reason: "Are they really leaving?" });
  const lift = (who: TestPerson) => codeOf(who.mutation(api.requests.mutations.liftHold, { requestId }));
  expect(await lift(una)).toBe("not-eligible");
  await world.run((ctx) =>
    ctx.db.patch(sam.id, { email: "una+second@ao.com", mailbox: mailboxOf("una+second@ao.com") }),
  );
  expect(await lift(sam)).toBe("not-eligible");
  expect(await requestOf("portal-removal")).toMatchObject({ hold: { personId: adam.id } });
  await adam.mutation(api.requests.mutations.liftHold, { requestId });
  expect((await requestOf("portal-removal"))?.hold).toBeUndefined();
});
