/** Data folders that other versions of the engine left. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { collect, openTestDatabase, queryOf, read } from "../src/transactions/testing.ts";
import type { Database } from "../src/transactions/types.ts";

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
