/** Data folders that other versions of the engine left. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { defineSchema, defineTable, mutationGeneric, queryGeneric } from "convex/server";
import { v } from "convex/values";
import { expect, onTestFinished, test } from "vitest";
import { createTestEngine } from "../src/testing/index.ts";
import { collect, openTestDatabase, queryOf, read } from "../src/transactions/testing.ts";
import type { Database } from "../src/transactions/types.ts";
import { checkFolder } from "../src/transfer/backup.ts";

const names = (db: Database): unknown[] => read(db, (tx) => collect(tx, queryOf("notes")).map((note) => note["name"]));

/** Takes a file back to the first layout, as an engine of that time left it. */
const FIRST_LAYOUT = `
  ALTER TABLE session_requests RENAME TO later;
  CREATE TABLE session_requests (row INTEGER PRIMARY KEY, session TEXT NOT NULL, request INTEGER NOT NULL, ts INTEGER NOT NULL,
    time_ms INTEGER NOT NULL, result TEXT NOT NULL, log_lines TEXT NOT NULL, UNIQUE (session, request)) STRICT;
  INSERT INTO session_requests SELECT * FROM later;
  DROP TABLE later;
  PRAGMA user_version = 1;
`;

test("[STO8] search indexes of a layout that cut words by another rule are filled anew", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "engine-layout-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const type = defineTable({ text: v.string() }).searchIndex("by_text", { searchField: "text" });
  const modules = {
    schema: async () => ({ default: defineSchema({ notes: type }) }),
    notes: async () => ({
      add: mutationGeneric({ handler: async (ctx) => void (await ctx.db.insert("notes", { text: "हिंदी" })) }),
      find: queryGeneric({
        handler: async (ctx) =>
          (
            await ctx.db
              .query("notes")
              .withSearchIndex("by_text", (q) => q.search("text", "हिंदी"))
              .collect()
          ).length,
      }),
    }),
  };
  const before = await createTestEngine({ modules, dataDir });
  await before.engine.mutation("notes:add");
  expect(await before.engine.query("notes:find")).toBe(1);
  await before.close();
  const file = new DatabaseSync(join(dataDir, "engine.db"));
  // As the rule before left it: none of its words is one of today's.
  file.exec(
    `DELETE FROM entries WHERE index_number = (SELECT number FROM indexes WHERE name = 'by_text'); PRAGMA user_version = 3`,
  );
  file.close();
  const after = await createTestEngine({ modules, dataDir });
  expect(await after.engine.query("notes:find")).toBe(1);
  await after.engine.mutation("notes:add");
  expect(await after.engine.query("notes:find")).toBe(2);
  await after.close();
});

test("[STO8] a folder of an earlier layout is checked and exported as it is; one of a later is not", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "engine-layout-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const { db } = openTestDatabase({ dataDir });
  await db.committer.run(async (tx) => tx.insert("notes", { name: "a" }));
  db.close();
  const change = (sql: string): void => {
    const file = new DatabaseSync(join(dataDir, "engine.db"));
    file.exec(sql);
    file.close();
  };
  for (const layout of [3, 2]) {
    change(`PRAGMA user_version = ${layout}`);
    expect(await checkFolder(dataDir)).toMatchObject({ documents: 1 });
  }
  change(FIRST_LAYOUT);
  expect(await checkFolder(dataDir)).toMatchObject({ documents: 1 });
  for (const layout of [0, 999]) {
    change(`PRAGMA user_version = ${layout}`);
    await expect(checkFolder(dataDir)).rejects.toThrow(`has layout ${layout}`);
  }
});

test("[STO8] a folder of an earlier layout opens with all it holds; one of a later is refused and stays as it is", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "engine-layout-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const key = { sessionId: "7b9ad2ac", requestId: 3 };
  const { db } = openTestDatabase({ dataDir });
  await db.committer.run(async (tx) => tx.insert("notes", { name: "a" }), {
    key,
    response: (value) => ({ resultJson: JSON.stringify(value), logLines: ["one"] }),
  });
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
  const last = openTestDatabase({ dataDir }).db;
  expect(names(last)).toEqual(["a"]);
  last.close();
});
