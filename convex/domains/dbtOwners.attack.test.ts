/** Owners read from dbt: nothing outside decides who is in charge of data; people do, after they have seen it. */

import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type DbtSandbox, startDbtSandbox } from "../../sandbox/dbt/main";
import { api, internal } from "../_generated/api";
import { MAX_FILE_DOMAINS } from "../core/domains/rules";
import { ownersFile } from "../core/domains/rules/dbt";
import { MINUTE_MS } from "../lib/pure/time";
import { codeOf, DAWN, endWorld } from "../testing/world.testing";
import { anOrdersCase } from "./changing.testing";

const { importFile, readOwners } = api.domains.mutations;
const { owners, previewImport } = api.domains.queries;

let sandbox: DbtSandbox;
beforeAll(async () => void (sandbox = await startDbtSandbox()));
afterAll(() => sandbox.close());
afterEach(endWorld);

const model = (domain: string | null, owner: string | null, name = `${domain ?? "none"}-${owner ?? "none"}`) => ({
  name,
  meta: { ...(domain !== null && { domain }), ...(owner !== null && { owner }) },
});

/** Orders of ada with bob as deputy; gwen looks after the data, cleo works here. */
async function aProject(models: DbtSandbox["models"]) {
  sandbox.models = models;
  const env = { DBT_URL: sandbox.url, DBT_TOKEN: sandbox.token, DBT_ACCOUNT: sandbox.account, DBT_JOB: sandbox.job };
  const play = await anOrdersCase({}, env);
  const { world, people } = play;
  const cleo = await world.person("dora");
  const health = { isConnected: true, isHealthy: true, facts: [], problems: [], checkedAt: DAWN };
  await world.run((ctx) => ctx.db.insert("connectorHealth", { name: "dbt", ...health }));
  const emailOf = async (id: string) => (await world.rows("people")).find(({ _id }) => _id === id)?.email ?? "";
  const readNow = async () => {
    await world.internalAction(internal.domains.actions.readOwners, {});
    const now = await people.gwen.query(owners, {});
    return now;
  };
  const assign = async (text: string) => {
    const { hash } = await people.gwen.query(previewImport, { text });
    await people.gwen.stepUp();
    return await people.gwen.mutation(importFile, { text, hash, from: "dbt" });
  };
  return { ...play, cleo, emailOf, readNow, assign };
}

/** Who cleo, bob and so on are to dbt. */
const at = (name: string) => `${name}@ao.com`;

test("[D6] owners are added after the preview and by two people; whoever is in charge stays", async () => {
  const { world, ada, cleo, row, people, emailOf, readNow, assign, confirm } = await aProject([]);
  sandbox.models = [model("orders", (await emailOf(cleo.id)).toUpperCase())];
  const before = await row();
  const { read } = await readNow();
  expect(read?.text).toBe(`"name","owners"\n"Orders","${await emailOf(ada.id)}|${await emailOf(cleo.id)}"`);
  expect(read?.added).toEqual([{ domain: "Orders", owners: [`Dora Tester (${await emailOf(cleo.id)})`] }]);
  // Reading changed nothing.
  expect(await row()).toEqual(before);
  const { rows, problems } = await people.gwen.query(previewImport, { text: read?.text ?? "" });
  expect(problems).toEqual([]);
  expect(rows).toMatchObject([{ name: "Orders", does: "change", changes: "owners" }]);
  expect(await assign(read?.text ?? "")).toMatchObject({ state: "proposed" });
  expect((await row()).ownerIds).toEqual([ada.id]);
  expect(await world.rows("proposals")).toMatchObject([
    { state: "open", reason: expect.stringContaining("dbt Cloud") },
  ]);
  await confirm("gus");
  expect((await row()).ownerIds).toEqual([ada.id, cleo.id]);
});

