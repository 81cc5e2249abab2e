/**
 * The open file: the folder's claim, the writing connection with its statements, and a bounded pool
 * of reading connections, each holding one WAL read transaction while it is out.
 */

import type { DatabaseSync, StatementSync } from "node:sqlite";
import { assert } from "../lib/assert.ts";
import { BlobStore } from "./blobs.ts";
import { Checkpointer } from "./checkpointer.ts";
import { openReader, openWriter } from "./connection.ts";
import { filesOf, openFolder } from "./folder.ts";
import type { DataFolder } from "./folder.ts";
import { Reader } from "./reader.ts";
import { allIndexes, allTables } from "./registry.ts";
import type { IndexRow, TableRow } from "./registry.ts";
import { RequestLog } from "./requests.ts";
import { migrate } from "./schema.ts";
import { Writer } from "./writer.ts";

/** Readers kept open between uses, and readers that may be out at once. */
const MAX_IDLE_READERS = 8;
const MAX_READERS = 128;

/** A reading connection pinned to the state that was newest when it was taken. */
export interface PinnedReader {
  readonly reader: Reader;
  release(): void;
}

/** SQLite's words for a file it cannot make sense of. */
const DAMAGE = /malformed|not a database/;

function damaged(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || !DAMAGE.test(error.message)) return error;
  return new Error(
    `The database ${path} is damaged (${error.message}). Nothing was changed. Restore a backup, or keep the file for repair.`,
    { cause: error },
  );
}

/** One engine's storage. */
export class Store {
  readonly writer: Writer;
  readonly requests: RequestLog;
  /** Reads through the writing connection: sees the open transaction. */
  readonly own: Reader;
  readonly blobs: BlobStore;
  readonly #folder: DataFolder;
  readonly #db: DatabaseSync;
  readonly #checkpointer: Checkpointer | null;
  readonly #commands = new Map<string, StatementSync>();
  readonly #idle: { db: DatabaseSync; reader: Reader }[] = [];
  #readersOut = 0;
  #isClosed = false;

  private constructor(folder: DataFolder, db: DatabaseSync) {
    this.#folder = folder;
    this.#db = db;
    this.#checkpointer = folder.isDurable ? new Checkpointer(db, folder.databasePath) : null;
    this.writer = new Writer(db);
    this.requests = new RequestLog(db);
    this.own = new Reader(db);
    this.blobs = new BlobStore(filesOf(folder.path).blobs);
  }

  /** Claims the folder and opens its file. */
  static open(dataDir: string, maxPages: number | null = null): Store {
    const folder = openFolder(dataDir);
    let db: DatabaseSync | null = null;
    try {
      db = openWriter(folder.databasePath, folder.isDurable);
      migrate(db);
      if (maxPages !== null) db.exec(`PRAGMA max_page_count = ${Math.floor(maxPages)}`);
      return new Store(folder, db);
    } catch (error) {
      db?.close();
      folder.release();
      throw damaged(folder.databasePath, error);
    }
  }

  /** The file itself, for a thread that reads it by a connection of its own. */
  get databasePath(): string {
    return this.#folder.databasePath;
  }

  /** The folder this store owns. */
  get folder(): string {
    return this.#folder.path;
  }

  /** The registry as the open transaction has it. */
  registry(): { readonly tables: TableRow[]; readonly indexes: IndexRow[] } {
    return { tables: allTables(this.#db), indexes: allIndexes(this.#db) };
  }

  /** Runs one SQL command that takes and gives nothing: SAVEPOINT, RELEASE and their like. There are few, read once. */
  exec(sql: string): void {
    let command = this.#commands.get(sql);
    if (command === undefined) this.#commands.set(sql, (command = this.#db.prepare(sql)));
    command.get(); // Which makes no object to say that nothing changed, as `run` does.
  }

  /** Begins the writing transaction. */
  begin(): void {
    this.#checkpointer?.beforeBatch();
    this.exec("BEGIN IMMEDIATE");
  }

  /** Takes back all of the writing transaction, and begins another. */
  beginAgain(): void {
    this.exec("ROLLBACK");
    this.exec("BEGIN IMMEDIATE");
  }

  /** Puts the writing transaction on disk. */
  commit(): void {
    this.exec("COMMIT");
    this.#checkpointer?.afterCommit();
  }

  /** Whether the writing connection has an open transaction; SQLite ends one by itself on a full disk. */
  get isInTransaction(): boolean {
    return !this.#isClosed && this.#db.isTransaction;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  get bytesOnDisk(): number {
    return this.#folder.bytesOnDisk();
  }

  /** Pins the newest committed state. */
  pin(): PinnedReader {
    if (this.#readersOut >= MAX_READERS) {
      throw new Error(
        `Too many open snapshots (limit: ${MAX_READERS}). Release some before reading at further timestamps.`,
      );
    }
    const connection = this.#idle.pop() ?? this.#newReader();
    connection.db.exec("BEGIN");
    // A deferred transaction pins its state only at the first read.
    connection.reader.count(0);
    this.#readersOut++;
    let isOut = true;
    return {
      reader: connection.reader,
      release: () => {
        assert(isOut, "a reader is released once");
        isOut = false;
        this.#readersOut--;
        connection.db.exec("ROLLBACK");
        if (!this.#isClosed && this.#idle.length < MAX_IDLE_READERS) this.#idle.push(connection);
        else connection.db.close();
      },
    };
  }

  /**
   * Resolves when no thread copies the log any more. Closed after that, the database is its one file, whole: whoever
   * closes last puts the rest of the log into it.
   */
  async endCopying(): Promise<void> {
    await this.#checkpointer?.close();
  }

  /** Closes everything and gives the folder up. */
  close(): void {
    this.#isClosed = true;
    for (const { db } of this.#idle) db.close();
    this.#idle.length = 0;
    void this.#checkpointer?.close();
    this.#db.close();
    this.#folder.release();
  }

  #newReader(): { db: DatabaseSync; reader: Reader } {
    const db = openReader(this.#folder.databasePath);
    return { db, reader: new Reader(db) };
  }
}
