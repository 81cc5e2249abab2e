import { describe, expect, test } from "vitest";
import type { Seed } from "../../../sandbox/snowflake/account/seed";
import { refOf } from "../contract/contract";
import { aWorldWith, carryOut, failure, makeKey, type World } from "./harness.testing";

const REFUSED = failure("user-fixable", "protected-role");
const toAda = { user: "ADA", role: "REPORTING" };
type Roles = NonNullable<Seed["roles"]>;

/** REPORTING, a role of a harmless name, holds HELPERS, which holds TOOLS. */
const CHAIN: Roles = [
  { name: "REPORTING" },
  { name: "HELPERS", grantedToRoles: ["REPORTING"] },
  { name: "TOOLS", grantedToRoles: ["HELPERS"] },
];

function accountWith(roles: Roles = CHAIN): Promise<World> {
  const portal = { name: "PORTAL", databaseRoles: ["USAGE_VIEWER"] };
  return aWorldWith({ users: [{ name: "ADA" }], seed: { roles: [portal, ...roles] } });
}

function hold({ sandbox }: World, holder: string, role: string): void {
  sandbox.account.memberships.push({ role, to: "ROLE", holder, grantedBy: "ACCOUNTADMIN", at: 0 });
}

function mayManageGrants({ sandbox }: World, role: string): void {
  const grant = { privilege: "MANAGE GRANTS", on: "ACCOUNT", name: [], grantedBy: "ACCOUNTADMIN", at: 0 };
  sandbox.account.grants.push({ ...grant, role });
}

const DOORS: readonly (readonly [string, string, unknown])[] = [
  ["a role for a person", "grant-role", toAda],
  [
    "the first role of a new person",
    "create-person",
    { user: "BEA", email: "bea@acme.com", firstName: "Bea", lastName: "Berg", defaultRole: "REPORTING" },
  ],
  [
    "a role of a new service user",
    "create-service-user",
    { user: "LOADER", comment: "loads", publicKey: makeKey().publicPem, roles: ["TOOLS", "REPORTING"] },
  ],
];

test.each(DOORS)(
  "%s is refused where the role holds one that administers, three roles down",
  async (_, name, input) => {
    const world = await accountWith([...CHAIN, { name: "DEEP", grantedToRoles: [] }]);
    await world.snowflake.plan(name, input);
    if (name !== "create-service-user") hold(world, "TOOLS", "DEEP");
    hold(world, name === "create-service-user" ? "REPORTING" : "DEEP", "SYSADMIN");
    await expect(world.snowflake.plan(name, input)).rejects.toMatchObject({
      ...REFUSED,
      message: expect.stringContaining('holds role "SYSADMIN", which administers the account'),
    });
  },
);

test.each(["ACCOUNTADMIN", "SECURITYADMIN", "SYSADMIN", "USERADMIN", "ORGADMIN", "GLOBALORGADMIN", "PORTAL"])(
  "a role that leads to %s is not given",
  async (role) => {
    const world = await accountWith([...CHAIN, { name: "ORGADMIN" }, { name: "GLOBALORGADMIN" }]);
    hold(world, "TOOLS", role);
    await expect(world.snowflake.plan("grant-role", toAda)).rejects.toMatchObject({
      ...REFUSED,
      message: expect.stringContaining(`holds role "${role}", which administers`),
    });
  },
);

test.each(["REPORTING", "TOOLS"])("a role is not given where %s may manage grants", async (holder) => {
  const world = await accountWith();
  mayManageGrants(world, holder);
  await expect(world.snowflake.plan("grant-role", toAda)).rejects.toMatchObject({
    ...REFUSED,
    message: expect.stringContaining("may manage grants"),
  });
});

test("a role that owns the portal's own may take it at any time, and is not given", async () => {
  const world = await aWorldWith({
    users: [{ name: "ADA" }],
    seed: { roles: [{ name: "PORTAL", owner: "TOOLS" }, ...CHAIN] },
  });
  await expect(world.snowflake.plan("grant-role", toAda)).rejects.toMatchObject(REFUSED);
});

