import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../../_generated/api";
import { aCompany } from "../../catalog/company.testing";
import { aWorld, codeOf, endWorld, type TestPerson } from "../../testing/world.testing";
import type { RequestTypeDefinition } from "./table";

afterEach(endWorld);

const KEY = "warehouse";

/** A catalog, two super admins, and whoever else a template needs so that somebody can decide. */
async function aCatalog() {
  const world = await aWorld();
  await world.internal(internal.catalog.internal.install, {});
  const sue = await world.person("sue", { roles: ["staff", "superAdmin"] });
  const sam = await world.person("sam", { roles: ["staff", "superAdmin"] });
  for (const role of ["admin", "governance", "finops"] as const) await world.person(role, { roles: ["staff", role] });
  return { world, sue, sam };
}

async function versionSeenBy(person: TestPerson, version: number) {
  const found = await person.query(api.catalog.queries.getVersion, { key: KEY, version });
  if (!found) throw new Error(`There is no version ${version}`);
  return found;
}

/** Sue's draft with one change in it. */
async function aDraft(
  { sue }: Pick<Awaited<ReturnType<typeof aCatalog>>, "sue">,
  change: Partial<RequestTypeDefinition> = { summary: "Compute for your queries" },
) {
  const version = await sue.mutation(api.catalog.mutations.createDraft, { key: KEY, from: 1 });
  const { definition } = await versionSeenBy(sue, version);
  const revision = await sue.mutation(api.catalog.mutations.saveDraft, {
    key: KEY,
    version,
    revision: 0,
    definition: { ...definition, ...change },
    note: "Clearer",
  });
  return { key: KEY, version, revision };
}

