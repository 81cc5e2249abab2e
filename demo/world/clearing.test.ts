/** The end of a demo: everything invented goes, nothing real does, and nobody invented comes back. */

import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Id, TableNames } from "../../convex/_generated/dataModel";
import { SYSTEM } from "../../convex/core/audit/model";
import { type CannedStep, saveCanned, setCannedRemoved } from "../../convex/core/cannedReplies/model";
import type { PersonFields } from "../../convex/core/people/table";
import { CLEAR_WORDS, whyNotClear } from "../../convex/core/seedData/rules";
import { MINUTE_MS } from "../../convex/lib/pure/time";
import { FATES } from "../../convex/process/clearing/tables";
import { codeOf, DAWN, endWorld, type TestPerson, tokenOf } from "../../convex/testing/world.testing";
import { aDemoWorld, aToldDemo, demoFunctions } from "./world.testing";

afterEach(endWorld);

const words = CLEAR_WORDS;
const SUPER: Partial<PersonFields> = { roles: ["staff", "superAdmin"], isSuperAdmin: true, isElevated: true };
const TABLES = Object.keys(FATES) as TableNames[];

/** A told demo with one real super admin in it. */
async function aTrial() {
  const world = await aToldDemo(2);
  const rae = await world.person("rae", SUPER);
  const overview = () => rae.query(api.seedData.queries.overview, {});
  const clear = async (by: TestPerson = rae, typed = words) => {
    await by.stepUp();
    return await by.mutation(api.seedData.mutations.clear, { words: typed });
  };
  return { world, rae, overview, clear };
}
type Trial = Awaited<ReturnType<typeof aTrial>>;

/** Rows of every table by id. */
async function everything({ world }: Trial): Promise<Map<string, { table: TableNames; row: Record<string, unknown> }>> {
  const all = new Map<string, { table: TableNames; row: Record<string, unknown> }>();
  for (const table of TABLES) for (const row of await world.rows(table)) all.set(row._id, { table, row });
  return all;
}

test("clearing leaves real people, the trail, numbers and settings, and nothing else of the demo (SD1)", async () => {
  const trial = await aTrial();
  const { world, rae, overview, clear } = trial;
  const [domain] = await world.rows("dataDomains");
  const [area, emptyArea] = await world.rows("businessAreas");
  await world.internal(demoFunctions.catalogue.link, {});
  expect(await world.rows("catalogueReadings")).toHaveLength(1);
  await world.run(async (ctx) => {
    await ctx.db.patch(rae.id, { businessAreaId: area?._id });
    await ctx.db.insert("savedViews", aView(rae.id));
    await ctx.db.insert("savedViews", aView(domain?.ownerIds[0] ?? rae.id));
  });
  const before = await everything(trial);
  const [told] = await world.rows("demoWorlds");
  const invented = new Set<string>(told?.personIds);
  expect(invented.size).toBeGreaterThan(40);
  const inventedNow = () => world.internalQuery(internal.seedData.internal.inventedPeople, {});
  const active = (await world.rows("people")).filter(({ _id, status }) => invented.has(_id) && status === "active");
  expect(active.length).toBeLessThan(invented.size);
  expect(await inventedNow()).toBe(active.length);
  expect((await overview()).whyNot).toEqual([]);
  expect((await overview()).realPeople).toEqual(["Rae Tester"]);
  await clear();
  expect((await overview()).state).toBe("clearing");
  // What a real person does meanwhile is theirs.
  const late = await world.run((ctx) => ctx.db.insert("ideaLooks", { personId: rae.id, at: world.now() }));
  await world.run((ctx) => ctx.db.insert("savedViews", { ...aView(rae.id), name: "Meanwhile" }));
  await world.advance(MINUTE_MS);
  expect((await overview()).state).toBe("cleared");
  expect(await inventedNow()).toBe(0);
  const after = await everything(trial);
  for (const table of TABLES) {
    const left = [...after.values()].filter((entry) => entry.table === table).map(({ row }) => row);
    const fate = FATES[table];
    if (fate === "goes") expect([table, left.filter(({ _id }) => before.has(String(_id)))]).toEqual([table, []]);
    else if (fate !== "stays") expect(left.filter((row) => invented.has(String(row[fate.goesWith])))).toEqual([]);
  }
  // Its areas went: a real super admin begins without teams.
  expect([...before.values()].some(({ table }) => table === "supportTeamsVersions")).toBe(true);
  expect(await world.rows("supportTeamsVersions")).toEqual([]);
  expect(after.has(late)).toBe(true);
  expect((await world.rows("savedViews")).map(({ ownerId }) => ownerId)).toEqual([rae.id, rae.id]);
  for (const [id, { table, row }] of before) {
    if (table === "auditEvents" || table === "counters" || table === "requestTypes")
      expect(after.get(id)?.row).toEqual(table === "auditEvents" ? row : expect.anything());
  }
  const people = await world.rows("people");
  for (const { _id, status, roles, removedAt, businessAreaId } of people) {
    if (!invented.has(_id)) continue;
    expect({ status, roles, removedAt, businessAreaId }).toEqual({ status: "removed", roles: ["staff"] });
  }
  expect(people.find(({ _id }) => _id === rae.id)).toMatchObject({ status: "active", businessAreaId: area?._id });
  expect((await world.rows("businessAreas")).map(({ _id }) => _id)).toEqual([area?._id]);
  expect(emptyArea?._id).toBeDefined();
  expect((await world.rows("businessAreas"))[0]).not.toHaveProperty("ownerId");
  const events = await world.rows("auditEvents");
  expect(events.filter(({ action }) => action === "seedData.clearingStarted")).toMatchObject([
    { actor: { label: "Rae Tester" } },
  ]);
  expect(events.filter(({ action }) => action === "seedData.cleared")).toHaveLength(1);
}, 60_000);

