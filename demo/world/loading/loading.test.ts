/** A cleared demo loaded once more from the page about demo data: all of it, once, and beside nothing real. */

import { afterEach, describe, expect, test } from "vitest";
import { api } from "../../../convex/_generated/api";
import type { Id } from "../../../convex/_generated/dataModel";
import type { PersonFields } from "../../../convex/core/people/table";
import { CLEAR_WORDS, LOAD_WORDS, LOADED_BESIDE, OFFERED, type Offered } from "../../../convex/core/seedData/rules";
import { MINUTE_MS } from "../../../convex/lib/pure/time";
import { FATES } from "../../../convex/process/clearing/tables";
import { codeOf, endWorld, type TestPerson } from "../../../convex/testing/world.testing";
import { aToldDemo, demoFunctions } from "../world.testing";

afterEach(endWorld);

const SUPER: Partial<PersonFields> = { roles: ["staff", "superAdmin"], isSuperAdmin: true, isElevated: true };
const TABLES = Object.keys(OFFERED) as Offered[];
const REAL = Object.keys(LOADED_BESIDE) as (keyof typeof LOADED_BESIDE)[];

/** A demo that a real super admin has cleared, in a process that has a demo to load. */
async function aClearedDemo(env?: Record<string, string>) {
  const world = await aToldDemo(2, env);
  const rae = await world.person("rae", SUPER);
  const [area] = await world.rows("businessAreas");
  await world.run((ctx) => ctx.db.patch(rae.id, { businessAreaId: area?._id }));
  await world.internal(demoFunctions.loading.order.offer, {});
  const overview = () => rae.query(api.seedData.queries.overview, {});
  const clear = async () => {
    await rae.stepUp();
    await rae.mutation(api.seedData.mutations.clear, { words: CLEAR_WORDS });
    await world.advance(MINUTE_MS);
  };
  const load = async (by: TestPerson = rae, words: string = LOAD_WORDS) => {
    await by.stepUp();
    return await by.mutation(api.seedData.mutations.load, { words });
  };
  /** What the process does once it finds the order. */
  const step = () => world.internal(demoFunctions.seed.fill, { now: world.now() });
  const carryOut = async () => {
    while (!(await step()).isDone);
    await world.internal(demoFunctions.seed.wakeUp, {});
  };
  const events = async (action: string) =>
    (await world.rows("auditEvents"))
      .filter((event) => event.action === action)
      .map(({ actor, context }) => ({
        by: actor.label,
        context,
      }));
  const rows = async () =>
    Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, (await world.rows(table)).length])));
  const one = Object.fromEntries(
    await Promise.all(REAL.map(async (table) => [table, (await world.rows(table))[0]] as const)),
  ) as unknown as Record<(typeof REAL)[number], { _id: string; _creationTime: number }>;
  const before = { rows: await rows(), people: await world.rows("people"), one };
  await clear();
  return { world, rae, area, overview, clear, load, step, carryOut, events, rows, before };
}

