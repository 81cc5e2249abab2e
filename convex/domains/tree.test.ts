import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { readsOf } from "../lists/reads.testing";
import { endWorld } from "../testing/world.testing";
import { aDomain, anOrdersCase } from "./changing.testing";

afterEach(endWorld);

const { level, unmanned } = api.domains.queries;

test("a level of the tree is read page by page, in the order of names, and says what has parts", async () => {
  const { gus, put, domainId, world } = await anOrdersCase();
  const part = await put({ name: "Returns", parentId: domainId });
  await put({ name: "Refunds", parentId: part, status: "archived" });
  await world.run(async (ctx) => {
    for (let at = 0; at < 60; at++)
      await ctx.db.insert("dataDomains", aDomain({ name: `Z ${String(at).padStart(2, "0")}` }));
  });
  const first = await gus.query(level, { parentId: null, after: null });
  expect(first.rows.slice(0, 2).map(({ name, hasChildren }) => [name, hasChildren])).toEqual([
    ["Orders", true],
    ["Z 00", false],
  ]);
  expect(first).toMatchObject({ next: "Z 48" });
  const second = await gus.query(level, { parentId: null, after: first.next });
  expect(second.rows.map(({ name }) => name)).toEqual(Array.from({ length: 11 }, (_, at) => `Z ${49 + at}`));
  expect(second.next).toBeNull();
  const below = await gus.query(level, { parentId: domainId, after: null });
  expect(below.rows.map(({ name, hasChildren }) => [name, hasChildren])).toEqual([["Returns", true]]);
});

test("the page of a domain reads itself, what is above it and its parts, however many others there are", async () => {
  const { gus, put, domainId, world } = await anOrdersCase({ databases: ["ORDERS"] });
  const part = await put({ name: "Returns", parentId: domainId, inherits: ["owners"], databases: ["ORDERS"] });
  await put({ name: "Refunds", parentId: part });
  const reads = () => readsOf(gus, "domains/queries:get", { domainId: part });
  const before = await reads();
  await world.run(async (ctx) => {
    for (let at = 0; at < 60; at++)
      await ctx.db.insert("dataDomains", aDomain({ name: `Z ${at}`, parentId: domainId, databases: ["ORDERS"] }));
  });
  expect(await reads()).toBe(before);
  expect(await gus.query(api.domains.queries.shared, { domainId: part })).toMatchObject([
    { name: "ORDERS", others: expect.arrayContaining(["Orders", "Z 0", "Z 59"]) as string[] },
  ]);
});

test("whoever is missing is named: no owner or deputy, or none who is active, also where they come from above", async () => {
  const { gus, put, ada, bob, world } = await anOrdersCase();
  const gone = await world.person("gone", { status: "removed" });
  const [owned, deputised] = [{ ownerIds: [ada.id] }, { deputyIds: [bob.id] }];
  const lost = await put({ name: "A gone owner", ownerIds: [gone.id], ...deputised });
  await put({ name: "B below it", parentId: lost, inherits: ["owners", "deputies"] });
  await put({ name: "C nobody", ...deputised });
  await put({ name: "D no deputy", ...owned });
  await put({ name: "E gone deputy", ...owned, deputyIds: [gone.id] });
  await put({ name: "F closed", status: "deprecated" });
  await put({ name: "G draft", status: "draft" });
  await put({ name: "H archived", status: "archived" });
  await put({ name: "I fine", ...owned, deputyIds: [gone.id, bob.id] });
  expect((await gus.query(unmanned, {})).rows.map(({ name, lacks }) => `${name}: ${lacks}`)).toEqual([
    "A gone owner: No owner is active",
    "B below it: No owner is active",
    "C nobody: Nobody owns it",
    "D no deputy: It has no deputy",
    "E gone deputy: No deputy is active",
    "F closed: Nobody owns it",
  ]);
});

test("all of those in which somebody is missing can be read, the first 25 of them at once, with their number", async () => {
  const { gus, put } = await anOrdersCase();
  for (let at = 10; at < 40; at++) await put({ name: `Z ${at}` });
  const first = await gus.query(unmanned, {});
  expect(first.rows).toHaveLength(25);
  expect(first).toMatchObject({ hasMore: true, total: 30 });
  const all = await gus.query(unmanned, { size: 75 });
  expect(all.rows.map(({ name }) => name).slice(-2)).toEqual(["Z 38", "Z 39"]);
  expect(all).toMatchObject({ hasMore: false, total: 30 });
  expect((await gus.query(unmanned, { size: -1 })).rows).toEqual([]);
});
