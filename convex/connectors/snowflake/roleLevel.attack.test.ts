import { describe, expect, test } from "vitest";
import type { Seed } from "../../../sandbox/snowflake/account/seed";
import { aWorldWith, failure, type World } from "./harness.testing";

const REFUSED = failure("user-fixable", "protected-role");
const toRead = { user: "ADA", role: "REPORTING", level: "read" };
type Grants = NonNullable<Seed["grants"]>;

/** REPORTING holds HELPERS, and by it the database role READER of ORDERS; both only read. */
const READING: Grants = [
  { privilege: "USAGE", on: "DATABASE", name: ["ORDERS"], role: "REPORTING" },
  { privilege: "SELECT", on: "TABLE", name: ["ORDERS", "CORE", "LINES"], role: "REPORTING" },
  { privilege: "MONITOR", on: "WAREHOUSE", name: ["PORTAL_WH"], role: "HELPERS" },
  { privilege: "USAGE", on: "DATABASE_ROLE", name: ["ORDERS", "READER"], role: "HELPERS" },
  { privilege: "USAGE", on: "DATABASE_ROLE", name: ["SNOWFLAKE", "OBJECT_VIEWER"], role: "HELPERS" },
  { privilege: "SELECT", on: "VIEW", name: ["ORDERS", "CORE", "BY_DAY"], role: "ORDERS.READER" },
];

const SIGHT: Grants = [{ privilege: "MANAGE GRANTS", on: "ACCOUNT", role: "PORTAL" }];

function accountWith(...more: Grants): Promise<World> {
  return accountOf({ grants: [...SIGHT, ...READING, ...more] });
}

function accountOf(seed: Partial<Seed>): Promise<World> {
  const roles = [{ name: "PORTAL" }, { name: "REPORTING" }, { name: "HELPERS", grantedToRoles: ["REPORTING"] }];
  return aWorldWith({ users: [{ name: "ADA" }], seed: { roles, ...seed } });
}

describe("[DD10] what was approved for reading is not granted by a role that", () => {
  const table = { on: "TABLE", name: ["ORDERS", "CORE", "LINES"] };
  test.each<readonly [string, Grants[number], string]>([
    ["inserts", { privilege: "INSERT", ...table, role: "REPORTING" }, "INSERT on table ORDERS.CORE.LINES;"],
    ["deletes, one role down", { privilege: "DELETE", ...table, role: "HELPERS" }, 'through role "HELPERS"'],
    ["owns a table", { privilege: "OWNERSHIP", ...table, role: "HELPERS" }, "OWNERSHIP on table"],
    [
      "creates tables",
      { privilege: "CREATE TABLE", on: "SCHEMA", name: ["ORDERS", "CORE"], role: "REPORTING" },
      "CREATE TABLE on schema ORDERS.CORE",
    ],
    ["may do what is not known here", { privilege: "REWRITE", ...table, role: "REPORTING" }, "REWRITE on table"],
    [
      "writes by a role of the database",
      { privilege: "UPDATE", ...table, role: "ORDERS.READER" },
      'UPDATE on table ORDERS.CORE.LINES through role "ORDERS.READER"',
    ],
  ])("%s", async (_, grant, words) => {
    const { snowflake } = await accountWith(grant);
    await expect(snowflake.plan("grant-role", toRead)).rejects.toMatchObject({
      ...REFUSED,
      message: expect.stringContaining(words),
    });
    expect((await snowflake.plan("grant-role", { ...toRead, level: "write" })).steps).toHaveLength(1);
  });

  test("writes by a role of the database within another", async () => {
    const { snowflake } = await accountWith(
      { privilege: "USAGE", on: "DATABASE_ROLE", name: ["ORDERS", "DEEP"], role: "ORDERS.READER" },
      { privilege: "TRUNCATE", ...table, role: "ORDERS.DEEP" },
    );
    await expect(snowflake.plan("grant-role", toRead)).rejects.toMatchObject(REFUSED);
  });

  test("came to write between approval and the work, and nothing is sent", async () => {
    const { snowflake, sandbox } = await accountWith();
    const plan = await snowflake.plan("grant-role", toRead);
    expect(plan.steps).toHaveLength(1);
    sandbox.account.grants.push({ privilege: "INSERT", ...table, role: "HELPERS", grantedBy: "ACCOUNTADMIN", at: 0 });
    await expect(snowflake.apply({ id: "k", mayHaveBegun: false }, plan)).rejects.toMatchObject(REFUSED);
    expect(sandbox.changes()).toEqual([]);
  });
});

