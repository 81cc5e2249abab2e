import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { domainKeyFor } from "../core/domains/rules";
import { aWorld, codeOf, endWorld } from "../testing/world.testing";

afterEach(endWorld);

const { save, importFile } = api.domains.mutations;

async function aPortal() {
  const world = await aWorld();
  const sue = await world.person("sue", { roles: ["staff", "superAdmin"] });
  const [ada, ben] = [await world.person("ada"), await world.person("ben")];
  const form = {
    saveKey: "form",
    name: "Orders",
    description: "Orders and lines",
    sensitivity: "internal" as const,
    ownerIds: [ada.id],
    deputyIds: [ben.id],
    databases: ["sales"],
    readRoles: ["orders_read"],
    writeRoles: ["orders_write"],
  };
  const preview = (text: string) => sue.query(api.domains.queries.previewImport, { text });
  const load = async (text: string) => sue.mutation(importFile, { text, hash: (await preview(text)).hash });
  const domains = () => world.rows("dataDomains");
  return { world, sue, ada, ben, form, preview, load, domains };
}

test("a domain with an owner is open for requests at once, with its roles; without one it is a draft", async () => {
  const { world, sue, ada, form, domains } = await aPortal();
  await sue.mutation(save, form);
  await sue.mutation(save, form);
  await sue.mutation(save, {
    ...form,
    saveKey: "other",
    name: "Returns",
    ownerIds: [],
    deputyIds: [],
    readRoles: [],
    writeRoles: [],
  });
  expect(await domains()).toMatchObject([
    {
      key: "orders",
      status: "active",
      databases: ["SALES"],
      ownerIds: [ada.id],
      roles: [
        { name: "ORDERS_READ", level: "read", description: "Read Orders" },
        { name: "ORDERS_WRITE", level: "write" },
      ],
    },
    { key: "returns", status: "draft" },
  ]);
  expect((await ada.query(api.domains.queries.list, {})).map(({ key }) => key)).toEqual(["orders"]);
  expect((await world.rows("auditEvents")).map(({ action, concern }) => [action, concern])).toEqual([
    ["domain.created", "domains"],
    ["domain.created", "domains"],
  ]);
  expect((await world.rows("notifications")).map(({ title }) => title)).toEqual([
    "You now decide about requests for Orders",
    "You now decide about requests for Orders",
  ]);
});

test("a change keeps key, words of roles, and the roles of the test environment", async () => {
  const { world, sue, form, domains } = await aPortal();
  const { domainId } = await sue.mutation(save, form);
  if (!domainId) throw new Error("It was not made");
  await world.run(async (ctx) => {
    const domain = await ctx.db.get(domainId);
    await ctx.db.patch(domainId, {
      roles: [
        { name: "ORDERS_READ", level: "read", description: "All orders" },
        { name: "ORDERS_TEST", level: "read", description: "Made-up orders", environment: "test" },
      ],
      updatedAt: domain?.updatedAt ?? 0,
    });
  });
  const [before] = await domains();
  await sue.mutation(save, { ...form, domainId, shownAt: before?.updatedAt ?? 0, name: "Web orders", writeRoles: [] });
  expect(await domains()).toMatchObject([
    {
      key: "orders",
      name: "Web orders",
      roles: [
        { name: "ORDERS_READ", description: "All orders" },
        { name: "ORDERS_TEST", environment: "test" },
      ],
    },
  ]);
  expect(
    await codeOf(sue.mutation(save, { ...form, domainId, shownAt: (before?.updatedAt ?? 0) - 1, name: "Other" })),
  ).toBe("changed-meanwhile");
});

test("a file makes what is new, leaves empty cells as they are, and does nothing the second time", async () => {
  const { ada, ben, load, preview, domains } = await aPortal();
  const text =
    "name;description;sensitivity;owners;deputies;databases;read_roles\r\nOrders;Orders, lines;Personal data;ada@ao.com;ben@ao.com;SALES;ORDERS_READ | ORDERS_SUM\r\nStock;;internal;;;;STOCK_READ\r\n";
  expect((await preview(text)).rows).toMatchObject([
    { row: 2, name: "Orders", does: "create", detail: null },
    { row: 3, name: "Stock", does: "create", detail: "Draft: nobody can ask for it yet" },
  ]);
  expect(await load(text)).toMatchObject({ created: 2, changed: 0, skipped: 0 });
  expect(await domains()).toMatchObject([
    {
      sensitivity: "pii",
      ownerIds: [ada.id],
      deputyIds: [ben.id],
      roles: [{ name: "ORDERS_READ" }, { name: "ORDERS_SUM" }],
    },
    { status: "draft" },
  ]);
  expect(await load(text)).toMatchObject({ created: 0, changed: 0, skipped: 2 });
  expect(await load("name,owners\norders,\nSTOCK,ben@ao.com\n")).toMatchObject({ created: 0, changed: 1, skipped: 1 });
  expect(await domains()).toMatchObject([{ name: "Orders" }, { name: "Stock", status: "active", ownerIds: [ben.id] }]);
});