test("what was counted before is what is there afterwards, its people are as on the first day, and clearing finds it all (SD5)", async () => {
  const { world, rae, overview, clear, load, carryOut, events, rows, before } = await aClearedDemo();
  const { offer } = await overview();
  expect(await world.rows("requests")).toEqual([]);
  await load();
  expect(await overview()).toMatchObject({ state: "filling", loading: { by: "Rae Tester", share: 0 } });
  await carryOut();
  expect(await overview()).toMatchObject({ state: "loaded", whyNot: [], loading: { share: 1, whyNot: null } });
  const now = await rows();
  expect(now).toEqual(before.rows);
  expect(now).toEqual(Object.fromEntries((offer?.counts ?? []).map(({ table, count }) => [table, count])));
  const people = await world.rows("people");
  expect(people).toHaveLength(before.people.length);
  expect(people).toHaveLength((offer?.people ?? 0) + 1);
  for (const person of before.people) {
    if (person._id === rae.id) continue;
    const { roles, status, businessAreaId, managerId, snowflakeUser, isSuperAdmin, hasChangedInitialPassword } = person;
    expect(people.find(({ _id }) => _id === person._id)).toMatchObject({
      ...{ roles, status, isSuperAdmin, hasChangedInitialPassword },
      ...(managerId && { managerId }),
      ...(snowflakeUser && { snowflakeUser }),
      businessAreaId: expect.anything(),
    });
    expect(businessAreaId).toBeDefined();
  }
  // Words that lead to an article lead to one that is there.
  const led = (await world.rows("ticketMessages")).flatMap(({ body }) => body.match(/ART-\d+/g) ?? []);
  expect((await world.rows("articles")).map(({ key }) => key)).toEqual(expect.arrayContaining(led));
  expect(led).not.toEqual([]);
  expect(await events("seedData.loadingStarted")).toMatchObject([{ by: "Rae Tester" }]);
  expect(await events("seedData.loaded")).toMatchObject([{ context: { people: offer?.people } }]);
  // Who is real gets no mail about any of it.
  const notices = (await world.rows("notifications")).filter(({ recipientId }) => recipientId === rae.id);
  expect(notices.filter(({ mailDueAt, digestDueAt }) => mailDueAt ?? digestDueAt)).toEqual([]);
  // All of it is tagged: clearing once more leaves what was there before.
  await clear();
  expect(await overview()).toMatchObject({ state: "cleared", loading: null, whyNotLoad: [] });
  for (const [table, fate] of Object.entries(FATES))
    if (fate === "goes") expect([table, await world.rows(table as "requests")]).toEqual([table, []]);
  const active = (await world.rows("people")).filter(({ status }) => status === "active");
  expect(active.map(({ _id }) => _id)).toEqual([rae.id]);
}, 60_000);

test("a second press writes nothing twice, a restart goes on, and what is real by then stays as it is (SD5)", async () => {
  const { world, rae, area, load, step, carryOut, rows, events, clear, before } = await aClearedDemo();
  await world.run((ctx) => ctx.db.patch(area?._id as Id<"businessAreas">, { ownerId: rae.id }));
  const off = { name: "sigma" as const, state: "off" as const, changedById: rae.id, updatedAt: world.now() };
  await world.run((ctx) => ctx.db.insert("connectors", off));
  const states = async () =>
    Object.fromEntries((await world.rows("connectors")).map(({ name, state }) => [name, state]));
  expect(await states()).toMatchObject({ airflow: "off", thoughtspot: "maintenance" });
  await load();
  await expect(load()).rejects.toThrow("Wait until");
  await step();
  // The six months it tells went well, but what somebody real has switched is theirs.
  expect(await states()).toMatchObject({ airflow: "on", sigma: "off" });
  await expect(load()).rejects.toThrow("Wait until");
  await expect(clear()).rejects.toThrow("Wait until");
  await world.run((ctx) => ctx.db.insert("notifications", aNotice(rae.id, world.now() + 1)));
  await step();
  // As a process begins: it asks whether there is something to open, then carries on filling.
  expect(await world.internalQuery(demoFunctions.seed.isCleared, {})).toBe(false);
  expect(await world.internalQuery(demoFunctions.loading.order.isOrdered, {})).toBe(true);
  await carryOut();
  expect(await world.internalQuery(demoFunctions.loading.order.isOrdered, {})).toBe(false);
  await expect(load()).rejects.toThrow("already loaded");
  await carryOut();
  expect(await rows()).toEqual(before.rows);
  expect(await events("seedData.loadingStarted")).toHaveLength(1);
  expect(await events("seedData.loaded")).toHaveLength(1);
  expect(await world.rows("demoWorlds")).toHaveLength(1);
  expect(await states()).toMatchObject({ airflow: "off", thoughtspot: "maintenance", sigma: "off" });
  // Their area, and the mail about something that is not the demo's.
  expect((await world.rows("businessAreas")).find(({ _id }) => _id === area?._id)?.ownerId).toBe(rae.id);
  const mine = (await world.rows("notifications")).find(({ dedupeKey }) => dedupeKey === "mine");
  expect(mine).toMatchObject({ mailDueAt: expect.any(Number) });
}, 60_000);

