/**
 * A data folder opened for reading only, without claiming it: also while a running engine owns it.
 * Holds one state, the newest committed one when it was opened.
 */

import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { BlobStore } from "./blobs.ts";
import { openReader } from "./connection.ts";
import { filesOf } from "./folder.ts";
import { Reader } from "./reader.ts";
import { allIndexes, allTables } from "./registry.ts";
import type { IndexRow, TableRow } from "./registry.ts";
import { SCHEMA_VERSION } from "./schema.ts";

/** See the file comment. */
export interface FolderView {
  readonly tables: readonly TableRow[];
  readonly indexes: readonly IndexRow[];
  readonly reader: Reader;
  readonly blobs: BlobStore;
  /** What SQLite finds wrong with the file; empty when it is sound. */
  problems(): string[];
  close(): void;
}

/** What is read here is as it was in the first layout: a backup made by a version before can be checked and restored. */
const FIRST_READ = 1;

function checkLayout(db: DatabaseSync, path: string): void {
  const { user_version: version } = db.prepare("PRAGMA user_version").get() as { user_version: number };
  if (version >= FIRST_READ && version <= SCHEMA_VERSION) return;
  throw new Error(
    `${path} has layout ${version}, this version reads layouts up to ${SCHEMA_VERSION}: use the version that wrote it.`,
  );
}

/** Opens a folder; throws when there is no engine's file in it, or one of another layout. */
export function openView(folder: string): FolderView {
  const { database, blobs } = filesOf(folder);
  if (!existsSync(database)) throw new Error(`There is no data in ${folder}: ${database} does not exist.`);
  const db = openReader(database);
  try {
    checkLayout(db, database);
    db.exec("BEGIN");
    return {
      tables: allTables(db),
      indexes: allIndexes(db),
      reader: new Reader(db),
      blobs: new BlobStore(blobs),
      problems: () =>
        (db.prepare("PRAGMA integrity_check(20)").all() as { integrity_check: string }[])
          .map((row) => row.integrity_check)
          .filter((line) => line !== "ok"),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}
