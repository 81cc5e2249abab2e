import { appendFileSync, rmSync, writeFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { collect, mutate, openTestDatabase, queryOf, read } from "../transactions/testing.ts";
import type { Database } from "../transactions/types.ts";
import { backupFolder, checkFolder } from "./backup.ts";
import { testFolder } from "./testing.ts";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0).reverse()) clean();
});

function open(dataDir: string): Database {
  const { db } = openTestDatabase({ dataDir });
  cleanups.push(() => db.close());
  return db;
}

async function aFilledFolder(): Promise<{ db: Database; path: string }> {
  const folder = testFolder();
  cleanups.push(folder.remove);
  const db = open(join(folder.path, "data"));
  await mutate(db, (tx) => {
    for (let i = 0; i < 2000; i++) tx.insert("notes", { i, text: "x".repeat(300) });
  });
  const claim = await db.files.blobs.put([Buffer.from("a file")]);
  await mutate(db, (tx) =>
    tx.system.insert("_storage", { sha256: Buffer.from(claim.sha256, "hex").toString("base64"), size: 6 }),
  );
  claim.release();
  return { db, path: folder.path };
}

const backUp = (db: Database, to: string): Promise<void> =>
  backupFolder({ folder: db.folder, blobs: db.files.blobs }, to);

test("[BAK1] a backup made while mutations run is one committed state, and an engine opens it", async () => {
  const { db, path } = await aFilledFolder();
  const copy = join(path, "copy");
  const backingUp = backUp(db, copy);
  // Each takes one away and puts one in: any committed state has 2000.
  for (let i = 0; i < 40; i++) {
    await mutate(db, (tx) => {
      tx.remove(String(collect(tx, queryOf("notes", { limit: 1 }))[0]?.["_id"]));
      tx.insert("notes", { i, text: "new" });
    });
  }
  await backingUp;
  expect(await checkFolder(copy)).toMatchObject({ documents: 2001, files: 1 });
  const restored = open(copy);
  expect(read(restored, (tx) => collect(tx, queryOf("notes")).length)).toBe(2000);
  expect(restored.figures().documents).toBe(2000);
  expect(restored.files.blobs.names()).toEqual(db.files.blobs.names());
});

test("[BAK2] a copy with a damaged page, a missing or a changed file, or no database is told apart", async () => {
  const { db, path } = await aFilledFolder();
  const [name = ""] = db.files.blobs.names();
  const copyOf = async (n: number): Promise<string> => {
    const copy = join(path, `copy${n}`);
    await backUp(db, copy);
    return copy;
  };
  const pages = await copyOf(1);
  const bytes = readFileSync(join(pages, "engine.db"));
  bytes.fill(0xa5, 4096 * 20, 4096 * 24);
  writeFileSync(join(pages, "engine.db"), bytes);
  await expect(checkFolder(pages)).rejects.toThrow(/damaged|malformed/);
  const missing = await copyOf(2);
  rmSync(join(missing, "blobs", name.slice(0, 2), name));
  await expect(checkFolder(missing)).rejects.toThrow(`The stored file ${name} is missing`);
  const changed = await copyOf(3);
  appendFileSync(join(changed, "blobs", name.slice(0, 2), name), "!");
  await expect(checkFolder(changed)).rejects.toThrow(`The stored file ${name} is damaged`);
  await expect(checkFolder(join(path, "nothing"))).rejects.toThrow("There is no data in");
});
