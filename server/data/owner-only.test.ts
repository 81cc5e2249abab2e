/** Whatever the folder was before: what the portal keeps is for the account it runs as. */

import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEngine } from "@data-portal/engine";
import { makeBackup } from "./backup.ts";
import { runDataCommand } from "./command.ts";
import { keepForOwner } from "./owner-only.ts";
import { modesBelow, OWNER_ONLY } from "./owner-only.testing.ts";

let folder: string;
let umask: number;

beforeEach(() => {
  umask = process.umask(0o022);
  folder = mkdtempSync(join(tmpdir(), "owner-only-"));
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true, force: true });
});

/** A data folder as an older version or another account's defaults left it. */
function openFolder(name = "data"): string {
  const dataDir = join(folder, name);
  mkdirSync(join(dataDir, "engine/blobs/ab"), { recursive: true });
  for (const file of ["auth.db", "engine/engine.lock", "engine/blobs/ab/x"]) writeFileSync(join(dataDir, file), "");
  for (const place of ["", "engine", "engine/blobs", "engine/blobs/ab"]) chmodSync(join(dataDir, place), 0o755);
  expect(modesBelow(dataDir)).toEqual(["644", "755"]);
  return dataDir;
}

async function anEngine(dataDir: string) {
  const engine = await createEngine({ modules: {}, dataDir: join(dataDir, "engine") });
  await engine.run(async (ctx) => await ctx.db.insert("notes", { text: "x" }));
  await engine.run(async (ctx) => await ctx.storage.store(new Blob(["content"])));
  return engine;
}

test("what is there, and what is written later, is for its owner only", async () => {
  const dataDir = openFolder();
  keepForOwner([dataDir], () => expect.fail("nothing stands in the way"));
  expect(modesBelow(dataDir)).toEqual(OWNER_ONLY);
  const engine = await anEngine(dataDir);
  for (const part of ["engine.db-wal", "engine.db-shm", "engine.lock"]) expect(existsSync(join(dataDir, "engine", part)), part).toBe(true);
  writeFileSync(join(dataDir, "later"), "");
  expect(modesBelow(dataDir)).toEqual(OWNER_ONLY);
  const { path } = await makeBackup({ dataDir, engine }, { dir: join(folder, "backups"), keep: 1, nowMs: 0 });
  expect(modesBelow(path)).toEqual(OWNER_ONLY);
  await engine.close();
});

test("what lies behind a link is left as it is", () => {
  const dataDir = openFolder();
  const outside = join(folder, "outside");
  writeFileSync(outside, "");
  symlinkSync(outside, join(dataDir, "link"));
  symlinkSync(folder, join(dataDir, "up"));
  chmodSync(folder, 0o755);
  keepForOwner([dataDir], () => expect.fail("nothing stands in the way"));
  expect([lstatSync(outside).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o644, 0o755]);
});

test.skipIf(!existsSync("/proc/self/fd"))("a place that is not there is made when it is needed, and one that may not be changed is told", () => {
  const told: string[] = [];
  keepForOwner([join(folder, "missing"), "/proc/self/fd"], (message) => told.push(message));
  expect(existsSync(join(folder, "missing"))).toBe(false);
  expect(told).toEqual([expect.stringContaining("/proc/self/fd")]);
});

async function data(dataDir: string, ...args: string[]): Promise<void> {
  process.umask(0o022);
  await runDataCommand(args, { dataDir, backup: null, print: () => undefined, pathOf: (file) => resolve(folder, file), loadAuditChain: () => import("../../convex/core/audit/chain.ts") });
}

test("so is what a data command brings in, takes out and puts back", async () => {
  const one = join(folder, "one");
  const engine = await anEngine(one);
  const { path } = await makeBackup({ dataDir: one, engine }, { dir: join(folder, "backups"), keep: 1, nowMs: 0 });
  await engine.close();
  await data(one, "export", "out.zip");
  expect(statSync(join(folder, "out.zip")).mode & 0o777).toBe(0o600);
  const two = join(folder, "two");
  mkdirSync(two);
  await data(two, "import", "out.zip");
  expect(modesBelow(two)).toEqual(OWNER_ONLY);
  // A backup that was copied by hand comes with the modes of the copy.
  chmodSync(path, 0o755);
  chmodSync(join(path, "engine/engine.db"), 0o644);
  await data(two, "restore", path);
  expect(modesBelow(two)).toEqual(OWNER_ONLY);
});