test("a file says what a domain is there for, in the word of the code or of the screen, and leaves it where it says nothing", async () => {
  const { preview, load, domains } = await aPortal();
  await load("name,sensitivity,type\nOrders,internal,source\nSales,internal,Consumer-aligned\nStock,internal,\n");
  const types = async () => (await domains()).map(({ type }) => type ?? null);
  expect(await types()).toEqual(["source", "consumer", null]);
  expect(await load("name,type\nOrders,\nSales,consumer\nStock,aggregate\n")).toMatchObject({ changed: 1, skipped: 2 });
  expect(await types()).toEqual(["source", "consumer", "aggregate"]);
  expect((await preview("name,type\nOrders,mart\n")).problems).toMatchObject([
    { row: 2, column: "type", message: "Type is one of source, aggregate, consumer" },
  ]);
});

test("who is named for many domains at once hears of it once, by the first three names", async () => {
  const { world, load } = await aPortal();
  const rows = ["Costs", "Orders", "Returns", "Sales", "Stock"].map((name) => `${name},internal,ada@ao.com\n`).join("");
  await load(`name,sensitivity,owners\n${rows}`);
  expect((await world.rows("notifications")).map(({ title }) => title)).toEqual([
    "You now decide about requests for Costs, Orders, Returns and 2 others",
  ]);
});

test("a file may hand a role from one domain to another, and names every place where it may not", async () => {
  const { load, preview, domains } = await aPortal();
  await load("name,sensitivity,read_roles\nOrders,internal,A|B\nStock,internal,C\n");
  await load("name,read_roles\nOrders,A\nStock,B|C\n");
  expect((await domains()).map(({ roles }) => roles.map(({ name }) => name))).toEqual([["A"], ["B", "C"]]);
  const { problems } = await preview(
    "name,sensitivity,read_roles,owners\nReturns,secret,A,who@ao.com\nCosts,,D,\nCOSTS,internal,D,\n",
  );
  expect(problems.map(({ row, column, message }) => [row, column, message])).toEqual([
    [2, "sensitivity", "Sensitivity is one of public, internal, pii, restricted"],
    [2, "owners", "Nobody here has this address. They have to sign up before they can be named."],
    [2, "read_roles", "A already belongs to Orders"],
    [3, "sensitivity", "Sensitivity is required: Public, Internal, Personal data, Restricted"],
    [4, "name", "Row 3 has the same name."],
    [4, "read_roles", "D is also in row 3. A role belongs to one domain."],
  ]);
});

test("a file that means something else than was shown is refused, and changes nothing", async () => {
  const { world, sue, preview, load, domains } = await aPortal();
  await load("name,sensitivity,description\nOrders,internal,Before\n");
  const text = "name,sensitivity,description\nOrders,internal,After\n";
  const { hash } = await preview(text);
  await world.advance(1000);
  await load("name,description\nOrders,Meanwhile\n");
  expect(await codeOf(sue.mutation(importFile, { text, hash }))).toBe("changed-meanwhile");
  expect(await codeOf(sue.mutation(importFile, { text, hash: "" }))).toBe("changed-meanwhile");
  expect(await domains()).toMatchObject([{ description: "Meanwhile" }]);
  await sue.mutation(importFile, { text, hash: (await preview(text)).hash });
  expect(await domains()).toMatchObject([{ description: "After" }]);
});

test.each([
  ["Store sales", [], "store-sales"],
  ["Ärzte & Kliniken", [], "arzte-kliniken"],
  ["物流", [], "domain"],
  ["Orders!", ["orders", "orders-2"], "orders-3"],
])("the key of %s beside %j is %s", (name, taken, key) => {
  expect(domainKeyFor(name, new Set(taken))).toBe(key);
});
