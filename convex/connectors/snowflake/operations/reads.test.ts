/** What is read from an account over real HTTP: large results, and its own usage views. */

import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "../../../lib/pure/time";
import { aWorldWith, carryOut, failure, START } from "../harness.testing";

const ada = { users: [{ name: "ADA" }], roles: ["ANALYST"] };
const membership = { user: "ADA", role: "ANALYST" };

describe("results", () => {
  const crowd = Array.from({ length: 250 }, (_, index) => ({
    name: `USER_${String(index).padStart(3, "0")}`,
    email: "🚀@corp.example",
  }));

  test("partitions are fetched, unpacked and put together in order", async () => {
    const { snowflake } = await aWorldWith({ users: crowd, rowsPerPartition: 7 });
    const users = await snowflake.reads.users();
    expect(users.map(({ name }) => name)).toEqual(["PORTAL_SVC", ...crowd.map(({ name }) => name)]);
    expect(users[1]?.email).toBe("🚀@corp.example");
  });

  test("users beyond one page are read page by page", async () => {
    const { snowflake, sandbox } = await aWorldWith({
      users: Array.from({ length: 1200 }, (_, index) => ({ name: `U${index}'"\\` })),
    });
    expect(new Set((await snowflake.reads.users()).map(({ name }) => name)).size).toBe(1201);
    expect(sandbox.account.journal).toHaveLength(2);
  });

  test("a result Snowflake cut is refused and never taken for all of it", async () => {
    const { snowflake } = await aWorldWith({ users: crowd, maxRows: 100 });
    await expect(snowflake.reads.users()).rejects.toMatchObject(failure("bug", "result-too-large"));
  });
});

test("warehouses say what they do, and no count where the role may not monitor them; those it has no part in are not there", async () => {
  const { snowflake } = await aWorldWith({
    seed: {
      warehouses: [
        { name: "BUSY", size: "Medium", owner: "PORTAL", now: { state: "STARTED", running: 3, queued: 12 } },
        { name: "IDLE", owner: "PORTAL", now: { state: "SUSPENDED", doesResume: false } },
        { name: "LENT", now: { state: "STARTED", running: 1 } },
        { name: "OTHERS" },
      ],
      grants: [{ privilege: "USAGE", on: "WAREHOUSE", name: ["LENT"], role: "PORTAL" }],
    },
  });
  expect(await snowflake.readWarehouses()).toEqual([
    { name: "BUSY", state: "STARTED", size: "Medium", running: 3, queued: 12, doesResume: true },
    { name: "IDLE", state: "SUSPENDED", size: "X-Small", running: 0, queued: 0, doesResume: false },
    { name: "LENT", state: "STARTED", size: "X-Small", running: null, queued: null, doesResume: true },
  ]);
});

describe("usage views", () => {
  test("what ran under a request is found by its key, with bound values", async () => {
    const { snowflake, clock } = await aWorldWith(ada);
    const key = "REQ-1' OR '1'='1/task-1";
    await carryOut(snowflake, "grant-role", membership, key);
    expect(await snowflake.usage.statementsOf(key, clock.now - MINUTE_MS)).toMatchObject([
      {
        text: 'GRANT ROLE "ANALYST" TO USER "ADA"',
        status: "SUCCESS",
        user: "PORTAL_SVC",
        role: "PORTAL",
        startedAt: clock.now,
      },
    ]);
    expect(await snowflake.usage.statementsOf("REQ-2", clock.now - MINUTE_MS)).toEqual([]);
    expect(await snowflake.usage.statementsOf(key, clock.now + MINUTE_MS)).toEqual([]);
  });

  test("the last statement of a user as a role is found, of that user, as that role and since that time alone", async () => {
    const ran = (user: string, role: string, at: number) => ({ user, role, at, statement: "SELECT CURRENT_ROLE()" });
    const roles = ["ANALYST", "WRITER"];
    const { snowflake, clock } = await aWorldWith({
      roles,
      users: [
        { name: "ADA", roles },
        { name: "BOB", roles },
      ],
      seed: {
        statements: [
          ran("ADA", "ANALYST", START - 9 * MINUTE_MS),
          ran("ADA", "ANALYST", START - 10 * MINUTE_MS),
          ran("ADA", "WRITER", START - 2 * MINUTE_MS),
          ran("BOB", "ANALYST", START - MINUTE_MS),
        ],
      },
    });
    const { lastUseOf } = snowflake.usage;
    expect(await lastUseOf("ADA", "ANALYST", 0)).toBe(START - 9 * MINUTE_MS);
    expect(await lastUseOf("ADA", "ANALYST", START - 9 * MINUTE_MS + 1)).toBeNull();
    expect(await lastUseOf("ADA", null, 0)).toBe(START - 2 * MINUTE_MS);
    expect(await lastUseOf("ADA' OR '1'='1", null, 0)).toBeNull();
    const lastUse = (access: object) => snowflake.lastUse(access, 0);
    expect(await lastUse({ user: "BOB", role: "ANALYST" })).toEqual({
      lastUsedAt: START - MINUTE_MS,
      asOf: START - MINUTE_MS,
    });
    expect(await lastUse({ user: "BOB", role: "WRITER" })).toEqual({
      lastUsedAt: null,
      asOf: clock.now - 45 * MINUTE_MS,
    });
    await expect(lastUse({ user: "" })).rejects.toMatchObject({ kind: "user-fixable" });
  });

  test("roles, sign-ins and credits are read", async () => {
    const { snowflake, clock } = await aWorldWith({
      ...ada,
      seed: {
        metering: [
          { warehouse: "PORTAL_WH", at: Date.UTC(2026, 0, 4), credits: "1.5" },
          { warehouse: "PORTAL_WH", at: Date.UTC(2025, 0, 4), credits: "9" },
        ],
      },
    });
    await carryOut(snowflake, "grant-role", membership);
    expect(await snowflake.usage.rolesOf("ADA")).toEqual(["ANALYST"]);
    expect(await snowflake.usage.countSignIns("PORTAL_SVC", clock.now - MINUTE_MS)).toBeGreaterThan(0);
    expect(await snowflake.usage.creditsOf("PORTAL_WH", Date.UTC(2026, 0, 1))).toBe("1.5");
    expect(await snowflake.usage.creditsOf("OTHER", Date.UTC(2026, 0, 1))).toBe("0");
  });
});