test("[D6] whoever and whatever is unknown is listed, never made, and is not in the way of the rest", async () => {
  const { world, put, bob, cleo, people, emailOf, readNow } = await aProject([]);
  const sid = await world.person("sid", { status: "suspended" });
  const good = await emailOf(cleo.id);
  sandbox.models = [
    model("Orders", good),
    model("Orders", at("stranger")),
    model("Orders", await emailOf(sid.id)),
    model("Orders", await emailOf(bob.id)),
    model("Nowhere", good),
    model("Archive", good),
    model(null, good, "lonely"),
    model("Orders", null, "unowned"),
  ];
  await put({ name: "Archive", status: "archived" });
  const before = [(await world.rows("people")).length, (await world.rows("dataDomains")).length];
  const { read } = await readNow();
  expect(read?.leftOut).toEqual([
    { what: at("stranger"), why: expect.stringContaining("Nobody here has this address") },
    { what: await emailOf(sid.id), why: expect.stringContaining("suspended") },
    { what: "Orders", why: "Bob Tester is its deputy." },
    { what: "Nowhere", why: "No data domain has this name." },
    { what: "Archive", why: expect.stringContaining("archived") },
    { what: "lonely", why: "It names an owner, but no domain." },
    { what: "unowned", why: "It names a domain, but no owner." },
  ]);
  const { problems, rows } = await people.gwen.query(previewImport, { text: read?.text ?? "" });
  expect({ problems, count: rows.length }).toEqual({ problems: [], count: 1 });
  expect([(await world.rows("people")).length, (await world.rows("dataDomains")).length]).toEqual(before);
});

test("[D6] a domain of a business area, or one of whose owners is gone, keeps those in charge", async () => {
  const { world, ada, cleo, domainId, emailOf, readNow } = await aProject([]);
  sandbox.models = [model("Orders", await emailOf(cleo.id))];
  await world.run((ctx) => ctx.db.patch(ada.id, { status: "suspended" }));
  expect((await readNow()).read).toMatchObject({ text: "", leftOut: [{ why: expect.stringContaining("no longer") }] });
  await world.run(async (ctx) => {
    const areaId = await ctx.db.insert("businessAreas", { name: "Sales", code: "SAL", costCentre: "1" });
    await ctx.db.patch(domainId, { ownerIds: [], ownerAreaIds: [areaId] });
  });
  expect((await readNow()).read).toMatchObject({ text: "", leftOut: [{ why: "It is owned by a business area." }] });
});

test("[D6] a part that takes its owners from the domain above keeps taking them, and is listed", async () => {
  const { put, domainId, cleo, row, emailOf, readNow } = await aProject([]);
  const partId = await put({ name: "Returns", parentId: domainId, inherits: ["owners"] });
  sandbox.models = [model("Returns", await emailOf(cleo.id))];
  expect((await readNow()).read).toMatchObject({
    ...{ text: "", added: [] },
    leftOut: [{ what: "Returns", why: "It takes its owners from the domain above it." }],
  });
  expect(await row(partId)).toMatchObject({ ownerIds: [], inherits: ["owners"] });
});

test("[D6] a domain that would have too many owners is listed and not in the way of the rest", async () => {
  const { world, put, bob, cleo, people, emailOf, readNow } = await aProject([]);
  await put({ name: "Returns", ownerIds: [bob.id], deputyIds: [people.sue.id] });
  const many = await Promise.all(Array.from({ length: 10 }, (_, index) => world.person(`many${index}`)));
  const emails = await Promise.all(many.map(({ id }) => emailOf(id)));
  sandbox.models = [...emails.map((email) => model("Orders", email)), model("Returns", await emailOf(cleo.id))];
  const { read } = await readNow();
  expect(read?.leftOut).toEqual([{ what: "Orders", why: "It would have more than 10 owners." }]);
  expect(read?.added).toMatchObject([{ domain: "Returns" }]);
  const { problems, rows } = await people.gwen.query(previewImport, { text: read?.text ?? "" });
  expect({ problems, names: rows.map(({ name }) => name) }).toEqual({ problems: [], names: ["Returns"] });
});

