/** Warehouses and working schemas. */

import { describe, expect, test } from "vitest";
import { aWorldWith, carryOut, failure, HOSTILE_NAMES, START, type World } from "./harness.testing";

const warehouse = {
  warehouse: "SALES_WH",
  size: "SMALL",
  autoSuspendSeconds: 60,
  clusters: 2,
  comment: "REQ-7",
  role: "ANALYST",
  monitor: { name: "SALES_RM", credits: 40, frequency: "MONTHLY", notifyPercent: 80, suspendPercent: 100 },
  tag: { database: "ANALYTICS", schema: "PUBLIC", name: "COST_CENTRE", value: "CC-7" },
};
const plain = { warehouse: "SALES_WH", size: "XSMALL", autoSuspendSeconds: 60, clusters: 1, role: "ANALYST" };
const analyst = { roles: ["ANALYST"] };
const lab = {
  database: "ANALYTICS",
  schema: "LAB",
  role: "LAB_RW",
  members: ["ADA", "BOB"],
  retentionDays: 7,
  comment: "REQ-8",
};
const people = { users: [{ name: "ADA" }, { name: "BOB" }] };

describe("create-warehouse", () => {
  test("a warehouse with monitor, tag and user role is created, proven and removed again", async () => {
    const { snowflake, sandbox } = await aWorldWith(analyst);
    const { ref } = await carryOut(snowflake, "create-warehouse", warehouse);
    expect(sandbox.changes()).toEqual([
      'CREATE RESOURCE MONITOR "SALES_RM" WITH CREDIT_QUOTA = 40 FREQUENCY = MONTHLY START_TIMESTAMP = IMMEDIATELY TRIGGERS ON 80 PERCENT DO NOTIFY ON 100 PERCENT DO SUSPEND',
      `CREATE WAREHOUSE "SALES_WH" WITH WAREHOUSE_SIZE = 'SMALL' AUTO_SUSPEND = 60 AUTO_RESUME = TRUE MIN_CLUSTER_COUNT = 1 MAX_CLUSTER_COUNT = 2 INITIALLY_SUSPENDED = TRUE COMMENT = 'REQ-7'`,
      'ALTER WAREHOUSE "SALES_WH" SET RESOURCE_MONITOR = "SALES_RM"',
      `ALTER WAREHOUSE "SALES_WH" SET TAG "ANALYTICS"."PUBLIC"."COST_CENTRE" = 'CC-7'`,
      'GRANT USAGE ON WAREHOUSE "SALES_WH" TO ROLE "ANALYST"',
    ]);
    expect(await snowflake.verify(ref)).toMatchObject({
      isProven: true,
      facts: expect.arrayContaining([
        {
          subject: 'Settings of warehouse "SALES_WH"',
          expected: "size Small, suspends after 60 s, up to 2 clusters",
          actual: "size Small, suspends after 60 s, up to 2 clusters",
        },
      ]),
    });
    expect(await snowflake.compensate(ref)).toMatchObject({ isProven: true });
    expect([...sandbox.account.warehouses.keys()]).toEqual(["PORTAL_WH"]);
    expect(sandbox.account.monitors.size).toBe(0);
  });

  test.each(Object.entries(HOSTILE_NAMES))(
    "a warehouse named and described with %s is created exactly, and nothing else happens",
    async (_, name) => {
      const { snowflake, sandbox } = await aWorldWith({ users: [{ name: "ADA" }], roles: ["ANALYST"] });
      const { ref } = await carryOut(snowflake, "create-warehouse", {
        ...warehouse,
        warehouse: name,
        comment: name,
        monitor: { ...warehouse.monitor, name },
        tag: { ...warehouse.tag, value: name.slice(0, 20) },
      });
      expect(sandbox.account.warehouses.get(name)).toMatchObject({ comment: name, monitor: name });
      expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
      expect(await snowflake.compensate(ref)).toMatchObject({ isProven: true });
      expect(sandbox.account.users.has("ADA")).toBe(true);
    },
  );

  test("a creation interrupted after any of its steps is continued, and each step is done once", async () => {
    for (const step of [/CREATE WAREHOUSE/, /SET RESOURCE_MONITOR/, /SET TAG/, /GRANT USAGE/]) {
      const { snowflake, sandbox } = await aWorldWith(analyst);
      const plan = await snowflake.plan("create-warehouse", warehouse);
      sandbox.fail({ kind: "lose-response", statement: step });
      sandbox.fail({ kind: "drop-connection", statement: step, times: 4 });
      await expect(snowflake.apply({ id: "k", mayHaveBegun: false }, plan)).rejects.toMatchObject({
        kind: "transient",
      });
      const ref = await snowflake.apply({ id: "k", mayHaveBegun: true }, plan);
      expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
      expect(sandbox.changes()).toHaveLength(5);
    }
  });

  test("half a creation is taken back as far as it got", async () => {
    const { snowflake, sandbox } = await aWorldWith(analyst);
    const plan = await snowflake.plan("create-warehouse", warehouse);
    sandbox.account.tags.clear();
    await expect(snowflake.apply({ id: "k", mayHaveBegun: false }, plan)).rejects.toMatchObject(
      failure("admin-fixable", "not-found"),
    );
    expect(await snowflake.compensate({ key: "k", plan, receipts: [] })).toMatchObject({ isProven: true });
    expect([...sandbox.account.warehouses.keys()]).toEqual(["PORTAL_WH"]);
  });

  test("a resource monitor needs the role an administrator named for it", async () => {
    const { connect } = await aWorldWith(analyst);
    await expect(connect({ monitorRole: undefined }).plan("create-warehouse", warehouse)).rejects.toMatchObject(
      failure("admin-fixable", "monitor-role-missing"),
    );
    expect((await connect({ monitorRole: undefined }).plan("create-warehouse", plain)).steps).toHaveLength(2);
    await expect(carryOut(connect({ monitorRole: "PORTAL" }), "create-warehouse", warehouse)).rejects.toMatchObject(
      failure("admin-fixable", "privilege-missing"),
    );
  });

  test.each([
    ["a name that is taken", { warehouse: "PORTAL_WH" }, "already-exists"],
    ["an unknown size", { size: "'; DROP USER ADA; --" }, "bad-input"],
    ["a suspension below 30 s", { autoSuspendSeconds: 5 }, "bad-input"],
    ["half a cluster", { clusters: 1.5 }, "bad-input"],
    ["no limit", { autoSuspendSeconds: Number.POSITIVE_INFINITY }, "bad-input"],
    ["a missing role", { role: "NOBODY" }, "role-missing"],
  ])("%s is refused while planning", async (_, change, code) => {
    const { snowflake } = await aWorldWith(analyst);
    await expect(snowflake.plan("create-warehouse", { ...plain, ...change })).rejects.toMatchObject(
      failure("user-fixable", code),
    );
  });
});