describe("a draft", () => {
  test("begins as a copy, is saved, and changes nothing for those who ask", async () => {
    const { world, sue } = await aCatalog();
    const ada = await world.person("ada");
    const { version } = await aDraft({ sue });
    expect(await versionSeenBy(sue, version)).toMatchObject({
      definition: { summary: "Compute for your queries" },
      note: "Clearer",
      draft: { status: "draft", revision: 1, lastEditor: { name: "Sue Tester" }, publishedVersion: 1 },
    });
    expect(await ada.query(api.catalog.queries.get, { key: KEY })).toMatchObject({
      version: 1,
      summary: "A new Snowflake warehouse, or another size for one of yours",
    });
    const [row] = (await sue.query(api.catalog.queries.templates, {})).filter(({ key }) => key === KEY);
    expect(row).toMatchObject({ published: { version: 1 }, drafts: [{ version: 2, createdBy: "Sue Tester" }] });
  });

  test("that somebody saved meanwhile is not saved over, discarded or published", async () => {
    const { sue, sam } = await aCatalog();
    const { version } = await aDraft({ sue });
    const { definition } = await versionSeenBy(sam, version);
    const old = { key: KEY, version, revision: 0 };
    expect(await codeOf(sam.mutation(api.catalog.mutations.saveDraft, { ...old, definition }))).toBe(
      "changed-meanwhile",
    );
    expect(await codeOf(sam.mutation(api.catalog.mutations.discardDraft, old))).toBe("changed-meanwhile");
    expect(await codeOf(sam.mutation(api.catalog.mutations.publish, { ...old, confirmation: KEY }))).toBe(
      "changed-meanwhile",
    );
    expect(await versionSeenBy(sam, version)).toMatchObject({ draft: { revision: 1, status: "draft" } });
  });

  test("of two who save at the same moment one wins", async () => {
    const { sue, sam } = await aCatalog();
    const ref = await aDraft({ sue });
    const { definition } = await versionSeenBy(sue, ref.version);
    const results = await Promise.allSettled(
      [sue, sam].map((person) => person.mutation(api.catalog.mutations.saveDraft, { ...ref, definition })),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });

  test("is discarded for good", async () => {
    const { world, sue } = await aCatalog();
    const ref = await aDraft({ sue });
    await sue.mutation(api.catalog.mutations.discardDraft, ref);
    expect(await sue.query(api.catalog.queries.getVersion, { key: KEY, version: ref.version })).toBeNull();
    expect((await world.rows("auditEvents")).at(-1)).toMatchObject({
      action: "template.discarded",
      context: { version: 2 },
    });
  });

  test("is one of at most five of a type", async () => {
    const { sue } = await aCatalog();
    for (let n = 0; n < 5; n += 1) await sue.mutation(api.catalog.mutations.createDraft, { key: KEY, from: 1 });
    expect(await codeOf(sue.mutation(api.catalog.mutations.createDraft, { key: KEY, from: 1 }))).toBe("too-many");
  });
});

describe("publishing", () => {
  test("needs the typed key", async () => {
    const { sue, sam } = await aCatalog();
    const ref = await aDraft({ sue });
    expect(await codeOf(sam.mutation(api.catalog.mutations.publish, { ...ref, confirmation: "yes" }))).toBe(
      "confirmation-required",
    );
  });

  test("needs another super admin than the one who changed it last", async () => {
    const { sue, sam } = await aCatalog();
    const ref = await aDraft({ sue });
    expect(await codeOf(sue.mutation(api.catalog.mutations.publish, { ...ref, confirmation: KEY }))).toBe(
      "not-eligible",
    );
    await sam.mutation(api.catalog.mutations.publish, { ...ref, confirmation: KEY });
    expect(await versionSeenBy(sue, 2)).toMatchObject({ draft: { status: "published" } });
    expect(await versionSeenBy(sue, 1)).toMatchObject({ draft: { status: "retired", publishedVersion: 2 } });
  });

  test("is refused while there is a problem, whoever says there is none", async () => {
    const { sue, sam } = await aCatalog();
    const ref = await aDraft({ sue }, { tasks: [] });
    expect(await codeOf(sam.mutation(api.catalog.mutations.publish, { ...ref, confirmation: KEY }))).toBe(
      "invalid-input",
    );
    expect(await versionSeenBy(sue, 1)).toMatchObject({ draft: { status: "published" } });
  });

  test("looks at the people of the moment: a role nobody holds any more is a problem", async () => {
    const { world, sue, sam } = await aCatalog();
    const ref = await aDraft({ sue });
    await world.run(async (ctx) => {
      for (const person of await ctx.db.query("people").collect())
        if (person.roles.includes("finops")) await ctx.db.patch(person._id, { status: "suspended" });
    });
    expect(await codeOf(sam.mutation(api.catalog.mutations.publish, { ...ref, confirmation: KEY }))).toBe(
      "invalid-input",
    );
  });

  test("of a draft older than the version in force is refused", async () => {
    const { sue, sam } = await aCatalog();
    const older = await aDraft({ sue });
    const newer = await aDraft({ sue });
    await sam.mutation(api.catalog.mutations.publish, { ...newer, confirmation: KEY });
    expect(await codeOf(sam.mutation(api.catalog.mutations.publish, { ...older, confirmation: KEY }))).toBe(
      "changed-meanwhile",
    );
  });

  test("a second time is refused", async () => {
    const { sue, sam } = await aCatalog();
    const ref = await aDraft({ sue });
    await sam.mutation(api.catalog.mutations.publish, { ...ref, confirmation: KEY });
    expect(await codeOf(sam.mutation(api.catalog.mutations.publish, { ...ref, confirmation: KEY }))).toBe(
      "wrong-state",
    );
  });

  test("is told in the audit trail with what changed, and who had changed it", async () => {
    const { world, sue, sam } = await aCatalog();
    const ref = await aDraft({ sue });
    await sam.mutation(api.catalog.mutations.publish, { ...ref, confirmation: KEY });
    const event = (await world.rows("auditEvents")).at(-1);
    expect(event).toMatchObject({
      action: "template.published",
      actor: { label: "Sam Tester" },
      targets: [{ type: "requestType", id: KEY }],
      context: { version: 2, editedById: sue.id, note: "Clearer" },
    });
    expect(event?.changes).toEqual([
      { field: "publishedVersion", before: 1, after: 2 },
      {
        field: "summary",
        before: "A new Snowflake warehouse, or another size for one of yours",
        after: "Compute for your queries",
      },
    ]);
  });
});

test("[R4] a request keeps the version, tasks and approvers it was submitted with; the next one gets the new ones", async () => {
  const { world, ada, person, formOf } = await aCompany();
  const key = "snowflake-access";
  const sue = person("sue");
  const sam = await world.person("sam", { roles: ["staff", "superAdmin"] });
  const first = await ada.mutation(api.requests.mutations.submit, {
    typeKey: key,
    form: formOf(key),
    submitKey: "first",
  });
  const stateOf = async (id: string) => ({
    version: (await world.rows("requests")).find(({ _id }) => _id === id)?.templateVersion,
    tasks: (await world.rows("requestTasks"))
      .filter(({ requestId }) => requestId === id)
      .map(({ key: task, title, order, status }) => ({ task, title, order, status })),
    policies: (await world.rows("approvals")).filter(({ requestId }) => requestId === id).map(({ policy }) => policy),
  });
  const before = await stateOf(first.id);
  const version = await sue.mutation(api.catalog.mutations.createDraft, { key, from: 1 });
  const { definition } = (await sue.query(api.catalog.queries.getVersion, { key, version }))!;
  const tasks = definition.tasks
    .filter((task) => task.key !== "manager")
    .map((task) => ({
      ...task,
      order: task.order - 1,
      title: task.key === "grant" ? "Hand over the role" : task.title,
    }));
  const revision = await sue.mutation(api.catalog.mutations.saveDraft, {
    key,
    version,
    revision: 0,
    definition: { ...definition, tasks },
  });
  await sam.mutation(api.catalog.mutations.publish, { key, version, revision, confirmation: key });
  await world.clockRun();

  expect(await stateOf(first.id)).toEqual(before);
  const second = await ada.mutation(api.requests.mutations.submit, {
    typeKey: key,
    form: { ...formOf(key), domain: "products", role: "PRODUCTS_READ" },
    submitKey: "second",
  });
  const after = await stateOf(second.id);
  expect(after.version).toBe(2);
  expect(after.tasks.map(({ task }) => task)).toEqual(["domain", "governance", "grant", "verify", "expiry", "notify"]);
  expect(after.tasks.find(({ task }) => task === "grant")?.title).toBe("Hand over the role");
});

test("a type that is taken out of the catalog is not offered, and is again when it is put back", async () => {
  const { world, sue } = await aCatalog();
  const ada = await world.person("ada");
  const keys = async () => (await ada.query(api.catalog.queries.list, {})).map(({ key }) => key);
  await sue.mutation(api.catalog.mutations.setOffered, { key: KEY, isOffered: false });
  expect(await keys()).not.toContain(KEY);
  await sue.mutation(api.catalog.mutations.setOffered, { key: KEY, isOffered: true });
  expect(await keys()).toContain(KEY);
  expect((await world.rows("auditEvents")).slice(-2).map(({ action }) => action)).toEqual([
    "template.retired",
    "template.offered",
  ]);
});

test("task types tell which templates use them, drafts included", async () => {
  const { sue } = await aCatalog();
  const { definition } = await versionSeenBy(sue, 1);
  await aDraft({ sue }, { tasks: definition.tasks.filter(({ key }) => key !== "resize") });
  const types = await sue.query(api.catalog.queries.taskTypes, {});
  const usesOf = (name: string) =>
    types.find((type) => type.name === name)?.usedBy.map(({ key, version, status }) => `${key} ${version} ${status}`);
  expect(usesOf("resize_warehouse")).toEqual(["warehouse 1 published"]);
  expect(usesOf("create_warehouse")).toEqual(["warehouse 1 published", "warehouse 2 draft"]);
  expect(usesOf("add_service_key")).toEqual([]);
});
