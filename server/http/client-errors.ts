/**
 * Where the page reports its own errors when no error-reporting service is set up: a small table that
 * forgets the oldest. Reports come from anyone, so they are cut, counted and never trusted.
 */

import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { shortWithoutSecrets } from "../../convex/lib/pure/secrets.ts";
import { addColumn, bringUpToDate, type DatabaseStep } from "../lib/database.ts";
import { readErrorReport } from "./error-report.ts";

const MAX_ROWS = 1_000;
const MAX_AGENT_LENGTH = 300;

/** One error as a super admin sees it. */
export interface ClientErrorRow {
  readonly at: number;
  readonly name: string;
  readonly message: string;
  readonly stack: string | null;
  readonly level: string;
  /** JSON: name to value. */
  readonly tags: string;
  /** JSON: what happened before, the newest last. */
  readonly breadcrumbs: string;
  readonly path: string;
  readonly userId: string | null;
  /** What the browser calls itself. */
  readonly agent: string | null;
}

export interface ClientErrorSink {
  /** Keeps a report; false when it is not one. */
  add(body: unknown, context: { userId: string | null; agent?: string }): boolean;
  /** All that are kept, the newest first. */
  list(): ClientErrorRow[];
  close(): void;
}

/** Every change of the shape of client-errors.db there ever was, in order. */
const STEPS: readonly DatabaseStep[] = [
  (database) =>
    database.exec(`CREATE TABLE IF NOT EXISTS clientError (
      id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, name TEXT NOT NULL, message TEXT NOT NULL, stack TEXT,
      level TEXT NOT NULL, tags TEXT NOT NULL, breadcrumbs TEXT NOT NULL, path TEXT NOT NULL, userId TEXT
    ) STRICT;`),
  addColumn("clientError", "agent", "TEXT"),
];

export function openClientErrorSink(options: {
  dataDir: string;
  now: () => number;
  maxRows?: number;
}): ClientErrorSink {
  if (options.dataDir !== ":memory:") mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const path = options.dataDir === ":memory:" ? ":memory:" : join(options.dataDir, "client-errors.db");
  const database = new DatabaseSync(path);
  if (path !== ":memory:") chmodSync(path, 0o600);
  try {
    database.exec("PRAGMA journal_mode = WAL");
    bringUpToDate(database, "client-errors.db", STEPS);
  } catch (error) {
    database.close();
    throw error;
  }
  const insert = database.prepare(
    "INSERT INTO clientError (at, name, message, stack, level, tags, breadcrumbs, path, userId, agent) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const forget = database.prepare("DELETE FROM clientError WHERE id <= (SELECT MAX(id) FROM clientError) - ?");
  const newest = database.prepare(
    `SELECT at, name, message, stack, level, tags, breadcrumbs, path, userId, agent FROM clientError ORDER BY id DESC`,
  );
  return {
    add(body, { userId, agent }) {
      const report = readErrorReport(body);
      if (report === null) return false;
      const { name, message, stack, level, tags, breadcrumbs, path } = report;
      insert.run(
        options.now(),
        name,
        message,
        stack,
        level,
        JSON.stringify(tags),
        JSON.stringify(breadcrumbs),
        path,
        userId,
        agent === undefined ? null : shortWithoutSecrets(agent, MAX_AGENT_LENGTH),
      );
      forget.run(options.maxRows ?? MAX_ROWS);
      return true;
    },
    // The columns are the fields of the row type, and a STRICT table holds what it declares.
    list: () => newest.all() as unknown as ClientErrorRow[],
    close: () => database.close(),
  };
}