test("a role whose name is written in quotes hides nothing below it", async () => {
  const world = await accountWith([...CHAIN, { name: 'odd "role"', grantedToRoles: ["TOOLS"] }]);
  hold(world, 'odd "role"', "USERADMIN");
  await expect(world.snowflake.plan("grant-role", toAda)).rejects.toMatchObject(REFUSED);
});

test("roles that hold each other, and the one everybody has, are no reason to refuse", async () => {
  const world = await accountWith();
  hold(world, "TOOLS", "REPORTING");
  hold(world, "TOOLS", "PUBLIC");
  expect((await world.snowflake.plan("grant-role", toAda)).steps).toHaveLength(1);
});

test("a role that leads to more roles than are looked at is not given", async () => {
  const many = Array.from({ length: 200 }, (_, n) => ({ name: `R${n}`, grantedToRoles: ["TOOLS"] }));
  const { snowflake } = await accountWith([...CHAIN, ...many]);
  await expect(snowflake.plan("grant-role", toAda)).rejects.toMatchObject({
    ...REFUSED,
    message: expect.stringContaining("more than 200 other roles"),
  });
});

test("a role whose roles the account does not tell is not given", async () => {
  const { snowflake, sandbox } = await accountWith();
  // What the portal's role may not see is answered as what is not there.
  sandbox.account.roles.delete("TOOLS");
  await expect(snowflake.plan("grant-role", toAda)).rejects.toMatchObject({ code: "not-found" });
});

describe("between approval and the work", () => {
  test("a role that came to administer is not given, and nothing is sent", async () => {
    const world = await accountWith();
    const plan = await world.snowflake.plan("grant-role", toAda);
    hold(world, "TOOLS", "SECURITYADMIN");
    await expect(world.snowflake.apply({ id: "k", mayHaveBegun: false }, plan)).rejects.toMatchObject(REFUSED);
    await expect(world.snowflake.apply({ id: "k", mayHaveBegun: true }, plan)).rejects.toMatchObject(REFUSED);
    expect(world.sandbox.changes()).toEqual([]);
  });

  test("the time of a role that came to administer is not made longer", async () => {
    const world = await accountWith();
    await carryOut(world.snowflake, "grant-role", toAda);
    const longer = await world.snowflake.plan("grant-role", toAda);
    expect(longer.steps).toEqual([]);
    mayManageGrants(world, "TOOLS");
    await expect(world.snowflake.plan("grant-role", toAda)).rejects.toMatchObject(REFUSED);
    await expect(world.snowflake.apply({ id: "k2", mayHaveBegun: false }, longer)).rejects.toMatchObject(REFUSED);
  });

  test("work that was done before the role came to administer is not reported as failed", async () => {
    const world = await accountWith();
    const { plan } = await carryOut(world.snowflake, "grant-role", toAda, "k");
    mayManageGrants(world, "TOOLS");
    const ref = await world.snowflake.apply({ id: "k", mayHaveBegun: true }, plan);
    expect(await world.snowflake.verify(ref)).toMatchObject({ isProven: true });
  });
});

describe("a role that came to administer since it was given", () => {
  test("is taken by taking the grant back", async () => {
    const world = await accountWith();
    const { plan } = await carryOut(world.snowflake, "grant-role", toAda, "k");
    mayManageGrants(world, "TOOLS");
    expect(await world.snowflake.compensate(refOf({ id: "k" }, plan))).toMatchObject({
      isProven: true,
    });
  });

  test("is taken by a request, and not given back by undoing that", async () => {
    const world = await accountWith();
    await carryOut(world.snowflake, "grant-role", toAda, "k");
    mayManageGrants(world, "TOOLS");
    const { ref } = await carryOut(world.snowflake, "revoke-role", toAda, "k2");
    expect(await world.snowflake.verify(ref)).toMatchObject({ isProven: true });
    await expect(world.snowflake.compensate(ref)).rejects.toMatchObject(failure("admin-fixable", "undo-refused"));
    expect(world.sandbox.changes()).toHaveLength(2);
  });
});
