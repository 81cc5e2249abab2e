import { afterEach, describe, expect, test } from "vitest";
import { api } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { anArticleWorld } from "../articles/articles.testing";
import { NOTHING_MORE } from "../core/domains/table";
import { DOMAIN_FILE_SUBJECT } from "../core/proposals/rules";
import { anOrdersCase } from "../domains/changing.testing";
import { DAY_MS } from "../lib/pure/time";
import { submitted } from "../process/requests.testing";
import { pathTo } from "../site/links";
import { PAGES } from "../site/pages";
import { offersIn } from "../tasks/offers.testing";
import { aWorld, endWorld } from "../testing/world.testing";
import { aSupport } from "../tickets/scenes.testing";
import { MIGRATIONS } from "./all";
import { migration, type Migration } from "./declaring/migration";
import { migrated } from "./migrating.testing";
import { MIGRATION_BATCH, migrateSome } from "./model";

afterEach(endWorld);

/** Gives areas another name, once. */
const renamed: Migration = migration({
  number: 1,
  name: "areas_renamed",
  table: "businessAreas",
  change: ({ name }) => (name.startsWith("New ") ? null : { name: `New ${name}` }),
});
const later: Migration = migration({ number: 2, name: "areas_later", table: "businessAreas", change: () => null });

async function withAreas(count: number) {
  const world = await aWorld();
  await world.run(async (ctx) => {
    for (let number = 0; number < count; number += 1)
      await ctx.db.insert("businessAreas", {
        code: `A${number}`,
        name: `Area ${number}`,
        costCentre: "1",
      });
  });
  const step = (migrations: readonly Migration[] = [renamed, later], at = 7) =>
    world.run((ctx) => migrateSome(ctx, migrations, at));
  const names = async (): Promise<string[]> => (await world.rows("businessAreas")).map(({ name }) => name);
  return { world, step, names };
}

describe("documents of older versions", () => {
  test("are changed in order and once, and the audit trail says how many", async () => {
    const { world, step, names } = await withAreas(2);
    expect(await step()).toEqual({ name: "areas_renamed", changed: 2, isCompleted: true });
    expect(await step()).toEqual({ name: "areas_later", changed: 0, isCompleted: true });
    expect(await step()).toEqual({ name: null, changed: 0, isCompleted: true });
    expect(await names()).toEqual(["New Area 0", "New Area 1"]);
    expect(await world.rows("auditEvents")).toMatchObject([
      { action: "portal.migrated", context: { migration: "1 areas_renamed", count: 2 } },
    ]);
  });

  test("are changed batch by batch, and an interrupted start goes on where it was", async () => {
    const { world, step, names } = await withAreas(MIGRATION_BATCH + 1);
    expect(await step()).toEqual({ name: "areas_renamed", changed: MIGRATION_BATCH, isCompleted: false });
    const [begun] = await world.rows("migrations");
    expect(begun).toMatchObject({ number: 1, changed: MIGRATION_BATCH, startedAt: 7 });
    expect(begun?.completedAt).toBeUndefined();
    // What the first batch changed is not read again.
    const seen: string[] = [];
    const watching = migration({
      ...renamed,
      table: "businessAreas",
      change: (area) => {
        seen.push(area.name);
        return renamed.change(area);
      },
    });
    expect(await step([watching, later], 8)).toEqual({
      name: "areas_renamed",
      changed: MIGRATION_BATCH + 1,
      isCompleted: true,
    });
    expect(seen).toEqual([`Area ${MIGRATION_BATCH}`]);
    expect((await names()).every((name) => name.startsWith("New "))).toBe(true);
  });

  test("are read in batches of the migration's own size where it names one", async () => {
    const { step } = await withAreas(3);
    const follows = async (ctx: Pick<MutationCtx, "db">, { code, name }: Doc<"businessAreas">) =>
      void (await ctx.db.insert("counters", { name: `${code} ${name}`, value: 1 }));
    const small = migration({ ...renamed, table: "businessAreas", change: renamed.change, batch: 2, follows });
    expect(await step([small])).toMatchObject({ changed: 2, isCompleted: false });
    expect(await step([small])).toMatchObject({ changed: 3, isCompleted: true });
  });

  test("are left as they are by a batch that fails", async () => {
    const { world, step, names } = await withAreas(3);
    const failing = migration({
      ...renamed,
      table: "businessAreas",
      change: (area) => {
        if (area.code === "A2") throw new Error("Cannot be changed");
        return renamed.change(area);
      },
    });
    await expect(step([failing])).rejects.toThrow("Cannot be changed");
    expect(await names()).toEqual(["Area 0", "Area 1", "Area 2"]);
    expect(await world.rows("migrations")).toEqual([]);
  });

  test("of a newer version are left as they are, and its migration is named", async () => {
    const { step, names } = await withAreas(1);
    await step([later]);
    expect(await step([renamed])).toEqual({ newer: "2 areas_later" });
    expect(await names()).toEqual(["Area 0"]);
  });
});

