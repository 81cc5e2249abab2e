/**
 * Connections to the engine's SQLite file. One writes, a bounded number read. All are in WAL mode:
 * a reader keeps the state it began with while the writer moves on.
 */

import { DatabaseSync } from "node:sqlite";

/** Rows kept in memory by one connection, in KiB; the rest is left to the operating system's cache. */
const CACHE_KIB = { writer: 16_384, reader: 4_096 } as const;

/** What the log file may keep of its length when it starts over. */
const LOG_BYTES = 64 * 1024 * 1024;

/** Opens the writing connection and sets the file's mode. */
export function openWriter(path: string, isDurable: boolean): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 1000, enableForeignKeyConstraints: false });
  try {
    // FULL: COMMIT returns only after the log is on disk, which is what an acknowledgement promises. Said first: the
    // change of mode is a commit, too.
    db.exec(`PRAGMA synchronous = ${isDurable ? "FULL" : "OFF"}`);
    db.exec("PRAGMA journal_mode = WAL");
    db.exec(`PRAGMA cache_size = -${CACHE_KIB.writer}`);
    db.exec("PRAGMA temp_store = MEMORY");
    db.exec(`PRAGMA journal_size_limit = ${LOG_BYTES}`);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens a reading connection; any attempt to write through it fails. */
export function openReader(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly: true, timeout: 1000, enableForeignKeyConstraints: false });
  db.exec(`PRAGMA cache_size = -${CACHE_KIB.reader}`);
  return db;
}
