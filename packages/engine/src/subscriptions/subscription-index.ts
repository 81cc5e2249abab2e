/**
 * Finds the queries a commit made stale. Per index of the database: single keys (the common
 * `db.get`) by hash, wider ranges in an interval tree. Subscribers of the same range share one
 * entry, so finding them costs one look-up however many they are.
 *
 * Holds no documents and no results; knows nothing of time.
 */

import { compareBytes } from "../lib/bytes.ts";
import type { Change, KeyRange, ReadSet, SubscriptionIndex, UsedFields, WriteSet } from "../transactions/types.ts";
import { IntervalTree } from "./interval-tree.ts";
import { SharedSets } from "./shared-sets.ts";

interface Entry<Token> {
  readonly lower: Uint8Array;
  readonly upper: Uint8Array | null;
  /** With what each used of the documents inside; null: all of them. */
  readonly tokens: Map<Token, UsedFields | null>;
}

interface RangesOfIndex<Token> {
  readonly points: Map<string, Entry<Token>>;
  readonly intervals: IntervalTree<Entry<Token>>;
}

interface Place<Token> {
  readonly indexKey: string;
  readonly entry: Entry<Token>;
}

/** A byte string as a map key: one character per byte. */
function textOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.byteLength).toString("latin1");
}

function isPoint(lower: Uint8Array, upper: Uint8Array | null): boolean {
  return (
    upper !== null &&
    upper.length === lower.length + 1 &&
    upper[lower.length] === 0 &&
    compareBytes(lower, upper.subarray(0, lower.length)) === 0
  );
}

function isConcerned(used: UsedFields | null, change: Change | undefined): boolean {
  return used === null || change === undefined || change.concerns(used);
}

class RangeIndex<Token> implements SubscriptionIndex<Token> {
  readonly #indexes = new Map<string, RangesOfIndex<Token>>();
  readonly #sets = new SharedSets();
  readonly #places = new Map<Token, Place<Token>[]>();

  get size(): number {
    return this.#places.size;
  }

  subscribe(token: Token, reads: ReadSet): void {
    this.unsubscribe(token);
    const places: Place<Token>[] = [];
    for (const range of reads.ranges) {
      const place = this.#add(token, range);
      if (place !== null) places.push(place);
    }
    this.#places.set(token, places);
  }

  unsubscribe(token: Token): void {
    for (const { indexKey, entry } of this.#places.get(token) ?? []) {
      entry.tokens.delete(token);
      if (entry.tokens.size === 0) this.#drop(indexKey, entry);
    }
    this.#places.delete(token);
  }

  touchedBy(writes: WriteSet): Token[] {
    const touched = new Set<Token>();
    for (const { indexKey, key, change } of writes.keys) {
      const ranges = this.#indexes.get(indexKey);
      if (ranges === undefined) continue;
      const take = (entry: Entry<Token>): void => {
        for (const [token, used] of entry.tokens) if (isConcerned(used, change)) touched.add(token);
      };
      const point = ranges.points.size === 0 ? undefined : ranges.points.get(textOf(key));
      if (point !== undefined) take(point);
      ranges.intervals.visitContaining(key, take);
    }
    return [...touched];
  }

  /** Adds one range of a token; null when it is empty or the token holds it already. */
  #add(token: Token, range: KeyRange): Place<Token> | null {
    const { indexKey, lower, upper } = range;
    if (upper !== null && compareBytes(lower, upper) >= 0) return null;
    let ranges = this.#indexes.get(indexKey);
    if (ranges === undefined) {
      ranges = { points: new Map(), intervals: new IntervalTree() };
      this.#indexes.set(indexKey, ranges);
    }
    const point = isPoint(lower, upper) ? textOf(lower) : null;
    let entry = point === null ? ranges.intervals.find(lower, upper) : ranges.points.get(point);
    if (entry === undefined) {
      entry = { lower, upper, tokens: new Map() };
      if (point === null) ranges.intervals.add({ lower, upper, value: entry });
      else ranges.points.set(point, entry);
    }
    const held = entry.tokens.get(token);
    entry.tokens.set(token, this.#sets.both(held, range.used));
    if (held !== undefined) return null;
    return { indexKey, entry };
  }

  #drop(indexKey: string, { lower, upper }: Entry<Token>): void {
    const ranges = this.#indexes.get(indexKey);
    if (ranges === undefined) return;
    if (isPoint(lower, upper)) ranges.points.delete(textOf(lower));
    else ranges.intervals.remove(lower, upper);
    if (ranges.points.size === 0 && ranges.intervals.isEmpty) this.#indexes.delete(indexKey);
  }
}

/** Makes an empty subscription index. */
export function createSubscriptionIndex<Token>(): SubscriptionIndex<Token> {
  return new RangeIndex<Token>();
}
