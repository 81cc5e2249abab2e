/** Somebody with another address is who they were; nobody becomes somebody else, or two people, by it (U16). */

import { afterEach, expect, test } from "vitest";
import { internal } from "../_generated/api";
import { endWorld, type TestPerson } from "../testing/world.testing";
import { aCompany } from "./suspending.testing";

afterEach(endWorld);

const { changeEmail, whyNotEmail } = internal.people.internal;

async function aChange(env: Record<string, string> = {}) {
  const company = await aCompany(env);
  const { world, row } = company;
  const account = async (person: TestPerson) => (await row(person)).tokenIdentifier ?? "";
  const change = async (person: TestPerson, email: string) => {
    const named = { tokenIdentifier: await account(person), email };
    const asked = await world.internalQuery(whyNotEmail, named);
    const done = await world.internal(changeEmail, named);
    expect(done?.code ?? null).toBe(asked?.code ?? null);
    return done?.code ?? null;
  };
  return { ...company, change };
}

test("the person stays the same, with the address everywhere; they and the admins are told, once", async () => {
  const { world, ada, row, change, noticesOf } = await aChange();
  const before = await row(ada);
  expect(await change(ada, "Ada.King@AO.com")).toBe(null);
  expect(await row(ada)).toMatchObject({
    _id: before._id,
    roles: before.roles,
    tokenIdentifier: before.tokenIdentifier,
    email: "ada.king@ao.com",
    mailbox: "ada.king@ao.com",
    searchText: expect.stringContaining("ada.king@ao.com"),
  });
  expect(await noticesOf(ada)).toEqual(["Your email address in the portal is now ada.king@ao.com"]);
  const told = (await world.rows("notifications")).filter(
    ({ title }) => title === "Ada Tester now uses ada.king@ao.com",
  );
  expect(told.length).toBeGreaterThan(0);
  expect(await world.rows("auditEvents")).toContainEqual(
    expect.objectContaining({
      action: "person.emailChanged",
      actor: expect.objectContaining({ personId: ada.id }),
      changes: expect.arrayContaining([{ field: "email", before: "ada@ao.com", after: "ada.king@ao.com" }]),
    }),
  );
  expect(await change(ada, "ada.king@ao.com")).toBe(null);
  expect((await world.rows("auditEvents")).filter(({ action }) => action === "person.emailChanged")).toHaveLength(1);
});

test.each(["active", "suspended", "removed", "invited"] as const)(
  "a mailbox of somebody %s is not taken, in any spelling",
  async (status) => {
    const { world, ada, fay, row, change } = await aChange();
    await world.run((ctx) => ctx.db.patch(fay.id, { status }));
    for (const email of ["fay@ao.com", "Fay+new@ao.com"]) expect(await change(ada, email)).toBe("taken");
    expect((await row(ada)).email).toBe("ada@ao.com");
  },
);

test("a protected account keeps its address, and nobody takes one the settings name", async () => {
  const { ada, fay, change } = await aChange({ PROTECTED_ACCOUNTS: "Ada+ops@ao.com,root@ao.com" });
  expect(await change(ada, "ada.king@ao.com")).toBe("fixed");
  expect(await change(fay, "root+x@ao.com")).toBe("fixed");
});

test("two accounts of one mailbox stay one human: neither gets another mailbox", async () => {
  const { world, sam, change } = await aChange();
  const twin = await world.person("twin", {
    email: "sam+two@ao.com",
    roles: ["staff", "superAdmin"],
    isSuperAdmin: true,
  });
  expect([await change(twin, "team@ao.com"), await change(sam, "team@ao.com")]).toEqual(["fixed", "fixed"]);
});

test("more than staff stays within the company", async () => {
  const { world, sam, ada, change } = await aChange();
  await world.run((ctx) => ctx.db.patch(sam.id, { isElevated: true }));
  expect([await change(sam, "sam@elsewhere.com"), await change(ada, "ada@elsewhere.com")]).toEqual(["fixed", null]);
});

test.each([
  ["suspended", { status: "suspended" as const }],
  ["past their last day", { endsAt: 1 }],
  ["with an initial password", { hasChangedInitialPassword: false }],
])("somebody %s changes nothing", async (_what, fields) => {
  const { world, ada, change } = await aChange();
  await world.run((ctx) => ctx.db.patch(ada.id, fields));
  expect(await change(ada, "ada.king@ao.com")).toBe("fixed");
});
