import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { DatabaseOptions } from "./database.ts";
import { APP, collect, mutate, openTestDatabase, queryOf, read, schemaOf } from "./testing.ts";
import type { Database } from "./types.ts";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const clean of cleanups.splice(0).reverse()) clean();
});

function open(options: Partial<DatabaseOptions> & { seed?: number } = {}): ReturnType<typeof openTestDatabase> {
  const opened = openTestDatabase(options);
  cleanups.push(() => opened.db.close());
  return opened;
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "data-test-"));
  cleanups.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const names = (db: Database): unknown[] => read(db, (tx) => collect(tx, queryOf("notes")).map((note) => note["name"]));

test("[STO1] documents, tables, counts, schema and meta survive a restart", async () => {
  const dataDir = folder();
  const schemaJson = schemaOf({
    notes: {
      indexes: { by_name: ["name"] },
      documentType: { type: "object", value: { name: { fieldType: { type: "string" }, optional: false } } },
    },
  });
  const { db } = openTestDatabase({ dataDir, schemaJson });
  const id = await mutate(db, (tx) => tx.insert("notes", { name: "a" }));
  db.meta.set("cron", "state");
  db.close();
  const again = open({ dataDir }).db;
  expect(read(again, (tx) => tx.get(id, APP))).toContain('"name":"a"');
  expect(again.figures()).toMatchObject({ documents: 1, tables: 1 });
  expect(again.meta.get("cron")).toBe("state");
  expect(again.tableOfId(id)).toBe("notes");
  await expect(mutate(again, (tx) => tx.insert("notes", { name: 1 }))).rejects.toThrow("does not match the schema");
});

test("[STO2] a folder in use is refused with a message that says so, and free again after close", () => {
  const dataDir = folder();
  const { db } = openTestDatabase({ dataDir });
  expect(() => openTestDatabase({ dataDir })).toThrow(/already in use by another running engine/);
  db.close();
  open({ dataDir });
});

test("[STO3] what a mutation reads and writes stays within one snapshot's life: released readers are reused", async () => {
  const { db } = open();
  for (let i = 0; i < 200; i++) {
    const snapshot = db.snapshot();
    await mutate(db, (tx) => tx.insert("notes", { i }));
    expect(collect(snapshot.begin(), queryOf("notes")).length).toBe(i);
    snapshot.release();
  }
});

test("[STO4] meta written while a mutation runs is readable at once and kept although that mutation fails", async () => {
  const dataDir = folder();
  const { db } = openTestDatabase({ dataDir });
  await expect(
    mutate(db, () => {
      db.meta.set("cron", "later");
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(db.meta.get("cron")).toBe("later");
  await mutate(db, (tx) => tx.insert("notes", {}));
  db.close();
  expect(open({ dataDir }).db.meta.get("cron")).toBe("later");
});

test("[STO4] meta written between two mutations of one commit is kept although both fail", async () => {
  const dataDir = folder();
  const { db } = openTestDatabase({ dataDir });
  const failing = (name: string): Promise<unknown> =>
    mutate(db, () => {
      db.meta.set(name, "kept");
      throw new Error("no");
    });
  await Promise.allSettled([failing("first"), failing("second"), failing("third")]);
  db.close();
  const again = open({ dataDir }).db;
  expect(["first", "second", "third"].map((name) => again.meta.get(name))).toEqual(["kept", "kept", "kept"]);
});

test("[STO5] closing refuses what waits and loses the open batch whole", async () => {
  const dataDir = folder();
  const { db } = openTestDatabase({ dataDir });
  const results = Promise.allSettled([
    mutate(db, async (tx) => {
      tx.insert("notes", { name: "a" });
      await new Promise((resolve) => setImmediate(resolve));
      tx.insert("notes", { name: "b" });
    }),
    mutate(db, (tx) => tx.insert("notes", { name: "c" })),
  ]);
  db.close();
  expect((await results).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(names(open({ dataDir }).db)).toEqual([]);
});
