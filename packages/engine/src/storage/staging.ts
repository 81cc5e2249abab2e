/**
 * Documents of an import that were read and found in order, on disk but nobody's yet. A file of its
 * own in the data folder, not synced: what a crash leaves of it is deleted at the next import.
 */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { StatementSync } from "node:sqlite";
import { PAGE_LENGTH } from "./reader.ts";

/** A document waiting to be written. */
export interface StagedDocument {
  readonly table: string;
  /** Null: it gets one when it is written. */
  readonly id: string | null;
  /** Null: the time it is written. */
  readonly creationTime: number | null;
  /** Its fields in Convex JSON encoding, checked, without the system fields. */
  readonly json: string;
  /** Where it was read, for messages. */
  readonly line: number;
}

const FILES = ["import.tmp.db", "import.tmp.db-journal"];

type Row = [row: number, tableName: string, id: string | null, creationTime: number | null, json: string, line: number];

/** See the file comment. */
export class Staging {
  readonly #folder: string;
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #page: StatementSync;
  readonly #lineOf: StatementSync;

  constructor(folder: string) {
    this.#folder = folder;
    removeFiles(folder);
    this.#db = new DatabaseSync(join(folder, FILES[0] as string));
    this.#db.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
    this.#db.exec(
      "CREATE TABLE staged (row INTEGER PRIMARY KEY, table_name TEXT NOT NULL, id TEXT UNIQUE, creation_time REAL, json TEXT NOT NULL, line INTEGER NOT NULL) STRICT; BEGIN",
    );
    this.#insert = this.#db.prepare(
      "INSERT INTO staged (table_name, id, creation_time, json, line) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING",
    );
    this.#page = this.#db.prepare(
      "SELECT row, table_name, id, creation_time, json, line FROM staged WHERE row > ? ORDER BY row LIMIT ?",
    );
    this.#page.setReturnArrays(true);
    this.#lineOf = this.#db.prepare("SELECT line FROM staged WHERE id = ?");
  }

  /** Keeps a document; when its id was there already, the line it was on. */
  add({ table, id, creationTime, json, line }: StagedDocument): number | null {
    if (this.#insert.run(table, id, creationTime, json, line).changes > 0) return null;
    return (this.#lineOf.get(id) as { line: number }).line;
  }

  /** All of them in the order they were added, some at a time. */
  *pages(limit: number): Generator<StagedDocument[], void, void> {
    let from = 0;
    for (;;) {
      const rows: Row[] = [];
      let length = 0;
      for (const row of this.#page.iterate(from, limit) as unknown as Iterable<Row>) {
        rows.push(row);
        length += row[4].length;
        if (length >= PAGE_LENGTH) break;
      }
      if (rows.length === 0) return;
      yield rows.map(([, table, id, creationTime, json, line]) => ({ table, id, creationTime, json, line }));
      from = (rows.at(-1) as Row)[0];
    }
  }

  close(): void {
    this.#db.close();
    removeFiles(this.#folder);
  }
}

function removeFiles(folder: string): void {
  for (const file of FILES) rmSync(join(folder, file), { force: true });
}
