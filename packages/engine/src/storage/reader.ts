/**
 * The reading statements, prepared once per connection. The writer's connection has them too: a
 * mutation reads its own writes simply by reading through the connection that made them.
 */

import type { DatabaseSync, StatementSync } from "node:sqlite";
import { KEY_END } from "../values/keys.ts";

/** A document as stored. Its index keys are not read along: they follow from the document, and few are ever needed. */
export interface StoredDocument {
  readonly doc: number;
  readonly json: string;
  readonly size: number;
}

type RawRow = [json: string, size: number, doc: number];

const COLUMNS = "SELECT d.json, d.size, d.doc FROM entries e CROSS JOIN documents d ON d.doc = e.doc";

/** One entry of an index without its document. */
export type EntryRow = readonly [key: Uint8Array, doc: number];

/**
 * How many rows at most, given at each call. A plain `LIMIT ?` has SQLite plan the statement again whenever a number is
 * bound, which takes three times as long as reading a few rows; the sign hides the number from the planner.
 */
const LIMIT = "LIMIT +?";

/** Whoever reads a table from end to end holds so much of it at a time, and one document more. */
export const PAGE_LENGTH = 4 * 1024 * 1024;

/** Some documents of an index that is read from end to end. */
export interface Page {
  readonly rows: StoredDocument[];
  /** Whether nothing comes behind them. */
  readonly isLast: boolean;
}

/** Reads of one connection. */
export class Reader {
  readonly #ascending: StatementSync;
  readonly #descending: StatementSync;
  readonly #point: StatementSync;
  readonly #count: StatementSync;
  readonly #entries: StatementSync;
  readonly #nth: StatementSync;
  readonly #document: StatementSync;

  constructor(db: DatabaseSync) {
    const range = `${COLUMNS} WHERE e.index_number = ? AND e.key >= ? AND e.key < ? ORDER BY e.key`;
    this.#ascending = db.prepare(`${range} ASC ${LIMIT}`);
    this.#descending = db.prepare(`${range} DESC ${LIMIT}`);
    this.#point = db.prepare(`${COLUMNS} WHERE e.index_number = ? AND e.key = ?`);
    this.#count = db.prepare("SELECT documents FROM tables WHERE number = ?");
    this.#entries = db.prepare(
      `SELECT key, doc FROM entries WHERE index_number = ? AND key >= ? AND key < ? ORDER BY key ${LIMIT}`,
    );
    this.#nth = db.prepare("SELECT 1 FROM entries WHERE index_number = ? AND key >= ? AND key < ? LIMIT 1 OFFSET ?");
    this.#document = db.prepare("SELECT json, size, doc FROM documents WHERE doc = ?");
    for (const statement of [
      this.#ascending,
      this.#descending,
      this.#point,
      this.#count,
      this.#entries,
      this.#document,
    ])
      statement.setReturnArrays(true);
  }

  /** At most `limit` documents with lower <= key < upper, in key order or its reverse. */
  scan(
    index: number,
    lower: Uint8Array,
    upper: Uint8Array | null,
    order: "asc" | "desc",
    limit: number,
  ): StoredDocument[] {
    const statement = order === "asc" ? this.#ascending : this.#descending;
    const rows = statement.all(index, lower, upper ?? KEY_END, limit) as unknown as RawRow[];
    return rows.map(([json, size, doc]) => ({ json, size, doc }));
  }

  /** Documents from `lower` on in key order: at most `limit`, and no more than may be held at a time. */
  page(index: number, lower: Uint8Array, limit: number): Page {
    const rows: StoredDocument[] = [];
    let length = 0;
    for (const row of this.#ascending.iterate(index, lower, KEY_END, limit)) {
      const [json, size, doc] = row as unknown as RawRow;
      rows.push({ json, size, doc });
      length += json.length;
      if (length >= PAGE_LENGTH) return { rows, isLast: false };
    }
    return { rows, isLast: rows.length < limit };
  }

  /** The document at exactly this key. */
  at(index: number, key: Uint8Array): StoredDocument | null {
    const row = this.#point.get(index, key) as unknown as RawRow | undefined;
    return row === undefined ? null : { json: row[0], size: row[1], doc: row[2] };
  }

  /** At most `limit` entries with lower <= key < upper, without their documents. */
  entries(index: number, lower: Uint8Array, upper: Uint8Array | null, limit: number): EntryRow[] {
    return this.#entries.all(index, lower, upper ?? KEY_END, limit) as unknown as EntryRow[];
  }

  /** Whether there are more than `limit` entries with lower <= key < upper; a tenth of the time it takes to read them. */
  hasMoreEntries(index: number, lower: Uint8Array, upper: Uint8Array | null, limit: number): boolean {
    return this.#nth.get(index, lower, upper ?? KEY_END, limit) !== undefined;
  }

  /** The document of an entry; null when it is gone. */
  document(doc: number): StoredDocument | null {
    const row = this.#document.get(doc) as unknown as RawRow | undefined;
    return row === undefined ? null : { json: row[0], size: row[1], doc: row[2] };
  }

  /** Documents of a table, as of this connection's state. */
  count(tableNumber: number): number {
    const row = this.#count.get(tableNumber) as unknown as [number] | undefined;
    return row?.[0] ?? 0;
  }
}