test("a canned reply stays or goes with whoever wrote it first, whoever changed or removed it since (SD1)", async () => {
  const { world, rae, clear } = await aTrial();
  const [told] = await world.rows("demoWorlds");
  const [inventedId] = told?.personIds ?? [];
  if (!inventedId) throw new Error("The demo has people");
  const reply = { title: "Rae's", body: "Look again", topic: null, after: null };
  const by = (ctx: CannedStep["ctx"], personId: Id<"people">): CannedStep => ({
    ctx,
    at: world.now(),
    by: SYSTEM,
    personId,
  });
  const shown = { id: "" as Id<"cannedReplies">, updatedAt: world.now() };
  await world.run(async (ctx) => {
    const real = await saveCanned(by(ctx, rae.id), null, reply);
    const old = await saveCanned(by(ctx, inventedId), null, { ...reply, title: "Invented long ago" });
    // As rows of an older version: their last writer counts as their first.
    for (const id of [real, old]) await ctx.db.patch(id, { createdById: undefined });
    await saveCanned(by(ctx, inventedId), { ...shown, id: real }, { ...reply, body: "Signed in as somebody invented" });
    const other = await saveCanned(by(ctx, rae.id), null, { ...reply, title: "Rae's other" });
    await setCannedRemoved(by(ctx, inventedId), other, true);
    const invented = await saveCanned(by(ctx, inventedId), null, { ...reply, title: "Invented" });
    await saveCanned(by(ctx, rae.id), { ...shown, id: invented }, { ...reply, title: "Invented, changed" });
  });
  await clear();
  await world.advance(MINUTE_MS);
  expect((await world.rows("cannedReplies")).map(({ title }) => title)).toEqual(["Rae's", "Rae's other"]);
}, 60_000);