describe("resize-warehouse", () => {
  test("a new size is set, proven, and goes back to the old one at its end", async () => {
    const { snowflake, sandbox } = await aWorldWith();
    const { plan, ref } = await carryOut(snowflake, "resize-warehouse", { warehouse: "PORTAL_WH", size: "LARGE" });
    expect(plan.diff).toEqual([{ subject: 'Size of warehouse "PORTAL_WH"', before: "X-Small", after: "Large" }]);
    expect(sandbox.account.warehouses.get("PORTAL_WH")?.size).toBe("Large");
    expect(await snowflake.compensate(ref)).toMatchObject({ isProven: true });
    expect(sandbox.account.warehouses.get("PORTAL_WH")?.size).toBe("X-Small");
  });

  test("a size somebody changed since is not reverted", async () => {
    const { snowflake, sandbox } = await aWorldWith();
    const { ref } = await carryOut(snowflake, "resize-warehouse", { warehouse: "PORTAL_WH", size: "LARGE" });
    sandbox.account.warehouses.get("PORTAL_WH")!.size = "Medium";
    await expect(snowflake.compensate(ref)).rejects.toMatchObject({
      ...failure("admin-fixable", "changed-since"),
      message: expect.stringContaining('"Medium"'),
    });
    expect(sandbox.account.warehouses.get("PORTAL_WH")?.size).toBe("Medium");
  });

  test("a warehouse that is not there is told to the requester", async () => {
    const { snowflake } = await aWorldWith();
    await expect(snowflake.plan("resize-warehouse", { warehouse: "portal_wh", size: "LARGE" })).rejects.toMatchObject(
      failure("user-fixable", "warehouse-missing"),
    );
  });
});

