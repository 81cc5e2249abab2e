import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ConvexClient } from "convex/browser";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectClient, createTestEngine, type TestEngine } from "../src/testing/index.ts";
import { cuttingProxy, type CuttingProxy } from "./proxy.ts";
import { api, eventually, fixtureModules } from "./support.ts";

let dataDir: string;
let world: TestEngine;
let proxy: CuttingProxy;
let client: ConvexClient;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "engine-test-"));
  world = await createTestEngine({ modules: fixtureModules, dataDir });
  proxy = await cuttingProxy((await world.serve()).url);
  client = connectClient(proxy.url);
});

afterEach(async () => {
  await client.close();
  await proxy.close();
  await world.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function restartEngine(): Promise<void> {
  const { clock } = world;
  await world.close();
  world = await createTestEngine({ modules: fixtureModules, dataDir, clock });
  proxy.target((await world.serve()).url);
}

test("[SYN10] a mutation whose answer was lost with its socket runs once", async () => {
  expect(await client.query(api.counters.get, { name: "n" })).toBe(0);
  proxy.holdReplies(true);
  const answer = client.mutation(api.counters.increment, { name: "n" });
  await eventually(() => world.engine.figures().commits >= 2, "the commit");
  proxy.cut();
  proxy.holdReplies(false);
  expect(await answer).toBe(1);
  expect(await world.engine.query("counters:get", { name: "n" })).toBe(1);
});

test("[SYN11] a mutation whose answer was lost with the whole engine runs once", async () => {
  expect(await client.query(api.counters.get, { name: "n" })).toBe(0);
  proxy.holdReplies(true);
  const answer = client.mutation(api.counters.increment, { name: "n" });
  await eventually(() => world.engine.figures().commits >= 2, "the commit");
  await restartEngine();
  proxy.cut();
  proxy.holdReplies(false);
  expect(await answer).toBe(1);
  expect(await client.query(api.counters.get, { name: "n" })).toBe(1);
});

test("[SYN12] subscriptions come back after a restart, with what changed meanwhile", async () => {
  const seen: string[][] = [];
  client.onUpdate(api.messages.list, { channel: "a" }, (value: string[]) => seen.push(value));
  await eventually(() => seen.length === 1, "the first result");
  await restartEngine();
  await world.engine.mutation("messages:send", { channel: "a", body: "while away" });
  await eventually(() => seen.at(-1)?.length === 1, "the change");
  expect(seen.at(-1)).toEqual(["while away"]);
});

test("[SYN13] an action that was under way when the socket was cut fails on the client", async () => {
  const before = world.engine.figures().commits;
  const slow = client.action(api.odd.signalsAndWaits, {}).catch((error: Error) => error.message);
  await eventually(() => world.engine.figures().commits > before, "the start of the action");
  proxy.cut();
  expect(await slow).toContain("Connection lost while action was in flight");
});

test("[SYN14] many mutations survive repeated cuts exactly once and in order", async () => {
  const answers = Array.from(
    { length: 60 },
    () => client.mutation(api.counters.increment, { name: "n" }) as Promise<number>,
  );
  const before = world.engine.figures().commits;
  for (let round = 1; round <= 4; round++) {
    await eventually(() => world.engine.figures().commits >= before + 12 * round, `round ${round}`);
    proxy.cut();
  }
  const values = await Promise.all(answers);
  expect(values).toEqual(Array.from({ length: 60 }, (_, i) => i + 1));
  expect(await world.engine.query("counters:get", { name: "n" })).toBe(60);
}, 20_000);