test("nothing of a cleared demo moves or comes back, also after a restart, and clearing twice does it once (SD2)", async () => {
  const trial = await aTrial();
  const { world, clear, overview } = trial;
  await clear();
  await clear();
  expect((await world.rows("auditEvents")).filter(({ action }) => action === "seedData.clearingStarted")).toHaveLength(
    1,
  );
  await world.internal(demoFunctions.heartbeat.beat, {});
  await world.advance(MINUTE_MS);
  expect(await world.internalQuery(demoFunctions.seed.isCleared, {})).toBe(true);
  expect(await world.internal(demoFunctions.seed.fill, {})).toEqual({ wasFilled: false, isDone: true });
  await world.internal(demoFunctions.seed.wakeUp, {});
  await world.internal(demoFunctions.heartbeat.beat, {});
  await world.advance(20_000);
  expect(await world.rows("requests")).toEqual([]);
  const removed = (await overview()).clearing?.removed ?? 0;
  expect(removed).toBeGreaterThan(500);
  await world.internal(internal.seedData.internal.clearBatch, {});
  expect((await overview()).clearing?.removed).toBe(removed);
  expect((await world.rows("auditEvents")).filter(({ action }) => action === "seedData.cleared")).toHaveLength(1);
  await expect(clear()).rejects.toThrow("already");
}, 60_000);

test("a start without the demo lets a real first admin in beside the invented one, and nobody after them (SD3)", async () => {
  const world = await aToldDemo(2);
  const start = () =>
    world.internal(internal.people.internal.bootstrapSuperAdmin, {
      email: "rae@ao.com",
      firstName: "Rae",
      lastName: "Tester",
    });
  expect(await start()).toEqual({ isSuperAdmin: true, email: "rae@ao.com" });
  const [rae] = (await world.rows("people")).filter(({ email }) => email === "rae@ao.com");
  expect(rae).toMatchObject({ isSuperAdmin: true, status: "active", hasChangedInitialPassword: false });
  // From now on somebody real administers it: the setting opens nothing more.
  const other = { email: "ria@ao.com", firstName: "Ria", lastName: "Tester" };
  expect(await world.internal(internal.people.internal.bootstrapSuperAdmin, other)).toMatchObject({
    isSuperAdmin: false,
  });
  expect((await world.rows("people")).filter(({ email }) => email === "ria@ao.com")).toEqual([]);
});

test("whoever went with a demo is in no list, and nobody real has them as manager; the trail still names them (SD1)", async () => {
  const trial = await aTrial();
  const { world, rae, clear } = trial;
  const [told] = await world.rows("demoWorlds");
  const [managerId] = told?.personIds ?? [];
  await world.run((ctx) => ctx.db.patch(rae.id, { managerId }));
  // Somebody real whom people removed has a day of their removal.
  const rob = await world.person("rob", { status: "removed", removedAt: world.now() });
  const names = async (filter: object) => {
    const page = { filter, sort: "name" as const, size: 50 };
    const { rows } = await rae.query(api.people.queries.list, page);
    const counted = await rae.query(api.people.queries.count, { filter });
    expect(counted).toMatchObject({ count: rows.length, isExact: true });
    return rows.map(({ name }) => name);
  };
  const invented = (await world.rows("people")).find(({ _id }) => _id === managerId);
  if (!invented) throw new Error("The demo has people");
  expect(await names({ text: invented.email })).toHaveLength(1);
  await clear();
  await world.advance(MINUTE_MS);
  expect(await names({})).toEqual(["Rae Tester", "Rob Tester"]);
  expect(await names({ statuses: ["removed"] })).toEqual(["Rob Tester"]);
  expect(await names({ text: invented.email })).toEqual([]);
  expect(rob.id).toBeDefined();
  const people = await world.rows("people");
  expect(people.find(({ _id }) => _id === rae.id)).not.toHaveProperty("managerId");
  const events = await world.rows("auditEvents");
  expect(events.filter(({ action }) => action === "person.removed")).toHaveLength(told?.personIds?.length ?? 0);
}, 60_000);

