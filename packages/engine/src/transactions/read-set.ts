/**
 * What a transaction depended on, as key intervals actually consumed. A scan that stopped early
 * depends on the keys from its start to the last one it handed out; an exhausted one on its whole
 * range. Rows a filter rejected were consumed too: a change could have let them through.
 */

import { afterKey } from "../lib/bytes.ts";
import type { StoredDocument } from "../storage/reader.ts";
import { storedKey } from "./document.ts";
import type { IndexInfo } from "./schema/catalog.ts";
import type { KeyRange, ReadSet, UsedFields } from "./types.ts";

/** `KeyRange.indexKey` under which the existence of tables is tracked; keys are table names in UTF-8. */
export const TABLES_INDEX_KEY = "tables";

/** A name as a key of the tables index. */
export function tableNameKey(name: string): Uint8Array {
  return new TextEncoder().encode(name);
}

/** What a scan is over. */
interface Scanned {
  readonly lower: Uint8Array;
  readonly upper: Uint8Array | null;
  readonly order: "asc" | "desc";
  readonly used?: UsedFields | undefined;
}

/** The consumed part of one scan; grows while the scan runs. Keys are worked out when someone looks. */
export class ScannedRange implements KeyRange {
  readonly indexKey: string;
  readonly used: UsedFields | undefined;
  readonly #lower: Uint8Array;
  readonly #upper: Uint8Array | null;
  readonly #order: "asc" | "desc";
  readonly #index: IndexInfo;
  #last: Uint8Array | StoredDocument | null = null;
  #isExhausted = false;

  constructor(index: IndexInfo, { lower, upper, order, used }: Scanned) {
    this.indexKey = index.indexKey;
    this.used = used;
    this.#index = index;
    this.#lower = lower;
    this.#upper = upper;
    this.#order = order;
  }

  get lower(): Uint8Array {
    if (this.#order === "asc" || this.#isExhausted) return this.#lower;
    return this.#lastKey() ?? this.#upper ?? this.#lower;
  }

  get upper(): Uint8Array | null {
    if (this.#order === "desc" || this.#isExhausted) return this.#upper;
    const last = this.#lastKey();
    return last === null ? this.#lower : afterKey(last);
  }

  /** The row just handed out. */
  consumedTo(row: StoredDocument): void {
    this.#last = row;
  }

  exhausted(): void {
    this.#isExhausted = true;
    this.#last = null;
  }

  #lastKey(): Uint8Array | null {
    if (this.#last !== null && !(this.#last instanceof Uint8Array))
      this.#last = storedKey(this.#index, this.#last.json);
    return this.#last;
  }
}

/** A read set being collected. */
export class ReadCollector implements ReadSet {
  readonly ranges: KeyRange[] = [];

  /** Depends on one key. */
  point(indexKey: string, key: Uint8Array, used?: UsedFields): void {
    this.ranges.push({ indexKey, lower: key, upper: afterKey(key), used });
  }

  /** Depends on what the returned range will say it consumed. */
  scan(index: IndexInfo, scanned: Scanned): ScannedRange {
    const range = new ScannedRange(index, scanned);
    this.ranges.push(range);
    return range;
  }

  /** Depends on whether this table exists. */
  table(name: string): void {
    this.point(TABLES_INDEX_KEY, tableNameKey(name));
  }
}
