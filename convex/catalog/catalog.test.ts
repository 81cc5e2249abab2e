import { afterEach, describe, expect, test } from "vitest";
import { api, internal } from "../_generated/api";
import { publishedVersion, versionOf } from "../core/catalog/model";
import { NOTHING_MORE } from "../core/domains/table";
import { migrated } from "../migrations/migrating.testing";
import { submitted } from "../process/requests.testing";
import { aWorld, codeOf, endWorld } from "../testing/world.testing";

afterEach(endWorld);

async function aCatalog() {
  const world = await aWorld();
  await world.internal(internal.catalog.internal.install, {});
  return world;
}

describe("installing what the code ships", () => {
  test.each([
    ["portal-invite", "email"],
    ["snowflake-user", "snowflake_email"],
  ])("%s asks for an address of the configured company, or a listed test address", async (typeKey, name) => {
    const world = await aWorld(
      {},
      { COMPANY_DOMAIN: "example-corp.com", TEST_ADDRESSES: "probe@elsewhere.com, robot+1@elsewhere.com" },
    );
    await world.internal(internal.catalog.internal.install, {});
    const field = await world.run(async (ctx) =>
      (await publishedVersion(ctx, typeKey))?.version.definition.fields.find((each) => each.name === name),
    );
    expect(field?.pattern?.message).toBe("Email must be @example-corp.com domain");
    expect(field?.example).toBe("grace.hopper@example-corp.com");
    const isTaken = (address: string) => new RegExp(`^(?:${field?.pattern?.source})$`, "u").test(address);
    expect(
      ["ada@example-corp.com", "probe@elsewhere.com", "robot+1@elsewhere.com"].filter((address) => !isTaken(address)),
    ).toEqual([]);
    expect(
      [
        "ada@ao.com",
        "ada@exampleXcorp.com",
        "ada@elsewhere.com",
        "ada@example-corp.com.evil.com",
        "robot1@elsewhere.com",
      ].filter(isTaken),
    ).toEqual([]);
  });

  test("publishes every type once; a second time nothing changes", async () => {
    const world = await aWorld();
    expect((await world.internal(internal.catalog.internal.install, {})).changed).toHaveLength(12);
    expect((await world.internal(internal.catalog.internal.install, {})).changed).toEqual([]);
    expect((await world.rows("requestTypeVersions")).map(({ version, status }) => `${version} ${status}`)).toEqual(
      Array.from({ length: 12 }, () => "1 published"),
    );
    expect((await world.rows("auditEvents")).map(({ action }) => action)).toEqual(
      Array.from({ length: 12 }, () => "template.published"),
    );
  });

  test("publishes a changed type as the next version, and keeps the old one for its requests", async () => {
    const world = await aCatalog();
    await world.run(async (ctx) => {
      const type = await ctx.db
        .query("requestTypes")
        .withIndex("by_key", (q) => q.eq("key", "warehouse"))
        .unique();
      await ctx.db.patch(type!._id, { shippedHash: "what an earlier portal shipped" });
    });
    expect((await world.internal(internal.catalog.internal.install, {})).changed).toEqual(["warehouse"]);
    await world.run(async (ctx) => {
      expect((await publishedVersion(ctx, "warehouse"))?.version.version).toBe(2);
      expect((await versionOf(ctx, "warehouse", 1))?.status).toBe("retired");
    });
  });

  test("knows what it shipped before hashes were SHA-256 after the start, publishes none of it again, and keeps the new hash", async () => {
    const world = await aCatalog();
    const warehouse = async () =>
      await world.run(
        async (ctx) =>
          (await ctx.db
            .query("requestTypes")
            .withIndex("by_key", (q) => q.eq("key", "warehouse"))
            .unique())!,
      );
    const { _id, shippedHash } = await warehouse();
    expect(shippedHash).toMatch(/^[0-9a-f]{64}$/);
    await world.run(async (ctx) => await ctx.db.patch(_id, { shippedHash: "cbf29ce484222325" }));
    await migrated(world);
    expect((await world.internal(internal.catalog.internal.install, {})).changed).toEqual([]);
    expect((await warehouse()).shippedHash).toBe(shippedHash);
  });

  test("leaves a version that a person published in force, and puts the shipped one beside it as a draft", async () => {
    const world = await aCatalog();
    const sue = await world.person("sue", { roles: ["superAdmin"] });
    const types = async () => (await sue.query(api.home.queries.setup, {})).facts.types;
    const { offered, own } = await types();
    expect([offered > 0, own]).toEqual([true, 0]);
    await world.run(async (ctx) => {
      const { type, version } = (await publishedVersion(ctx, "warehouse"))!;
      await ctx.db.patch(version._id, { publishedById: sue.id });
      await ctx.db.patch(type._id, { shippedHash: "what an earlier portal shipped" });
    });
    await world.internal(internal.catalog.internal.install, {});
    expect(await types()).toEqual({ offered, own: 1 });
    await world.run(async (ctx) => {
      expect((await publishedVersion(ctx, "warehouse"))?.version.version).toBe(1);
      expect((await versionOf(ctx, "warehouse", 2))?.status).toBe("draft");
    });
  });
});

