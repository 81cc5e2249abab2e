import { describe, expect, test } from "vitest";
import type { Seed } from "../../../sandbox/snowflake/account/seed.ts";
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

function accountWith(...more: Grants): Promise<World> {
  const roles = [{ name: "PORTAL" }, { name: "REPORTING" }, { name: "HELPERS", grantedToRoles: ["REPORTING"] }];
  return aWorldWith({ users: [{ name: "ADA" }], seed: { roles, grants: [...READING, ...more] } });
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
    await expect(snowflake.apply({ id: "k", attempt: 1 }, plan)).rejects.toMatchObject(REFUSED);
    expect(sandbox.changes()).toEqual([]);
  });
});

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