test("a portal that was started without the demo says that it still holds one, to those who see everybody (SD6)", async () => {
  const world = await aToldDemo(2, { PORTAL_DEMO: "0" });
  const rae = await world.person("rae", SUPER);
  const adam = await world.person("adam", { roles: ["staff", "admin"], isElevated: true });
  const stan = await world.person("stan");
  const told = async (by: TestPerson) => (await by.query(api.people.queries.me, {}))?.holdsLeftDemo;
  expect([await told(rae), await told(adam), await told(stan)]).toEqual([true, true, false]);
  await rae.stepUp();
  await rae.mutation(api.seedData.mutations.clear, { words });
  expect(await told(rae)).toBe(true);
  await world.advance(MINUTE_MS);
  expect([await told(rae), await told(adam)]).toEqual([false, false]);
}, 60_000);

test("a demo that was asked for is not said to be left over (SD6)", async () => {
  const { rae } = await aTrial();
  expect(await rae.query(api.people.queries.me, {})).toMatchObject({ holdsLeftDemo: false });
});

describe("it is not cleared", () => {
  test("where nobody real could sign in afterwards, by somebody invented, without the words or the password (SD3)", async () => {
    const { world, rae, overview, clear } = await aTrial();
    const invented = (await world.rows("people")).find(({ email }) => email === "super@ao.com");
    const token = tokenOf("inventedSuper");
    await world.run((ctx) => ctx.db.patch(invented?._id as Id<"people">, { tokenIdentifier: token.tokenIdentifier }));
    const asInvented = world.as(token);
    await world.stepUp("session-of-inventedSuper");
    await expect(asInvented.mutation(api.seedData.mutations.clear, { words })).rejects.toThrow("real person");
    expect(await codeOf(rae.mutation(api.seedData.mutations.clear, { words }))).toBe("step-up-required");
    expect(await codeOf(clear(rae, "clear"))).toBe("confirmation-required");
    for (const fields of [{ hasChangedInitialPassword: false }, { roles: ["staff" as const], isSuperAdmin: false }]) {
      await world.run((ctx) => ctx.db.patch(rae.id, fields));
      expect(await codeOf(clear())).toMatch(/not-allowed|password-change-required/);
      const seen = await asInvented.query(api.seedData.queries.overview, {});
      expect(seen.whyNot[0]).toContain("Nobody could sign in afterwards");
      await world.run((ctx) => ctx.db.patch(rae.id, { ...SUPER, hasChangedInitialPassword: true }));
    }
    const gina = await world.person("gina", { roles: ["staff", "admin"], isElevated: true });
    expect(await codeOf(clear(gina))).toBe("not-allowed");
    expect((await overview()).state).toBe("loaded");
    expect(await world.rows("requests")).not.toEqual([]);
  }, 60_000);

  test("where real people have something that would lose what it hangs on; each thing is named (SD3)", async () => {
    const { world, rae, clear, overview } = await aTrial();
    const blocked = async (thing: string, undo: () => Promise<unknown>): Promise<void> => {
      expect((await overview()).whyNot).toEqual([expect.stringContaining(thing)]);
      await expect(clear()).rejects.toThrow(thing);
      await undo();
      expect((await overview()).whyNot).toEqual([]);
    };
    const [request] = await world.rows("requests");
    const [ticket] = await world.rows("tickets");
    const [vote] = await world.rows("ideaVotes");
    const [grant] = await world.rows("grants");
    const [domain] = await world.rows("dataDomains");
    const [user] = await world.rows("serviceUsers");
    if (!request || !ticket || !vote || !grant || !domain || !user) throw new Error("The demo has one of each");
    const theirs = (id: Id<TableNames>, field: string, value: unknown = rae.id) =>
      world.run((ctx) => ctx.db.patch(id, { [field]: value }));
    await theirs(request._id, "requesterId");
    await blocked("1 request.", () => theirs(request._id, "requesterId", request.requesterId));
    await theirs(ticket._id, "requesterId");
    await blocked("1 ticket.", () => theirs(ticket._id, "requesterId", ticket.requesterId));
    await theirs(vote._id, "personId");
    await blocked("1 idea, vote or comment.", () => theirs(vote._id, "personId", vote.personId));
    await theirs(grant._id, "beneficiaryId");
    await blocked("1 access.", () => theirs(grant._id, "beneficiaryId", grant.beneficiaryId));
    await theirs(domain._id, "deputyIds", [rae.id]);
    await blocked("1 data domain.", () => theirs(domain._id, "deputyIds", domain.deputyIds));
    await theirs(user._id, "ownerId");
    await blocked("1 service user.", () => theirs(user._id, "ownerId", user.ownerId));
  }, 60_000);

  test("in a portal that was started without a demo, whatever it holds (SD3)", async () => {
    const world = await aDemoWorld();
    const rae = await world.person("rae", SUPER);
    await rae.stepUp();
    expect(await rae.query(api.seedData.queries.overview, {})).toMatchObject({
      state: "none",
      counts: [],
      realPeople: [],
    });
    await expect(rae.mutation(api.seedData.mutations.clear, { words })).rejects.toThrow("holds no demo data");
    await world.internal(internal.seedData.internal.clearBatch, {});
    expect(await world.rows("people")).toHaveLength(1);
  });
});

