import { afterEach, expect, test } from "vitest";
import { api } from "../_generated/api";
import { keepHealth } from "../core/services/model";
import { UPTIME_KEPT_MS } from "../core/services/uptime";
import { HOUR_MS } from "../lib/pure/time";
import { aWorld, DAWN, endWorld } from "../testing/world.testing";

afterEach(endWorld);

async function aReader() {
  const world = await aWorld();
  const reader = await world.person("admin", { roles: ["staff", "admin", "superAdmin"] });
  const read = (checkedAt: number, isHealthy: boolean, isConnected = true) =>
    world.run((ctx) =>
      keepHealth(ctx, { name: "snowflake", isConnected, isHealthy, facts: [], problems: [], checkedAt }),
    );
  const hours = async () =>
    (await reader.query(api.services.queries.uptime, {})).find(({ name }) => name === "snowflake")?.hours;
  return { world, read, hours };
}

test("every reading counts in its hour, and a system without a connection was not asked", async () => {
  const { read, hours } = await aReader();
  const hour = Math.floor(DAWN / HOUR_MS) * HOUR_MS;
  await read(hour - HOUR_MS, true);
  await read(hour, true);
  await read(hour + 1, false);
  await read(hour + 2, true);
  await read(hour + 3, false, false);
  expect(await hours()).toEqual([
    { hour: hour - HOUR_MS, good: 1, bad: 0 },
    { hour, good: 2, bad: 1 },
  ]);
});

test("hours out of the retention go when a new one comes", async () => {
  const { world, read } = await aReader();
  await read(DAWN - UPTIME_KEPT_MS - 3 * HOUR_MS, true);
  await read(DAWN - UPTIME_KEPT_MS - 2 * HOUR_MS, true);
  await read(DAWN, true);
  expect(await world.rows("connectorHours")).toHaveLength(1);
});
