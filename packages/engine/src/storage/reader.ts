/**
 * The reading statements, prepared once per connection. The writer's connection has them too: a
 * mutation reads its own writes simply by reading through the connection that made them.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { KEY_END } from "../values/keys.ts";

/** One row of an index range: where it stands, and the document. */
export interface ScanRow {
  readonly key: Uint8Array;
  readonly json: string;
  readonly size: number;
  readonly doc: number;
}

/** A document as stored. */
export interface StoredDocument {
  readonly doc: number;
  readonly json: string;
  readonly size: number;
}

type RawRow = [key: Uint8Array, json: string, size: number, doc: number];

const COLUMNS = "SELECT e.key, d.json, d.size, d.doc FROM entries e CROSS JOIN documents d ON d.doc = e.doc";

/** Reads of one connection. */
export class Reader {
  readonly #ascending: StatementSync;
  readonly #descending: StatementSync;
  readonly #point: StatementSync;
  readonly #count: StatementSync;

  constructor(db: DatabaseSync) {
    const range = `${COLUMNS} WHERE e.index_number = ? AND e.key >= ? AND e.key < ? ORDER BY e.key`;
    this.#ascending = db.prepare(`${range} ASC LIMIT ?`);
    this.#descending = db.prepare(`${range} DESC LIMIT ?`);
    this.#point = db.prepare(`${COLUMNS} WHERE e.index_number = ? AND e.key = ?`);
    this.#count = db.prepare("SELECT documents FROM tables WHERE number = ?");
    for (const statement of [this.#ascending, this.#descending, this.#point, this.#count]) statement.setReturnArrays(true);
  }

  /** At most `limit` rows with lower <= key < upper, in key order or its reverse. */
  scan(index: number, lower: Uint8Array, upper: Uint8Array | null, order: "asc" | "desc", limit: number): ScanRow[] {
    const statement = order === "asc" ? this.#ascending : this.#descending;
    const rows = statement.all(index, lower, upper ?? KEY_END, limit) as unknown as RawRow[];
    return rows.map(([key, json, size, doc]) => ({ key, json, size, doc }));
  }

  /** The document at exactly this key. */
  at(index: number, key: Uint8Array): StoredDocument | null {
    const row = this.#point.get(index, key) as unknown as RawRow | undefined;
    return row === undefined ? null : { json: row[1], size: row[2], doc: row[3] };
  }

  /** Documents of a table, as of this connection's state. */
  count(tableNumber: number): number {
    const row = this.#count.get(tableNumber) as unknown as [number] | undefined;
    return row?.[0] ?? 0;
  }
}
