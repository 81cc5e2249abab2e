import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { startCollateSandbox } from "../../sandbox/collate/main";
import { startDbtSandbox } from "../../sandbox/dbt/main";
import { api, internal } from "../_generated/api";
import { aSandboxFor } from "../connectors/snowflake/harness.testing";
import { CHECK_PAUSE_MS } from "../core/services/rules";
import { aWorld, codeOf, DAWN, endWorld } from "../testing/world.testing";

const { readSoon } = internal.services.internal;
const { checkNow } = api.services.mutations;

afterEach(endWorld);

async function aConnected() {
  const sandbox = await startCollateSandbox();
  onTestFinished(() => sandbox.close());
  const world = await aWorld({}, { COLLATE_URL: sandbox.url, COLLATE_TOKEN: sandbox.token });
  const sue = await world.person("sue", { roles: ["staff", "superAdmin"] });
  const readAt = async () =>
    (await sue.query(api.services.queries.list, {})).find(({ name }) => name === "collate")?.health?.checkedAt ?? null;
  return { world, sue, readAt };
}

test("a start has every system read before the clock's first turn, however short ago the last start was", async () => {
  const { world, readAt } = await aConnected();
  expect(await readAt()).toBeNull();
  await world.internal(readSoon, {});
  await world.advance(0);
  expect(await readAt()).toBe(DAWN);
  await world.advance(1);
  await world.internal(readSoon, {});
  await world.advance(0);
  expect(await readAt()).toBe(DAWN + 1);
});

test("a super admin has the systems read now, at most once in ten seconds whoever ordered it", async () => {
  const { world, sue, readAt } = await aConnected();
  const max = await world.person("max", { roles: ["staff", "superAdmin"] });
  await sue.mutation(checkNow, {});
  await world.advance(0);
  expect(await readAt()).toBe(DAWN);
  expect(await codeOf(max.mutation(checkNow, {}))).toBe("rate-limited");
  expect((await world.rows("auditEvents")).filter(({ action }) => action === "connector.checkOrdered")).toHaveLength(1);
  await world.advance(CHECK_PAUSE_MS - 1);
  expect(await codeOf(sue.mutation(checkNow, {}))).toBe("rate-limited");
  expect(await readAt()).toBe(DAWN);
  await world.advance(1);
  await max.mutation(checkNow, {});
  await world.advance(0);
  expect(await readAt()).toBe(DAWN + CHECK_PAUSE_MS);
});

test("a system that does not answer keeps no other from being seen", async () => {
  const dbt = await startDbtSandbox();
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    silent.close();
    await dbt.close();
  });
  const { port } = silent.address() as AddressInfo; // a TCP server's address is one
  const world = await aWorld(
    {},
    {
      COLLATE_URL: `http://127.0.0.1:${port}`,
      COLLATE_TOKEN: "a-bot",
      DBT_URL: dbt.url,
      DBT_TOKEN: dbt.token,
      DBT_ACCOUNT: dbt.account,
      DBT_JOB: dbt.job,
    },
  );
  const isSeen = async (system: string) => (await world.rows("connectorHealth")).some(({ name }) => name === system);
  const reading = world.internalAction(internal.services.actions.readHealth, {});
  await vi.waitFor(async () => expect(await isSeen("dbt")).toBe(true), 10_000);
  expect(await isSeen("collate")).toBe(false);
  silent.closeAllConnections();
  await reading;
  expect(await isSeen("collate")).toBe(true);
});

test("each reading of the systems brings how the warehouses are, and what stops it is kept beside what was read before", async () => {
  let now = DAWN;
  const warehouses = [
    { name: "PORTAL_WH", owner: "PORTAL" },
    { name: "BI_WH", size: "Medium", owner: "PORTAL", now: { state: "STARTED", running: 3, queued: 12 } },
  ];
  const { sandbox, env } = await aSandboxFor(() => now, { seed: { warehouses } });
  const world = await aWorld({}, env);
  const read = () => world.internalAction(internal.services.actions.readHealth, {});
  await read();
  const states = async () => (await world.rows("warehouses")).map(({ name, state, queued }) => [name, state, queued]);
  const before = [
    ["BI_WH", "STARTED", 12],
    ["PORTAL_WH", "SUSPENDED", 0],
  ];
  expect((await states()).toSorted()).toEqual(before);
  expect(await world.rows("warehouseReadings")).toMatchObject([{ readAt: DAWN }]);
  // The account no longer knows the portal's user.
  sandbox.reset({});
  now += 1;
  await world.advance(1);
  await read();
  expect((await states()).toSorted()).toEqual(before);
  expect(await world.rows("warehouseReadings")).toMatchObject([
    { readAt: DAWN, failed: { at: DAWN + 1, message: expect.any(String) as string } },
  ]);
});