describe("[DD10] what was approved for reading is not granted by a role that will", () => {
  const schema = { on: "TABLE", name: ["ORDERS", "CORE"] };
  test.each<readonly [string, Grants[number], string]>([
    [
      "insert into every new table",
      { privilege: "INSERT", ...schema, role: "REPORTING" },
      "INSERT on every new table ORDERS.CORE.<TABLE>;",
    ],
    ["own every new table, one role down", { privilege: "OWNERSHIP", ...schema, role: "HELPERS" }, 'role "HELPERS"'],
    [
      "create tables in every new schema",
      { privilege: "CREATE TABLE", on: "SCHEMA", name: ["ORDERS"], role: "REPORTING" },
      "CREATE TABLE on every new schema ORDERS.<SCHEMA>;",
    ],
    [
      "write to new tables by a role of the database",
      { privilege: "UPDATE", ...schema, role: "ORDERS.READER" },
      'UPDATE on every new table ORDERS.CORE.<TABLE> through role "ORDERS.READER"',
    ],
  ])("%s", async (_, grant, words) => {
    const { snowflake } = await accountOf({ grants: [...SIGHT, ...READING], futureGrants: [grant] });
    await expect(snowflake.plan("grant-role", toRead)).rejects.toMatchObject({
      ...REFUSED,
      message: expect.stringContaining(words),
    });
    expect((await snowflake.plan("grant-role", { ...toRead, level: "write" })).steps).toHaveLength(1);
  });

  test("write since its plan was made, and nothing is sent", async () => {
    const { snowflake, sandbox } = await accountWith();
    const plan = await snowflake.plan("grant-role", toRead);
    const grant = { privilege: "INSERT", ...schema, role: "HELPERS", grantedBy: "ACCOUNTADMIN", at: 0 };
    sandbox.account.futureGrants.push(grant);
    await expect(snowflake.apply({ id: "k", mayHaveBegun: false }, plan)).rejects.toMatchObject(REFUSED);
    expect(sandbox.changes()).toEqual([]);
  });
});

test("[DD10] a role that will only read what is made later is granted for reading", async () => {
  const { snowflake } = await accountOf({
    grants: [...SIGHT, ...READING],
    futureGrants: [{ privilege: "SELECT", on: "TABLE", name: ["ORDERS", "CORE"], role: "REPORTING" }],
  });
  expect((await snowflake.plan("grant-role", toRead)).steps).toHaveLength(1);
});

test("[DD10] a database counts as opened by a role that will read what is made in it later", async () => {
  const { snowflake } = await accountOf({
    grants: SIGHT,
    futureGrants: [
      { privilege: "SELECT", on: "TABLE", name: ["ORDERS", "CORE"], role: "REPORTING" },
      { privilege: "USAGE", on: "SCHEMA", name: ["STOCK"], role: "HELPERS" },
    ],
  });
  expect(await snowflake.opens("grant-role", toRead)).toEqual(["ORDERS", "STOCK"]);
});

describe("[DD10] where the portal's role may not see everything a role may do", () => {
  const NOT_READABLE = {
    ...failure("admin-fixable", "grants-not-readable"),
    message: expect.stringContaining("Grant it MANAGE GRANTS"),
  };

  test("nothing is granted for reading, whatever it is shown, and no database is called closed", async () => {
    const { snowflake } = await accountOf({
      grants: READING,
      futureGrants: [{ privilege: "INSERT", on: "TABLE", name: ["HIDDEN", "CORE"], role: "REPORTING" }],
    });
    await expect(snowflake.plan("grant-role", toRead)).rejects.toMatchObject(NOT_READABLE);
    await expect(snowflake.opens("grant-role", toRead)).rejects.toMatchObject(NOT_READABLE);
    expect((await snowflake.plan("grant-role", { ...toRead, level: "write" })).steps).toHaveLength(1);
  });

  test("a role it holds may let it", async () => {
    const { snowflake } = await accountOf({
      roles: [
        { name: "PORTAL" },
        { name: "REPORTING" },
        { name: "HELPERS", grantedToRoles: ["REPORTING"] },
        { name: "GRANTOR", grantedToRoles: ["PORTAL"] },
      ],
      grants: [...READING, { privilege: "MANAGE GRANTS", on: "ACCOUNT", role: "GRANTOR" }],
    });
    expect((await snowflake.plan("grant-role", toRead)).steps).toHaveLength(1);
  });
});

test.each(["REPORTING", "ORDERS.READER"])(
  "[DD10] %s may do more than the account lists at once, so what follows is not known, and it is not granted for reading",
  async (role) => {
    const many = Array.from({ length: 10_000 }, (_, n) => ({
      privilege: "SELECT",
      on: "TABLE",
      name: ["ORDERS", "CORE", `T${n}`],
      role,
    }));
    const last = { privilege: "INSERT", on: "TABLE", name: ["ORDERS", "CORE", "LINES"], role };
    const { snowflake } = await accountWith(...many, last);
    await expect(snowflake.plan("grant-role", toRead)).rejects.toMatchObject({
      ...REFUSED,
      message: expect.stringContaining(`Role "${role}" may do more than Snowflake lists`),
    });
  },
);

test("[DD10] a role that opens more than 200 roles of databases is not judged, and not granted for reading", async () => {
  const many = Array.from({ length: 201 }, (_, n) => ({
    privilege: "USAGE",
    on: "DATABASE_ROLE",
    name: ["ORDERS", `R${n}`],
    role: "HELPERS",
  }));
  const { snowflake } = await accountWith(...many);
  await expect(snowflake.plan("grant-role", toRead)).rejects.toMatchObject(REFUSED);
});

test.each([{}, { level: "" }])(
  "what was approved before levels were kept (%j) is granted by whatever its role may do",
  async (level) => {
    const { level: _, ...membership } = toRead;
    const grant = { privilege: "INSERT", on: "TABLE", name: ["ORDERS", "CORE", "LINES"], role: "REPORTING" };
    const { snowflake } = await accountWith(grant);
    expect((await snowflake.plan("grant-role", { ...membership, ...level })).steps).toHaveLength(1);
  },
);

test("a level that is neither read nor write is refused", async () => {
  const { snowflake } = await accountWith();
  await expect(snowflake.plan("grant-role", { ...toRead, level: "admin" })).rejects.toMatchObject(
    failure("user-fixable", "bad-input"),
  );
});
