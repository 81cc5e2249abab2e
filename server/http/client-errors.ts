/**
 * Where the page reports its own errors when no error-reporting service is set up: a small table that
 * forgets the oldest. Reports come from anyone, so they are cut, counted and never trusted.
 */
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";

const MAX_ROWS = 1_000;
const MAX_MESSAGE = 2_048;
const MAX_STACK = 8_000;
const MAX_READ = 200;
const MAX_BREADCRUMBS = 100;
const MAX_BREADCRUMB = 2_048;

const cut = (length: number) => z.string().transform((text) => withoutQueries(text).slice(0, length));
const report = z.object({
  name: cut(200).default("Error"),
  message: cut(MAX_MESSAGE).default(""),
  stack: cut(MAX_STACK).nullable().default(null),
  level: z.enum(["fatal", "error", "warning", "info"]).default("error"),
  tags: z.record(z.string().max(64), z.string().max(200)).default({}),
  breadcrumbs: z.array(z.object({ at: z.number(), category: z.string().max(40), message: cut(MAX_BREADCRUMB) }))
    .transform((crumbs) => crumbs.slice(-MAX_BREADCRUMBS)).default([]),
  path: z.string().transform((text) => (text.split(/[?#]/)[0] ?? "").slice(0, 200)).default(""),
});

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
}

export interface ClientErrorSink {
  /** Keeps a report; false when it is not one. */
  add(body: unknown, context: { userId: string | null }): boolean;
  /** The newest first. */
  list(): ClientErrorRow[];
  close(): void;
}

export function openClientErrorSink(options: { dataDir: string; now: () => number; maxRows?: number }): ClientErrorSink {
  if (options.dataDir !== ":memory:") mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const path = options.dataDir === ":memory:" ? ":memory:" : join(options.dataDir, "client-errors.db");
  const database = new DatabaseSync(path);
  if (path !== ":memory:") chmodSync(path, 0o600);
  database.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE IF NOT EXISTS clientError (
      id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, name TEXT NOT NULL, message TEXT NOT NULL, stack TEXT,
      level TEXT NOT NULL, tags TEXT NOT NULL, breadcrumbs TEXT NOT NULL, path TEXT NOT NULL, userId TEXT
    ) STRICT;`);
  const insert = database.prepare("INSERT INTO clientError (at, name, message, stack, level, tags, breadcrumbs, path, userId) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
  const forget = database.prepare("DELETE FROM clientError WHERE id <= (SELECT MAX(id) FROM clientError) - ?");
  const newest = database.prepare(`SELECT at, name, message, stack, level, tags, breadcrumbs, path, userId FROM clientError ORDER BY id DESC LIMIT ${MAX_READ}`);
  return {
    add(body, { userId }) {
      const parsed = report.safeParse(body);
      if (!parsed.success) return false;
      const { name, message, stack, level, tags, breadcrumbs, path } = parsed.data;
      insert.run(options.now(), name, message, stack, level, JSON.stringify(tags), JSON.stringify(breadcrumbs), path, userId);
      forget.run(options.maxRows ?? MAX_ROWS);
      return true;
    },
    // The columns are the fields of the row type, and a STRICT table holds what it declares.
    list: () => newest.all() as unknown as ClientErrorRow[],
    close: () => database.close(),
  };
}

/** Queries may carry what nobody should read: cut them off every address in a text. */
export function withoutQueries(text: string): string {
  return text.replace(/(\b[a-z]+:\/\/[^\s?#)]*|\/[^\s?#)]*)\?[^\s)]*/gi, "$1");
}
