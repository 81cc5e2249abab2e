/** Somebody tries to be known by a Snowflake user that is not theirs: what is given and taken later would reach it. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { aCompany, aSubmitKey } from "../../catalog/company.testing";
import { codeOf, endWorld, type TestPerson } from "../../testing/world.testing";
import { grantAccess } from "../ending/granting";
import { stepNow, tasksNow } from "../requests.testing";

afterEach(endWorld);

const { submit, edit, addToCart, submitCart } = api.requests.mutations;
const USER = "snowflake-user";
const PROGRAM = "service-user";

/** What a call was refused with, by field of the form. */
async function problemsOf(call: Promise<unknown>): Promise<unknown> {
  const { data } = await call.then(
    () => ({ data: null }),
    (error: { data?: unknown }) => error,
  );
  return ((typeof data === "string" ? JSON.parse(data) : data) as { fields?: unknown } | null)?.fields ?? null;
}

/** Nell has no user in Snowflake yet; colleagues and programs have theirs. */
async function aNewcomer() {
  const company = await aCompany({ SNOWFLAKE_USER: "PORTAL_SVC" });
  const { world, areaId, ada, person, formOf } = company;
  const nell = await world.person("nell", { businessAreaId: areaId, email: "nell@ao.com" });
  const program = (name: string, state: "Active" | "Retired") =>
    world.run((ctx) =>
      ctx.db.insert("serviceUsers", { name, system: "snowflake", ownerId: person("mona").id, state, updatedAt: 0 }),
    );
  await program("SVC_LOG_LOADER", "Active");
  await program("SVC_LOG_OLD", "Retired");
  const form = { ...formOf(USER), snowflake_email: "nell@ao.com", user_name: "NELL_TESTER", default_role: "ANALYST" };
  const send = (answers: Record<string, unknown>, typeKey: string = USER, by: TestPerson = nell) =>
    by.mutation(submit, { typeKey, form: answers, submitKey: aSubmitKey() });
  /** What nell's record says once every task of the request is reported as done by hand. */
  const recordAfter = async ({ id }: { readonly id: Id<"requests"> }) =>
    await world.run(async (ctx) => {
      for (const task of await tasksNow(ctx, { _id: id }))
        await ctx.db.patch(task._id, { status: "Complete", outcome: "resolved_manually" });
      await grantAccess(stepNow(ctx), (await ctx.db.get(id))!, await tasksNow(ctx, { _id: id }));
      return (await ctx.db.get(nell.id))?.snowflakeUser;
    });
  return { ...company, nell, ada, form, send, recordAfter };
}

const NAMES = [
  ["a colleague's", "ADA_TESTER"],
  ["a program's", "SVC_LOG_LOADER"],
  ["a retired program's", "SVC_LOG_OLD"],
  ["the portal's own", "PORTAL_SVC"],
] as const;

describe("a person's user", () => {
  test.each(NAMES)("is not asked for by %s name: form, cart and edit", async (_, user_name) => {
    const { nell, form, send, world } = await aNewcomer();
    const taken = { user_name: `${user_name} is taken` };
    expect(await problemsOf(send({ ...form, user_name }))).toEqual(taken);
    const draft = await nell.mutation(addToCart, { typeKey: USER, form: { ...form, user_name } });
    const items = [{ requestId: draft.id, version: draft.version, acceptsDuplicate: true }];
    const cart = { submitKey: aSubmitKey(), justification: "All of this is for the forecast of the autumn.", items };
    expect(await codeOf(nell.mutation(submitCart, cart))).toBe("cart-not-ready");
    const { id } = await send(form);
    const { formHash } = (await world.rows("requests")).find(({ _id }) => _id === id)!;
    const changed = { requestId: id, form: { ...form, user_name }, formHash, editKey: aSubmitKey() };
    expect(await problemsOf(nell.mutation(edit, { ...changed, acceptsDuplicate: false }))).toEqual(taken);
    expect((await world.rows("requests")).filter(({ isOpen }) => isOpen).map(({ _id }) => _id)).toEqual([id]);
  });

  test.each(NAMES)("is not known by %s name that came to be theirs meanwhile", async (_, user_name) => {
    const { world, ada, form, send, recordAfter } = await aNewcomer();
    const { id } = await send(form);
    await world.run(async (ctx) => {
      const [create] = (await tasksNow(ctx, { _id: id })).filter(({ type }) => type === "create_person");
      await ctx.db.patch(create!._id, { input: { ...create!.input, user: user_name } });
    });
    expect(await recordAfter({ id })).toBeUndefined();
    expect((await world.run((ctx) => ctx.db.get(ada.id)))?.snowflakeUser).toBe("ADA_TESTER");
  });

  test("is theirs by a name that is nobody's", async () => {
    const { form, send, recordAfter } = await aNewcomer();
    expect(await recordAfter(await send(form))).toBe("NELL_TESTER");
  });

  test("is not asked for under a colleague's address, however it is written, but for that colleague", async () => {
    const { world, person, form, send } = await aNewcomer();
    await world.run((ctx) => ctx.db.patch(person("gina").id, { email: "gina@ao.com", mailbox: "gina@ao.com" }));
    for (const snowflake_email of ["gina@ao.com", "GINA@ao.com", "gina+x@ao.com"])
      expect(await problemsOf(send({ ...form, snowflake_email }))).toEqual({
        snowflake_email: expect.stringContaining("is a colleague's address"),
      });
    expect(await world.rows("requests")).toEqual([]);
  });

  test("that is nobody's here yet makes no record: whose it is cannot be said", async () => {
    const { form, send, recordAfter } = await aNewcomer();
    const request = await send({ ...form, snowflake_email: "somebody.new@ao.com" });
    expect(await recordAfter(request)).toBeUndefined();
  });
});

describe("a program's user", () => {
  test.each(["ADA_TESTER", "PORTAL_SVC"])("is not asked for by the name %s of a person or the portal", async (name) => {
    const { world, ada, formOf, send } = await aNewcomer();
    await world.run((ctx) => ctx.db.patch(ada.id, { snowflakeUser: "SVC_LOG_ADA" }));
    const userName = name === "ADA_TESTER" ? "SVC_LOG_ADA" : name;
    const problems = await problemsOf(send({ ...formOf(PROGRAM), userName }, PROGRAM, ada));
    expect(problems).toHaveProperty("userName");
    expect(await world.rows("requests")).toEqual([]);
  });

  test("gets no row by the name of a person, which grants for the program would reach", async () => {
    const { world, ada, formOf, send } = await aNewcomer();
    const { id } = await send({ ...formOf(PROGRAM), userName: "SVC_LOG_ADA" }, PROGRAM, ada);
    await world.run((ctx) => ctx.db.patch(ada.id, { snowflakeUser: "SVC_LOG_ADA" }));
    const before = await world.rows("serviceUsers");
    await world.run(async (ctx) => {
      await grantAccess(stepNow(ctx), (await ctx.db.get(id))!, await tasksNow(ctx, { _id: id }));
    });
    expect(await world.rows("serviceUsers")).toEqual(before);
  });
});

test("a name that two records hold is nobody's to remove", async () => {
  const { world, nell, person } = await aNewcomer();
  const whose = async () => await person("gina").query(api.removals.queries.ofSnowflake, { username: "ada_tester" });
  expect(await whose()).toMatchObject({ name: "Ada Tester" });
  await world.run((ctx) => ctx.db.patch(nell.id, { snowflakeUser: "ADA_TESTER" }));
  expect(await whose()).toBeNull();
});