test("migrations are numbered without a gap, and each has the file its number and name say", () => {
  const files = Object.keys(import.meta.glob("./*/m[0-9]*.ts")).map((file) => file.replace(/^.*\/|\.ts$/g, ""));
  const wanted = MIGRATIONS.map(({ number, name }) => `m${String(number).padStart(4, "0")}_${name}`);
  expect(files.toSorted()).toEqual(wanted);
  expect(MIGRATIONS.map(({ number }) => number)).toEqual(MIGRATIONS.map((_, index) => index + 1));
});

test("a person of before both columns has them after the start, and is in the list of those without further roles", async () => {
  const world = await aWorld();
  const old = await world.person("old", { email: "a.d.a@googlemail.com" });
  const boss = await world.person("boss", { roles: ["staff", "admin"] });
  await world.run(async (ctx) => {
    for (const { id } of [old, boss]) await ctx.db.patch(id, { mailbox: undefined, isElevated: undefined });
  });
  await migrated(world);
  expect(await world.rows("people")).toMatchObject([
    { mailbox: "ada@gmail.com", isElevated: false },
    { mailbox: "boss@ao.com", isElevated: true },
  ]);
});

test("an article of before has its text apart from its row after the start, once, and is found by its words", async () => {
  const { world, adam, published, article, textOf, read, list } = await anArticleWorld();
  const key = await published({ title: "Wake a warehouse", body: "Ask the owner of the **orders** first." });
  const { _id, body, searchText } = await textOf(key);
  const { _id: id } = await article(key);
  await world.run(async (ctx) => {
    await ctx.db.delete(_id);
    await ctx.db.patch(id, { body, searchText, summary: undefined });
  });
  await migrated(world);
  await migrated(world);
  expect(await world.rows("articleTexts")).toMatchObject([
    { articleId: id, body, searchText, status: "published", isOpen: true },
  ]);
  const row = await article(key);
  expect(row).toMatchObject({ summary: "Ask the owner of the orders first." });
  expect(row).not.toHaveProperty("body");
  expect(row).not.toHaveProperty("searchText");
  expect(await read(adam, key)).toMatchObject({ body });
  expect(await list(adam, "orders")).toEqual([key]);
});

test("a task that ran before offers were rows is offered after the start, once, also where a job was faster", async () => {
  const world = await aWorld();
  const ada = await world.person("ada");
  const bea = await world.person("bea");
  for (let n = 0; n < 2; n += 1)
    await world.run((ctx) =>
      submitted(ctx, ada.id, [
        { type: "manual_check", candidateIds: [ada.id, bea.id] },
        { type: "manual_check", candidateIds: [ada.id] },
      ]),
    );
  const { due } = await offersIn(world);
  expect(due).toHaveLength(4);
  await world.run(async (ctx) => {
    for (const { _id } of (await ctx.db.query("taskOffers").collect()).slice(0, 3)) await ctx.db.delete(_id);
  });
  await migrated(world);
  expect(await offersIn(world)).toEqual({ kept: due, due });
});

