/** What is common where somebody was moved to: proposed to whoever looks after it anyway, never given, never a leak. */

import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { aCompany, aSubmitKey } from "../catalog/company.testing";
import { endWorld, type TestPerson } from "../testing/world.testing";
import { giveRole } from "./role.testing";

afterEach(endWorld);

const ACCESS = "snowflake-access";

/** Zoe came to the area of ada, mona, dora, olga and bea; so many of them hold the same role. */
async function aMove(holders: readonly string[]) {
  const company = await aCompany();
  const { world, ada, zoe, person, areaId, formOf } = company;
  const named = (name: string) => (name === "ada" ? ada : name === "zoe" ? zoe : person(name));
  const give = async (name: string): Promise<Doc<"grants">> => {
    const by = named(name);
    const form = { ...formOf(ACCESS), requestedFor: undefined };
    const { id } = await by.mutation(api.requests.mutations.submit, { typeKey: ACCESS, form, submitKey: aSubmitKey() });
    const grant = await giveRole(world, id, { beneficiaryId: by.id, expiresAt: undefined });
    await world.run((ctx) => ctx.db.patch(grant._id, { accessKey: `snowflake|${name}` }));
    return grant;
  };
  for (const name of holders) await give(name);
  await world.run(async (ctx) => {
    await ctx.db.patch(zoe.id, { businessAreaId: areaId });
    await ctx.db.insert("moveReviews", { personId: zoe.id, at: world.now(), byIds: [], decided: [] });
  });
  const common = async (by: TestPerson) =>
    (await by.query(api.grants.queries.moveReview, { personId: zoe.id }))?.common ?? null;
  return { ...company, give, common };
}

test("what half of them have is proposed as the form of a request for that person, and nothing else of theirs", async () => {
  const { world, zoe, person, common } = await aMove(["ada", "bea", "mona"]);
  const [found, ...more] = (await common(person("admin"))) ?? [];
  expect(found).toMatchObject({ description: "Read Orders", code: "ORDERS_READ", neighbours: 3 });
  expect(more).toEqual([]);
  const form = new URL(found?.to ?? "", "http://portal").searchParams;
  const moved = (await world.rows("people")).find(({ _id }) => _id === zoe.id);
  expect(Object.fromEntries(form)).toMatchObject({
    type: ACCESS,
    "field.businessArea": moved?.businessAreaId,
    "field.domain": "orders",
    "field.role": "ORDERS_READ",
    "field.requestedFor": zoe.id,
  });
  for (const name of ["reason", "durationDays"]) expect(form.has(`field.${name}`)).toBe(false);
  expect((await world.rows("grants")).filter(({ beneficiaryId }) => beneficiaryId === zoe.id)).toEqual([]);
});

test("nothing that fewer have, or one alone, or that they hold already", async () => {
  const few = await aMove(["ada", "bea"]);
  expect(await few.common(few.person("admin"))).toEqual([]);
  await endWorld();
  const alone = await aMove(["ada"]);
  await alone.world.run(async (ctx) => {
    for (const name of ["olga", "mona", "dora", "bea"])
      await ctx.db.patch(alone.person(name).id, { businessAreaId: alone.otherAreaId });
  });
  expect(await alone.common(alone.person("admin"))).toEqual([]);
  await endWorld();
  const held = await aMove(["ada", "bea", "mona"]);
  await held.give("zoe");
  expect(await held.common(held.person("admin"))).toEqual([]);
});

test("nothing of access somebody else looks after, of programs, or of a type that is no longer offered", async () => {
  for (const change of ["programs", "one program", "withdrawn", "other"] as const) {
    const { world, person, common } = await aMove(["ada", "bea", "mona"]);
    const serviceUser = { name: "SVC", system: "snowflake" as const, state: "Active" as const, updatedAt: 0 };
    const people = { ownerId: person("bea").id, deputyId: person("mona").id };
    await world.run(async (ctx) => {
      const program = await ctx.db.insert("serviceUsers", { ...serviceUser, ...people });
      const requests = change.includes("program") ? await ctx.db.query("requests").collect() : [];
      // Of the three, the two that are left are not half of five.
      for (const { _id, form } of change === "one program" ? requests.slice(0, 1) : requests)
        await ctx.db.patch(_id, { form: { ...form, requestedFor: program } });
      for (const type of await ctx.db.query("requestTypes").collect())
        if (change === "withdrawn" && type.key === ACCESS) await ctx.db.patch(type._id, { isOffered: false });
    });
    expect(await common(person(change === "other" ? "fay" : "admin"))).toEqual([]);
    await endWorld();
  }
});

test("nothing to the person, nor once the review is over", async () => {
  const { world, zoe, person, common } = await aMove(["ada", "bea", "mona"]);
  await world.run((ctx) => ctx.db.patch(zoe.id, { roles: ["staff", "admin"] }));
  expect(await common(zoe)).toBeNull();
  await world.run(async (ctx) => {
    for (const { _id } of await ctx.db.query("moveReviews").collect()) await ctx.db.patch(_id, { endedAt: 0 });
  });
  expect(await common(person("admin"))).toBeNull();
});