describe("create-schema", () => {
  test("schema, role, grants and members are created, proven and removed again", async () => {
    const { snowflake, sandbox } = await aWorldWith(people);
    const { ref } = await carryOut(snowflake, "create-schema", lab);
    expect(sandbox.changes()).toEqual([
      `CREATE SCHEMA "ANALYTICS"."LAB" DATA_RETENTION_TIME_IN_DAYS = 7 COMMENT = 'REQ-8'`,
      `CREATE ROLE "LAB_RW" COMMENT = 'REQ-8'`,
      'GRANT USAGE ON DATABASE "ANALYTICS" TO ROLE "LAB_RW"',
      'GRANT CREATE TABLE, CREATE VIEW, USAGE ON SCHEMA "ANALYTICS"."LAB" TO ROLE "LAB_RW"',
      'GRANT ROLE "LAB_RW" TO USER "ADA"',
      'GRANT ROLE "LAB_RW" TO USER "BOB"',
    ]);
    expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
    expect(await snowflake.compensate(ref)).toMatchObject({ isProven: true });
    expect([...sandbox.account.databases.get("ANALYTICS")!.schemas.keys()]).toEqual(["PUBLIC"]);
    expect(sandbox.account.roles.has("LAB_RW")).toBe(false);
  });

  test.each(Object.entries(HOSTILE_NAMES))(
    "schema, role and member named with %s are created exactly",
    async (_, name) => {
      const { snowflake, sandbox } = await aWorldWith({ users: [{ name: "ADA" }, { name }] });
      const { ref } = await carryOut(snowflake, "create-schema", {
        ...lab,
        schema: name,
        role: name,
        members: [name],
        comment: name,
      });
      expect(sandbox.account.databases.get("ANALYTICS")?.schemas.get(name)).toMatchObject({
        comment: name,
        retentionDays: 7,
      });
      expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
      expect(await snowflake.compensate(ref)).toMatchObject({ isProven: true });
      expect(sandbox.account.users.has("ADA")).toBe(true);
    },
  );

  test("what the same request made is left as it is, so that its time can be made longer; anybody else's schema is refused", async () => {
    const { snowflake, sandbox } = await aWorldWith(people);
    await carryOut(snowflake, "create-schema", lab);
    const made = sandbox.changes();
    expect((await snowflake.plan("create-schema", lab)).steps).toEqual([]);
    const { ref } = await carryOut(snowflake, "create-schema", lab);
    expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
    for (const change of [
      { comment: "REQ-9" },
      { comment: "" },
      { members: ["ADA"], comment: "REQ-80" },
      { retentionDays: 8 },
      { role: "OTHER_RW" },
    ]) {
      await expect(
        snowflake.plan("create-schema", { ...lab, ...change }),
        JSON.stringify(change),
      ).rejects.toMatchObject(failure("user-fixable", "already-exists"));
    }
    sandbox.account.roles.delete("LAB_RW");
    await expect(snowflake.plan("create-schema", lab)).rejects.toMatchObject(failure("user-fixable", "already-exists"));
    expect(sandbox.changes()).toEqual(made);
  });

  const labOf = ({ sandbox }: World) => sandbox.account.databases.get("ANALYTICS")!.schemas.get("LAB")!;
  const member = { role: "LAB_RW", grantedBy: "LAB_RW", at: START };

  test.each<[string, (world: World) => void]>([
    ["tables in it", (world) => labOf(world).objects.add("WORK")],
    [
      "a table of a member that the portal is not shown",
      ({ sandbox }) =>
        sandbox.account.grants.push({
          ...{ privilege: "OWNERSHIP", on: "TABLE", name: ["ANALYTICS", "LAB", "WORK"] },
          ...member,
        }),
    ],
    ...["STAGES", "PROCEDURES", "USER FUNCTIONS", "STREAMS", "TASKS", "SEQUENCES"].map(
      (kind): [string, (world: World) => void] => [
        `${kind.toLowerCase()} in it`,
        (world) => {
          const { schemas } = world.sandbox.account.databases.get("ANALYTICS")!;
          schemas.set("LAB", { ...labOf(world), others: new Map([[kind, ["FILES"]]]) });
        },
      ],
    ),
    [
      "nothing in it that the portal may see, but not everything shown",
      ({ sandbox }) => {
        sandbox.account.grants = sandbox.account.grants.filter(({ privilege }) => privilege !== "MANAGE GRANTS");
      },
    ],
  ])("[R12] a schema with %s is not dropped, and nothing of it is taken back", async (_, change) => {
    const world = await aWorldWith(people);
    const { snowflake, sandbox } = world;
    const { ref } = await carryOut(snowflake, "create-schema", lab);
    change(world);
    const before = sandbox.changes();
    await expect(snowflake.compensate(ref)).rejects.toMatchObject(failure("admin-fixable", "undo-refused"));
    expect(sandbox.changes()).toEqual(before);
    expect(await snowflake.verify(ref)).toMatchObject({ isProven: true });
  });

  test("[R12] a schema the portal cannot look into is not dropped", async () => {
    const { snowflake, sandbox } = await aWorldWith(people);
    const { ref } = await carryOut(snowflake, "create-schema", lab);
    sandbox.fail({ kind: "status", statement: /SHOW OBJECTS/, status: 422, code: "002003" });
    const before = sandbox.changes();
    await expect(snowflake.compensate(ref)).rejects.toMatchObject(failure("admin-fixable", "not-found"));
    expect(sandbox.changes()).toEqual(before);
  });

  test("a schema somebody dropped meanwhile leaves its role to be taken back", async () => {
    const { snowflake, sandbox } = await aWorldWith(people);
    const { ref } = await carryOut(snowflake, "create-schema", lab);
    sandbox.account.databases.get("ANALYTICS")!.schemas.delete("LAB");
    sandbox.account.grants = sandbox.account.grants.filter(({ on }) => on !== "SCHEMA");
    expect(await snowflake.compensate(ref)).toMatchObject({ isProven: true });
    expect(sandbox.account.roles.has("LAB_RW")).toBe(false);
  });

  test.each([
    ["a database that is not there", { database: "NOWHERE" }, "database-missing"],
    ["a schema that exists", { schema: "PUBLIC" }, "already-exists"],
    ["a role that exists", { role: "OTHER" }, "already-exists"],
    ["a member nobody knows", { members: ["NOBODY"] }, "user-missing"],
    ["91 days of time travel", { retentionDays: 91 }, "bad-input"],
    ["more members than 50", { members: Array.from({ length: 51 }, (_, index) => `U${index}`) }, "bad-input"],
  ])("%s is refused while planning", async (_, change, code) => {
    const { snowflake, sandbox } = await aWorldWith({ ...people, roles: ["OTHER"] });
    await expect(snowflake.plan("create-schema", { ...lab, ...change })).rejects.toMatchObject(
      failure("user-fixable", code),
    );
    expect(sandbox.changes()).toEqual([]);
  });
});
