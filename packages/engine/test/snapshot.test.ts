/** Snapshots through the engine's door, with the official client watching. */

import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { createTestEngine, type TestEngine } from "../src/testing/index.ts";
import { api, eventually, fixtureModules } from "./support.ts";

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function anEngine(): Promise<TestEngine> {
  const world = await createTestEngine({ modules: fixtureModules });
  cleanups.push(() => world.close());
  return world;
}

test("[ZIP8] a subscription shows what was imported", async () => {
  const folder = mkdtempSync(join(tmpdir(), "snapshot-test-"));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const [from, to] = [await anEngine(), await anEngine()];
  await from.engine.mutation("messages:send", { channel: "a", body: "from elsewhere" });
  const file = join(folder, "snapshot.zip");
  await from.engine.exportSnapshot(createWriteStream(file));
  await to.serve();
  const seen: unknown[] = [];
  to.connect().onUpdate(api.messages.list, { channel: "a" }, (value) => seen.push(value));
  await eventually(() => seen.length === 1, "the first result");
  expect(seen).toEqual([[]]);
  await to.engine.importSnapshot(file);
  await eventually(() => seen.length === 2, "the result after the import");
  expect(seen.at(-1)).toEqual(["from elsewhere"]);
  await expect(to.engine.importSnapshot(file)).rejects.toThrow('Table "messages" has 1 documents already');
  expect(await to.engine.query("messages:list", { channel: "a" })).toEqual(["from elsewhere"]);
});
