/** Reads of one state that does not change: what was read once is at hand for everybody else who reads that state. */

import type { EntryRow, Reader, Reading, Rows, StoredDocument } from "./reader.ts";

/** Beyond so many bytes of documents, or so many answers, what is read further is not kept. */
const MOST_BYTES = 4 * 1024 * 1024;
const MOST_SCANS = 4096;
/** What reads more in one go is hardly what many ask for, and too much to keep. */
const MOST_ROWS = 256;

/** See the file comment. */
export class KeptReader implements Reading {
  readonly #reader: Reader;
  readonly #scans = new Map<string, Rows>();
  #bytes = 0;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  scan(index: number, lower: Uint8Array, upper: Uint8Array | null, order: "asc" | "desc", limit: number): Rows {
    if (limit > MOST_ROWS) return this.#reader.scan(index, lower, upper, order, limit);
    const key = `${index} ${order} ${limit} ${latin1(lower)} ${lower.length} ${upper === null ? "" : latin1(upper)}`;
    const kept = this.#scans.get(key);
    if (kept !== undefined) {
      kept.isShared = true;
      return kept;
    }
    const rows = this.#reader.scan(index, lower, upper, order, limit);
    if (this.#scans.size < MOST_SCANS && this.#bytes < MOST_BYTES) {
      this.#scans.set(key, rows);
      for (const { size } of rows) this.#bytes += size;
    }
    return rows;
  }

  at(index: number, key: Uint8Array): StoredDocument | null {
    return this.#reader.at(index, key);
  }

  entries(index: number, lower: Uint8Array, upper: Uint8Array | null, limit: number): EntryRow[] {
    return this.#reader.entries(index, lower, upper, limit);
  }

  hasMoreEntries(index: number, lower: Uint8Array, upper: Uint8Array | null, limit: number): boolean {
    return this.#reader.hasMoreEntries(index, lower, upper, limit);
  }

  document(doc: number): StoredDocument | null {
    return this.#reader.document(doc);
  }

  count(tableNumber: number): number {
    return this.#reader.count(tableNumber);
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