test("invented people get no mail about the past however much is due to real ones first (SD5)", async () => {
  const { world, rae, load, step } = await aClearedDemo();
  const invented = (await world.rows("people")).find(({ email }) => email === "staff@ao.com");
  await load();
  await step();
  const at = world.now() + 1;
  const last = { ...aNotice(invented?._id ?? rae.id, at), mailDueAt: at + 1000, digestDueAt: at + 1000 };
  await world.run(async (ctx) => {
    await ctx.db.insert("notifications", last);
    for (let count = 0; count < 600; count += 1)
      await ctx.db.insert("notifications", { ...aNotice(rae.id, at), mailDueAt: at, digestDueAt: at });
  });
  while (!(await step()).isDone);
  const due = (await world.rows("notifications")).filter(
    ({ mailDueAt, digestDueAt }) => mailDueAt !== undefined || digestDueAt !== undefined,
  );
  expect(due.filter(({ recipientId }) => recipientId !== rae.id)).toEqual([]);
  expect(due).toHaveLength(600);
}, 60_000);

describe("it is not loaded", () => {
  test("without the words or the password, by somebody else, or where no demo runs (SD5)", async () => {
    const { world, rae, load, overview } = await aClearedDemo();
    await world.advance(30 * MINUTE_MS);
    expect(await codeOf(rae.mutation(api.seedData.mutations.load, { words: LOAD_WORDS }))).toBe("step-up-required");
    expect(await codeOf(load(rae, "load"))).toBe("confirmation-required");
    const gina = await world.person("gina", { roles: ["staff", "admin"], isElevated: true });
    expect(await codeOf(load(gina))).toBe("not-allowed");
    expect((await overview()).state).toBe("cleared");
    const elsewhere = await aClearedDemo({ PORTAL_DEMO: "0" });
    expect((await elsewhere.overview()).whyNotLoad).toEqual([expect.stringContaining("started without the demo")]);
    await expect(elsewhere.load()).rejects.toThrow("started without the demo");
  }, 60_000);

  test.each(REAL)(
    "beside %s of a company, neither at once nor where they come before its first row (SD5)",
    async (table) => {
      const { world, overview, load, step, events, before } = await aClearedDemo();
      await load();
      const { _id, _creationTime, ...row } = before.one[table];
      const theirs = table === "businessAreas" ? { ...row, code: "OWN" } : row;
      const id = await world.run(async (ctx) => await ctx.db.insert(table as "requests", theirs as never));
      expect(await step()).toEqual({ wasFilled: false, isDone: true });
      const { state, loading } = await overview();
      expect({ state, whyNot: loading?.whyNot }).toEqual({
        state: "cleared",
        whyNot: expect.stringContaining("real data"),
      });
      expect(await events("seedData.loadingRefused")).toHaveLength(1);
      await expect(load()).rejects.toThrow(`1 ${LOADED_BESIDE[table][0]}`);
      expect((await world.rows("people")).filter(({ status }) => status === "active")).toHaveLength(1);
      await world.run((ctx) => ctx.db.delete(id));
      expect((await overview()).whyNotLoad).toEqual([]);
    },
  );

  test("where one of its people was brought back (SD5)", async () => {
    const { world, load, before } = await aClearedDemo();
    const sam = before.people.find(({ email }) => email === "staff@ao.com");
    await world.run((ctx) => ctx.db.patch(sam?._id as Id<"people">, { status: "active" }));
    await expect(load()).rejects.toThrow("brought back");
  });
});

function aNotice(recipientId: Id<"people">, at: number) {
  return {
    recipientId,
    dedupeKey: "mine",
    kind: "person.restored",
    subject: { type: "person", id: "p", label: "P" },
    title: "Mine",
    to: "/",
    because: "You are an admin.",
    isCritical: false,
    count: 1,
    createdAt: at,
    updatedAt: at,
    mailDueAt: at + 60_000,
  };
}
