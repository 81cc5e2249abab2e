/**
 * Tables of the engine's own SQLite file, and how they came to be. Migration n brings a file from
 * user_version n to n + 1; they are never edited once released, only added to.
 */

import type { DatabaseSync } from "node:sqlite";

const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT;

  -- One row per table of the app (and of the engine's system tables).
  CREATE TABLE tables (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    documents INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  -- fields: JSON array of dotted paths, without the implied _creationTime and _id; an object for a search or vector index.
  -- state: 'building' while existing documents are entered, 'dropping' while its entries are removed.
  CREATE TABLE indexes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    table_number INTEGER NOT NULL,
    name TEXT NOT NULL,
    fields TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ready', 'building', 'dropping'))
  ) STRICT;

  -- json: Convex JSON text, system fields included. size: bytes as Convex counts them.
  CREATE TABLE documents (
    doc INTEGER PRIMARY KEY,
    table_number INTEGER NOT NULL,
    size INTEGER NOT NULL,
    json TEXT NOT NULL
  ) STRICT;

  CREATE TABLE entries (
    index_number INTEGER NOT NULL,
    key BLOB NOT NULL,
    doc INTEGER NOT NULL,
    PRIMARY KEY (index_number, key)
  ) WITHOUT ROWID, STRICT;

  -- Append-ordered by row, so that forgetting the oldest reads only the head.
  CREATE TABLE session_requests (
    row INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    request INTEGER NOT NULL,
    ts INTEGER NOT NULL,
    time_ms INTEGER NOT NULL,
    result TEXT NOT NULL,
    log_lines TEXT NOT NULL,
    UNIQUE (session, request)
  ) STRICT;
  `,
  // Sessions count their requests from 0, so the newest records of all sessions lie together by request,
  // where by session each would be on a page of its own.
  `
  ALTER TABLE session_requests RENAME TO session_requests_by_session;
  CREATE TABLE session_requests (
    row INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    request INTEGER NOT NULL,
    ts INTEGER NOT NULL,
    time_ms INTEGER NOT NULL,
    result TEXT NOT NULL,
    log_lines TEXT NOT NULL,
    UNIQUE (request, session)
  ) STRICT;
  INSERT INTO session_requests SELECT row, session, request, ts, time_ms, result, log_lines FROM session_requests_by_session;
  DROP TABLE session_requests_by_session;
  `,
  // Nothing to change: a file may hold vector indexes from here on, which an engine of before would not understand.
  "",
  // Words of a text are cut by another rule: search indexes go, and come back with the schema that is applied next.
  `UPDATE indexes SET state = 'dropping' WHERE fields LIKE '{"searchField":%';`,
];

/** The version a file has after all migrations. */
export const SCHEMA_VERSION = MIGRATIONS.length;

/** Brings the file to the current layout in one transaction; refuses files of a newer engine. */
export function migrate(db: DatabaseSync): void {
  const row = db.prepare("PRAGMA user_version").get() as { user_version: number };
  if (row.user_version > SCHEMA_VERSION) {
    throw new Error(
      `The data folder was written by a newer version (layout ${row.user_version}, this one knows ${SCHEMA_VERSION}). Start the newer version, or use another data folder.`,
    );
  }
  if (row.user_version === SCHEMA_VERSION) return;
  db.exec("BEGIN IMMEDIATE");
  try {
    for (const sql of MIGRATIONS.slice(row.user_version)) db.exec(sql);
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    db.exec("COMMIT");
  } catch (error) {
    db.exec("ROLLBACK");
    throw error;
  }
}
