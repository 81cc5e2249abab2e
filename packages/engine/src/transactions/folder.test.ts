import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import type { Database } from "./types.ts";
import { APP, collect, mutate, openTestDatabase, queryOf, read, schemaOf } from "./testing.ts";
import type { DatabaseOptions } from "./database.ts";

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
  const schemaJson = schemaOf({ notes: { indexes: { by_name: ["name"] }, documentType: { type: "object", value: { name: { fieldType: { type: "string" }, optional: false } } } } });
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

/** Takes a file back to the first layout, as an engine of that time left it. */
const FIRST_LAYOUT = `
  ALTER TABLE session_requests RENAME TO later;
  CREATE TABLE session_requests (row INTEGER PRIMARY KEY, session TEXT NOT NULL, request INTEGER NOT NULL, ts INTEGER NOT NULL,
    time_ms INTEGER NOT NULL, result TEXT NOT NULL, log_lines TEXT NOT NULL, UNIQUE (session, request)) STRICT;
  INSERT INTO session_requests SELECT * FROM later;
  DROP TABLE later;
  PRAGMA user_version = 1;
`;

test("[STO8] a folder of an earlier layout opens with all it holds; one of a later is refused and stays as it is", async () => {
  const dataDir = folder();
  const key = { sessionId: "7b9ad2ac", requestId: 3 };
  const { db } = openTestDatabase({ dataDir });
  await db.committer.run(async (tx) => tx.insert("notes", { name: "a" }), { key, response: (value) => ({ resultJson: JSON.stringify(value), logLines: ["one"] }) });
  const recorded = db.committer.recorded(key);
  db.close();
  const change = (sql: string): void => {
    const file = new DatabaseSync(join(dataDir, "engine.db"));
    file.exec(sql);
    file.close();
  };
  change(FIRST_LAYOUT);
  const again = openTestDatabase({ dataDir }).db;
  expect(recorded).toMatchObject({ logLines: ["one"] });
  expect(again.committer.recorded(key)).toEqual(recorded);
  expect(names(again)).toEqual(["a"]);
  again.close();
  change("PRAGMA user_version = 999");
  expect(() => openTestDatabase({ dataDir })).toThrow("was written by a newer version (layout 999");
  change("PRAGMA user_version = 2");
  expect(names(open({ dataDir }).db)).toEqual(["a"]);
});
