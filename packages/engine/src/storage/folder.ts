/**
 * The data folder: where the files lie and who may use them. A folder belongs to one process at a
 * time. The claim is an open SQLite transaction on a file of its own, which the operating system
 * drops when the process dies, so no stale lock survives a crash.
 */

import { accessSync, constants, copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { messageOf } from "../lib/message-of.ts";

/** A claimed data folder. */
export interface DataFolder {
  readonly path: string;
  readonly databasePath: string;
  /** False for ":memory:" and copies: nothing needs to survive, so nothing is synced. */
  readonly isDurable: boolean;
  bytesOnDisk(): number;
  /** Gives the folder up; a ":memory:" one is deleted. */
  release(): void;
}

const LOCK_FILE = "engine.lock";

/** Where the parts of a data folder lie. */
export function filesOf(folder: string): { readonly database: string; readonly blobs: string } {
  return { database: join(folder, "engine.db"), blobs: join(folder, "blobs") };
}

function openLock(folder: string): DatabaseSync {
  try {
    return new DatabaseSync(join(folder, LOCK_FILE));
  } catch (error) {
    throw unusable(folder, error);
  }
}

function unusable(folder: string, error: unknown): Error {
  const why = messageOf(error);
  return new Error(
    `The data folder ${folder} cannot be used (${why}). It must be a folder that this account may read and write, on a disk that is not read-only.`,
    { cause: error },
  );
}

function claim(folder: string): DatabaseSync {
  const lock = openLock(folder);
  try {
    lock.exec("PRAGMA journal_mode = MEMORY");
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock.close();
    if (!(error instanceof Error) || !/locked|busy/i.test(error.message)) throw unusable(folder, error);
    throw new Error(
      `The data folder ${folder} is already in use by another running engine. Stop that process, or choose another data folder.`,
    );
  }
}

/** Claims an existing folder for work on its files; throws when an engine runs on it. Returns how to give it up. */
export function claimFolder(folder: string): () => void {
  const lock = claim(folder);
  return () => lock.close();
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function makeFolder(folder: string): void {
  try {
    // It holds everything: who else may look is up to whoever makes the folder first.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK);
  } catch (error) {
    throw unusable(folder, error);
  }
}

const TEMPORARY = ":memory:";

/**
 * Claims `dataDir`, making it when it is missing. ":memory:" claims a private temporary folder, and ":memory:" with a
 * folder behind it one that begins as a copy of that folder's database, which no engine may have open.
 */
export function openFolder(dataDir: string): DataFolder {
  const isDurable = !dataDir.startsWith(TEMPORARY);
  const folder = isDurable ? dataDir : mkdtempSync(join(tmpdir(), "engine-"));
  makeFolder(folder);
  const original = isDurable ? "" : dataDir.slice(TEMPORARY.length);
  if (original !== "") copyFileSync(filesOf(original).database, filesOf(folder).database);
  const lock = claim(folder);
  const databasePath = filesOf(folder).database;
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  if (!isDurable) process.once("exit", remove);
  return {
    path: folder,
    databasePath,
    isDurable,
    bytesOnDisk: () => sizeOf(databasePath) + sizeOf(`${databasePath}-wal`),
    release() {
      lock.exec("ROLLBACK");
      lock.close();
      if (isDurable) return;
      process.removeListener("exit", remove);
      remove();
    },
  };
}
