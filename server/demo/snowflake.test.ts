/** The demo's own Snowflake, filled from the demo company and spoken to by the real connector. */

import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { connectorOf } from "../../convex/connectors/registry.ts";
import { endWorld } from "../../convex/testing/world.testing.ts";
import { aDemoWorld, demoFunctions } from "../../demo/world/world.testing.ts";
import type { Backend } from "../backend/port.ts";
import { startDemoSnowflake } from "./snowflake.ts";

afterEach(endWorld);

async function aDemo() {
  const dataDir = mkdtempSync(join(tmpdir(), "demo-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const world = await aDemoWorld();
  const backend = { query: () => world.internalQuery(demoFunctions.account.snowflake, {}) } as unknown as Backend; // asked for nothing else
  const start = async () => {
    const demo = await startDemoSnowflake(dataDir);
    onTestFinished(() => demo.close().catch(() => undefined));
    return demo;
  };
  return { world, dataDir, backend, start };
}

test("the portal's connector works in it: people have users, domains their roles and databases", async () => {
  const { backend, start } = await aDemo();
  const demo = await start();
  await demo.fill(backend, true);
  const snowflake = connectorOf("snowflake", demo.settings);
  expect(await snowflake.health()).toMatchObject({ isHealthy: true, problems: [] });
  const plan = await snowflake.plan("grant-role", { user: "SAM_TAYLOR", role: "ORDERS_READ" });
  expect(plan.diff).toMatchObject([{ before: "not granted", after: "granted" }]);
  await expect(snowflake.plan("resize-warehouse", { warehouse: "ANALYST_WH", size: "LARGE" })).resolves.toMatchObject({
    diff: [{ before: "Small", after: "Large" }],
  });
});

test("what people of the told past ran was run in it, and is found in its record", async () => {
  const { world, start } = await aDemo();
  const at = world.now() - 86_400_000;
  const query = async () => ({
    ...(await world.internalQuery(demoFunctions.account.snowflake, {})),
    uses: [{ user: "SAM_TAYLOR", role: "ANALYST", at }],
  });
  const demo = await start();
  await demo.fill({ query } as unknown as Backend, true); // asked for nothing else
  const lastUse = (role: string) =>
    connectorOf("snowflake", demo.settings).lastUse?.({ user: "SAM_TAYLOR", role }, at - 1);
  expect(await lastUse("ANALYST")).toMatchObject({ lastUsedAt: at });
  expect(await lastUse("ORDERS_READ")).toMatchObject({ lastUsedAt: null });
});

test("what happened to it outlives a restart, and ends with the demo world", async () => {
  const { dataDir, backend, start } = await aDemo();
  const input = { user: "SAM_TAYLOR", role: "ORDERS_READ" };
  const first = await start();
  await first.fill(backend, true);
  const connector = connectorOf("snowflake", first.settings);
  await connector.apply({ id: "REQ-1/grant", mayHaveBegun: false }, await connector.plan("grant-role", input));
  await first.close();
  const second = await start();
  await second.fill(backend, false);
  expect(readFileSync(join(dataDir, "sandbox/snowflake.url"), "utf8").trim()).toBe(second.settings.SNOWFLAKE_URL);
  expect(second.settings.SNOWFLAKE_PRIVATE_KEY).toBe(first.settings.SNOWFLAKE_PRIVATE_KEY);
  expect((await connectorOf("snowflake", second.settings).plan("grant-role", input)).steps).toEqual([]);
  await second.fill(backend, true);
  expect((await connectorOf("snowflake", second.settings).plan("grant-role", input)).steps).toHaveLength(1);
  expect(statSync(join(dataDir, "sandbox/snowflake-key.pem")).mode & 0o077).toBe(0);
});