test("[D6] owners for more domains than a file takes are read as far as it takes them, and the rest is listed", () => {
  const person = { id: "p1", name: "Cleo", email: "cleo@ao.com", mailbox: "cleo@ao.com", status: "active" as const };
  const people = { withEmail: () => person, byId: () => null };
  const names = Array.from({ length: MAX_FILE_DOMAINS + 2 }, (_, index) => `Domain ${index}`);
  const none = { status: "active" as const, ownerIds: [], ownerAreaIds: [], deputyIds: [], inherits: [] };
  const { added, leftOut } = ownersFile(
    names.map((domain) => ({ name: domain, domain, owner: person.email })),
    names.map((name) => ({ name, ...none })),
    people,
  );
  expect(added).toHaveLength(MAX_FILE_DOMAINS);
  expect(leftOut.map(({ what }) => what)).toEqual(names.slice(MAX_FILE_DOMAINS));
});

test.each([["html" as const], ["empty" as const], ["endless" as const], [{ status: 401 }], [{ status: 500 }]])(
  "[D6] an answer that is none (%j) is a failure that is shown, and what was read before stays",
  async (failure) => {
    const { readNow, row } = await aProject([model("Orders", at("stranger"))]);
    const before = await row();
    const { read } = await readNow();
    expect(read).not.toBeNull();
    sandbox.fail(failure);
    const after = await readNow();
    expect(after.failure?.message).toMatch(/dbt Cloud|manifest/);
    expect(after.read).toEqual(read);
    expect(await row()).toEqual(before);
    expect((await readNow()).failure).toBeNull();
  },
);

test("[D6] an answer that comes late, twice or under another's name is not kept", async () => {
  const { world } = await aProject([]);
  const { beginOwners, keepOwners, ownersFailed } = internal.domains.internal;
  const first = await world.internal(beginOwners, {});
  expect(await world.internal(beginOwners, {})).toBeNull();
  await world.advance(4 * MINUTE_MS);
  const said = { total: 1, models: [{ name: "a", domain: "Orders", owner: at("stranger") }] };
  await world.internal(keepOwners, { ...first!, ...said });
  expect((await world.rows("ownerReadings"))[0]?.read).toBeUndefined();
  const second = await world.internal(beginOwners, {});
  await world.internal(keepOwners, { ...first!, ...said });
  await world.internal(ownersFailed, { ...first!, message: "Late" });
  expect((await world.rows("ownerReadings"))[0]).toMatchObject({ isOpen: true });
  await world.internal(keepOwners, { ...second!, ...said });
  const kept = (await world.rows("ownerReadings"))[0];
  await world.internal(keepOwners, { ...second!, total: 7, models: [] });
  expect(await world.rows("ownerReadings")).toEqual([kept]);
});

test("[D6] what is assigned in the name of dbt is what was read there, and only who looks after data reads it", async () => {
  const { world, people, ada, cleo, emailOf, assign } = await aProject([]);
  sandbox.models = [model("Orders", await emailOf(cleo.id))];
  await people.gwen.mutation(readOwners, {});
  await world.advance(0);
  await vi.waitFor(async () =>
    expect(await people.gwen.query(owners, {})).toMatchObject({ isOpen: false, read: { total: 1 } }),
  );
  const { read } = await people.gwen.query(owners, {});
  const other = read?.text.replace(await emailOf(cleo.id), await emailOf(people.sue.id)) ?? "";
  expect(await codeOf(assign(other))).toBe("changed-meanwhile");
  for (const somebody of [ada, people.bob]) {
    expect(await codeOf(somebody.mutation(readOwners, {}))).toBe("not-allowed");
    expect(await codeOf(somebody.query(owners, {}))).toBe("not-allowed");
  }
  const off = { name: "dbt" as const, state: "off" as const, updatedAt: DAWN };
  await world.run((ctx) => ctx.db.insert("connectors", off));
  expect(await codeOf(people.gwen.mutation(readOwners, {}))).toBe("connector-off");
  expect(await world.internal(internal.domains.internal.beginOwners, {})).toBeNull();
});
