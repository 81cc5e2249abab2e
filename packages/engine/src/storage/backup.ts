/**
 * Copies of a data folder. The database is copied by SQLite's backup from one pinned state, while
 * the engine writes on; stored files never change, so each is copied as it is. The copy is one
 * file without a log beside it, and is opened and checked before it counts.
 */

import { constants, existsSync, mkdirSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync, backup } from "node:sqlite";
import { BlobStore } from "./blobs.ts";
import { openReader } from "./connection.ts";
import { filesOf } from "./folder.ts";

/** Pages copied between two looks at the event loop. */
const PAGES_PER_STEP = 1024;

/** Copies a SQLite file as it was when this was called. The target must not exist. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  if (existsSync(to)) throw new Error(`${to} exists already.`);
  const source = openReader(from);
  try {
    source.exec("BEGIN");
    // A deferred transaction pins its state only at the first read.
    source.prepare("SELECT count(*) FROM sqlite_schema").get();
    await backup(source, to, { rate: PAGES_PER_STEP });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    copy.exec("PRAGMA journal_mode = DELETE");
  } finally {
    copy.close();
  }
}

/** Copies contents into the blob folder of another data folder. */
export async function copyBlobs(from: BlobStore, names: Iterable<string>, toFolder: string): Promise<void> {
  const target = new BlobStore(filesOf(toFolder).blobs);
  for (const name of names) {
    const path = target.path(name);
    mkdirSync(dirname(path), { recursive: true });
    // Where the file system can, both share their blocks until one changes.
    await copyFile(from.path(name), path, constants.COPYFILE_FICLONE);
  }
}