test.each(["", "a-save-key"])(
  "a domain that was proposed under no page (%j) is found, led to and confirmed after the start",
  async (id) => {
    const { world, gus, gwen, confirm } = await anOrdersCase();
    const text = "name,owners,deputies,sensitivity,read_roles\nReturns,zoe@ao.com,cleo@ao.com,internal,RETURNS_READ\n";
    const { hash } = await gus.query(api.domains.queries.previewImport, { text });
    await gus.stepUp();
    await gus.mutation(api.domains.mutations.importFile, { text, hash });
    const to = pathTo("dataDomain", { domainId: id === "" ? "none" : id });
    await world.run(async (ctx) => {
      for (const { _id } of await ctx.db.query("proposals").collect())
        await ctx.db.patch(_id, { subject: { type: "domain", id, label: "Returns" } });
      for (const { _id, subject } of await ctx.db.query("notifications").collect())
        if (subject.type === "proposal") await ctx.db.patch(_id, { to });
    });
    const found = async () => await gwen.query(api.proposals.queries.about, { subjectId: DOMAIN_FILE_SUBJECT });
    expect(await found()).toEqual([]);
    await migrated(world);
    expect(await found()).toMatchObject([{ state: "open", title: "Change Returns" }]);
    const notices = (await world.rows("notifications")).filter(({ subject }) => subject.type === "proposal");
    expect(new Set(notices.map((one) => one.to))).toEqual(new Set([PAGES.dataDomains.path]));
    await confirm("gwen");
    expect(await world.rows("dataDomains")).toContainEqual(
      expect.objectContaining({ name: "Returns", status: "active" }),
    );
  },
);

test("a ticket that waited for others before first answers stayed due meanwhile is overdue after the start, once [S9]", async () => {
  const { world, ada, adam, key, create, claim, answer, waitFor, clock, ticketRow } = await aSupport();
  const [answered, told] = [await create(ada), await create(ada)];
  for (const one of [key, answered, told]) await claim(adam, one);
  await answer(adam, answered);
  for (const one of [key, answered, told]) await waitFor(adam, one, null);
  const { _id, dueAt } = await ticketRow(told);
  const { _id: untold } = await ticketRow(key);
  await world.run(async (ctx) => {
    await ctx.db.patch(_id, { alarmAt: undefined, alarmedFor: dueAt });
    await ctx.db.patch(untold, { alarmAt: undefined });
  });
  await world.advance(9 * DAY_MS);
  await migrated(world);
  await clock();
  await migrated(world);
  await clock();
  expect((await world.rows("notifications")).filter(({ kind }) => kind === "ticket.overdue")).toMatchObject([
    { title: `The first answer of ${key} is overdue: Orders do not load`, count: 1 },
  ]);
});

test("who takes one data domain over is a successor after the start, in what was done and in what was proposed", async () => {
  const world = await aWorld();
  const [ada, bea, cy] = [await world.person("ada"), await world.person("bea"), await world.person("cy")];
  const domainId = await world.run((ctx) =>
    ctx.db.insert("dataDomains", {
      ...NOTHING_MORE,
      key: "orders",
      name: "Orders",
      description: "",
      ownerIds: [ada.id],
      deputyIds: [],
      databases: [],
      roles: [],
      sensitivity: "internal",
      status: "active",
      updatedAt: 0,
    }),
  );
  const domainHeirs = [{ domainId, heirId: cy.id }];
  const gone = { personId: ada.id, successorId: bea.id };
  await world.run(async (ctx) => {
    await ctx.db.insert("removals", { ...gone, byId: cy.id, domainHeirs, reason: "Left", at: 1 });
    await ctx.db.insert("proposals", {
      change: { kind: "person.remove", ...gone, domainHeirs },
      subject: { type: "person", id: ada.id, label: "Ada" },
      title: "Remove Ada",
      lines: [],
      shownHash: "",
      partyIds: [ada.id],
      reason: "Leaves",
      proposedById: cy.id,
      proposedAt: 1,
      expiresAt: 2,
      state: "open",
    });
  });
  await migrated(world);
  const domainSuccessors = [{ domainId, successorId: cy.id }];
  const [removal] = await world.rows("removals");
  const [proposal] = await world.rows("proposals");
  expect(removal).toMatchObject({ ...gone, domainSuccessors });
  expect(proposal?.change).toEqual({ kind: "person.remove", ...gone, domainSuccessors });
  expect(removal).not.toHaveProperty("domainHeirs");
});