test("a demo that an older version told knows its people after the next start (SD3)", async () => {
  const { world, overview, clear } = await aTrial();
  const [told] = await world.rows("demoWorlds");
  await world.run((ctx) => ctx.db.patch(told?._id as Id<"demoWorlds">, { personIds: undefined }));
  expect((await overview()).whyNot).toEqual([expect.stringContaining("older version")]);
  await expect(clear()).rejects.toThrow("older version");
  await world.internal(demoFunctions.seed.fill, {});
  expect((await overview()).whyNot).toEqual([]);
}, 60_000);

test("more real people than a trial has stand in the way (SD3)", () => {
  const real = { requests: 0, tickets: 0, ideas: 0, access: 0, domains: 0, serviceUsers: 0 };
  const facts = {
    state: "loaded",
    isTagged: true,
    isInvented: false,
    realSuperAdmins: 1,
    realPeople: 201,
    real,
  } as const;
  expect(whyNotClear(facts)).toEqual([expect.stringContaining("More than 200")]);
  expect(whyNotClear({ ...facts, realPeople: 200 })).toEqual([]);
});

function aView(ownerId: Id<"people">) {
  return {
    ownerId,
    screen: "requests" as const,
    name: "Mine",
    search: {},
    isShared: false,
    createdAt: DAWN,
    updatedAt: DAWN,
  };
}

const REAL = [
  ...(["requests", "grants", "tickets", "ideas"] as const),
  ...(["articles", "dataDomains", "businessAreas", "serviceUsers"] as const),
];

describe("no demo is filled beside real data (SD4)", () => {
  test.each(REAL)("where somebody has %s and nothing else", async (kept) => {
    const world = await aToldDemo(2);
    // What is left is a company's that never had a demo.
    await world.run(async (ctx) => {
      for (const table of ["demoWorlds", ...REAL] as const)
        for (const { _id } of await ctx.db.query(table).collect()) if (table !== kept) await ctx.db.delete(_id);
    });
    const before = JSON.stringify([await world.rows("people"), await world.rows(kept)]);
    for (let time = 0; time < 2; time++)
      expect(await codeOf(world.internal(demoFunctions.seed.fill, { now: world.now() }))).toBe("wrong-state");
    expect(await world.rows("demoWorlds")).toEqual([]);
    expect(JSON.stringify([await world.rows("people"), await world.rows(kept)])).toBe(before);
  });

  test("nor filled again by a start that comes while it is being cleared", async () => {
    const { world, rae, clear } = await aTrial();
    await clear();
    await world.internal(demoFunctions.seed.fill, { now: world.now() });
    await world.advance(MINUTE_MS);
    expect(await world.internal(demoFunctions.seed.fill, { now: world.now() })).toMatchObject({ wasFilled: false });
    for (const table of REAL) expect(await world.rows(table), table).toEqual([]);
    const active = (await world.rows("people")).filter(({ status }) => status === "active");
    expect(active.map(({ _id }) => _id)).toEqual([rae.id]);
    expect(await world.rows("demoWorlds")).toHaveLength(1);
  });
});