describe("the catalog", () => {
  test("lists what somebody is offered, and hides the rest with the reason and who can change it", async () => {
    const world = await aCatalog();
    const ada = await world.person("ada");
    const finn = await world.person("finn", { roles: ["staff", "finops"] });
    await world.run(async (ctx) => {
      const { version } = (await publishedVersion(ctx, "warehouse"))!;
      await ctx.db.patch(version._id, { definition: { ...version.definition, audience: ["finops"] } });
    });
    const keys = async (person: typeof ada) => (await person.query(api.catalog.queries.list, {})).map(({ key }) => key);
    expect(await keys(ada)).toHaveLength(9);
    expect(await keys(ada)).not.toContain("warehouse");
    expect(await keys(finn)).toContain("warehouse");
    expect(await ada.query(api.catalog.queries.get, { key: "warehouse" })).toEqual({
      kind: "hidden",
      reason: "This type is for FinOps.",
      who: "Ask one of them to make the request for you, or a super admin for the role.",
    });
    expect(await finn.query(api.catalog.queries.get, { key: "warehouse" })).toMatchObject({
      kind: "offered",
      version: 1,
      name: "Warehouse",
    });
    expect(await codeOf(ada.query(api.catalog.queries.get, { key: "nothing" }))).toBe("not-found");
  });

  test("shows a draft and a type for others to nobody, and the form of a request to whoever sent it (R11)", async () => {
    const world = await aCatalog();
    const [ada, eve] = [await world.person("ada"), await world.person("eve")];
    const make = (requesterId: typeof ada.id, status: "In progress" | "Draft") =>
      world.run(async (ctx) => {
        const { _id } = await submitted(ctx, requesterId, [{ type: "manual_check" }]);
        await ctx.db.patch(_id, { typeId: "warehouse", templateVersion: 1, status });
        return _id;
      });
    const [sent, kept] = [await make(ada.id, "In progress"), await make(ada.id, "Draft")];
    await world.run(async (ctx) => {
      const { version } = (await publishedVersion(ctx, "warehouse"))!;
      const { _id, _creationTime, ...row } = version;
      const definition = { ...row.definition, audience: ["superAdmin" as const] };
      await ctx.db.patch(_id, { definition });
      const plan = { ...definition, name: "Secret plan" };
      await ctx.db.insert("requestTypeVersions", { ...row, version: 2, status: "draft", definition: plan });
    });
    const get = (who: typeof ada, request?: string) =>
      who.query(api.catalog.queries.get, { key: "warehouse", ...(request !== undefined && { request }) });
    expect(await get(ada)).toMatchObject({ kind: "hidden" });
    expect(await get(ada, sent)).toMatchObject({ kind: "offered", version: 1, name: "Warehouse" });
    for (const [who, request] of [
      [eve, sent],
      [ada, kept],
      [ada, "REQ-999"],
    ] as const)
      expect(await codeOf(get(who, request))).toBe("not-found");
    const other = ada.query(api.catalog.queries.get, { key: "bi-access", request: sent });
    expect(await codeOf(other)).toBe("not-found");
  });

  test("says which types need nobody's hands", async () => {
    const world = await aCatalog();
    const ada = await world.person("ada");
    const automated = (await ada.query(api.catalog.queries.list, {})).filter(({ isAutomated }) => isAutomated);
    expect(automated.map(({ key }) => key)).toEqual(["snowflake-user", "portal-invite", "snowflake-access"]);
  });
});

describe("pickers", () => {
  test("find active people by a part of name or address, and name those a form holds", async () => {
    const world = await aWorld();
    const ada = await world.person("ada");
    const bea = await world.person("bea");
    await world.person("bert", { status: "suspended" });
    expect((await ada.query(api.people.queries.search, { text: "be" })).map(({ name }) => name)).toEqual([
      "Bea Tester",
    ]);
    expect(await ada.query(api.people.queries.search, { text: "" })).toHaveLength(2);
    expect((await ada.query(api.people.queries.byIds, { ids: [bea.id, "nobody"] })).map(({ id }) => id)).toEqual([
      bea.id,
    ]);
  });

  test("offer the active domains with roles and owners, and the business areas with one's own marked", async () => {
    const world = await aWorld();
    const area = await world.run((ctx) =>
      ctx.db.insert("businessAreas", { name: "Logistics", code: "LOG", costCentre: "4711" }),
    );
    const ada = await world.person("ada", { businessAreaId: area });
    const domain = {
      ...NOTHING_MORE,
      name: "Orders",
      description: "Orders and lines",
      ownerIds: [ada.id],
      deputyIds: [],
      databases: ["SALES"],
      roles: [{ name: "ORDERS_READ", description: "Read", level: "read" as const }],
      sensitivity: "internal" as const,
      updatedAt: 0,
    };
    await world.run(async (ctx) => {
      await ctx.db.insert("dataDomains", { ...domain, key: "orders", status: "active" });
      await ctx.db.insert("dataDomains", { ...domain, key: "old", name: "Old", status: "archived" });
    });
    expect(
      (await ada.query(api.domains.queries.list, {})).map(({ key, owners }) => `${key} of ${owners.join()}`),
    ).toEqual(["orders of Ada Tester"]);
    expect(await ada.query(api.people.queries.areas, {})).toEqual([
      { id: area, name: "Logistics", code: "LOG", isOwn: true },
    ]);
  });
});
