/** What held access is called wherever it is shown: by what its role opens, with the role beside it. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { aCompany, aSubmitKey } from "../catalog/company.testing";
import { giveNotices } from "../core/grants/model";
import { nameOfGrant } from "../core/grants/names";
import { DAY_MS } from "../lib/pure/time";
import { endWorld } from "../testing/world.testing";
import { giveRole } from "./role.testing";

afterEach(endWorld);

/** Ada has the role ORDERS_READ by her request. */
async function aHolder() {
  const company = await aCompany();
  const { world, ada, formOf } = company;
  const { id } = await ada.mutation(api.requests.mutations.submit, {
    typeKey: "snowflake-access",
    form: formOf("snowflake-access"),
    submitKey: aSubmitKey(),
  });
  const grant = await giveRole(world, id, { beneficiaryId: ada.id });
  const named = async (changes: object = {}) =>
    await world.run(async (ctx) => await nameOfGrant(ctx, { ...grant, ...changes }));
  const changeDomain = async (changes: object) =>
    await world.run(async (ctx) => {
      for (const { _id, key } of await ctx.db.query("dataDomains").collect())
        if (key === "orders") await ctx.db.patch(_id, changes);
    });
  return { ...company, grant, named, changeDomain, requestId: id };
}

const READ_ORDERS = { description: "Read Orders", code: "ORDERS_READ" };
const AS_STORED = { description: "Role ORDERS_READ in Snowflake", code: null };

test("a role is called by what it opens, with its own name beside it; the grant keeps its description", async () => {
  const { ada, grant, requestId, person } = await aHolder();
  expect(grant).toMatchObject({ description: "Role ORDERS_READ in Snowflake", role: "ORDERS_READ" });
  expect(await ada.query(api.grants.queries.mine, {})).toMatchObject([READ_ORDERS]);
  expect(await ada.query(api.grants.queries.extension, { grantId: grant._id })).toMatchObject(READ_ORDERS);
  expect((await ada.query(api.requests.queries.get, { request: requestId })).grants).toMatchObject([READ_ORDERS]);
  const page = await person("sue").query(api.people.queries.get, { personId: ada.id });
  expect(page?.otherAccess.rows).toMatchObject([{ text: "Read Orders", code: "ORDERS_READ" }]);
});

test("a notice calls it so too", async () => {
  const { world, grant } = await aHolder();
  const at = world.now();
  await world.run(async (ctx) => {
    await giveNotices(ctx, { ...grant, startsAt: at - 30 * DAY_MS, expiresAt: at + 6 * DAY_MS }, "/requests", at);
  });
  const titles = (await world.rows("notifications")).map(({ title }) => title);
  expect(titles).toContain("Your access ends in 7 days: Read Orders");
});

test("its domain's name is the one of today; a role it no longer has, or no role at all, keeps its description", async () => {
  const { named, changeDomain } = await aHolder();
  expect(await named()).toEqual(READ_ORDERS);
  expect(await named({ role: undefined })).toEqual(AS_STORED);
  await changeDomain({ name: "Sales orders" });
  expect(await named()).toEqual({ ...READ_ORDERS, description: "Read Sales orders" });
  await changeDomain({ roles: [] });
  expect(await named()).toEqual(AS_STORED);
});

test("of several roles it is the one that is held, and for a program its name is added", async () => {
  const { world, ada, named, changeDomain, requestId } = await aHolder();
  const role = (name: string, level: "read" | "write") => ({ name, description: name, level });
  await changeDomain({ roles: [role("ORDERS_WRITE", "write"), role("ORDERS_READ", "read")] });
  expect(await named()).toEqual(READ_ORDERS);
  expect(await named({ role: "ORDERS_WRITE" })).toEqual({ description: "Write to Orders", code: "ORDERS_WRITE" });
  await world.run(async (ctx) => {
    const owner = { ownerId: ada.id, state: "Active" as const, updatedAt: 0 };
    const program = await ctx.db.insert("serviceUsers", { name: "SVC_LOADER", system: "snowflake", ...owner });
    const { form } = (await ctx.db.get(requestId))!;
    await ctx.db.patch(requestId, { form: { ...form, requestedFor: program } });
  });
  expect(await named()).toEqual({ ...READ_ORDERS, description: "Read Orders, for SVC_LOADER" });
});
