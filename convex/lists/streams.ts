/**
 * Pages of documents that match a filter, read from several index ranges at once.
 *
 * How it works. A filter that allows three statuses is three ranges of one index; each is read in the
 * order of the list, and the next row is always the best of their heads. What no index could express is
 * checked on each document read. A page goes on behind the key of the last row (value sorted by, creation
 * time), so a cursor stays right whatever is added or removed meanwhile, and works in both directions.
 *
 * What it holds. A page reads its rows, one head per range, and what had to be passed over; `SCAN_LIMIT`
 * bounds the last. A page cut short by it says so and can be continued.
 */

import type { GenericId } from "convex/values";

/** Documents looked at for one page; one that would need more is shown as far as it got. */
export const SCAN_LIMIT = 1000;
/** Documents looked at to find where the page of a number begins, before those of the page itself. */
export const SKIP_LIMIT = 2000;
/** Documents looked at for a count: it is asked for on demand, and says when there may be more. */
export const COUNT_SCAN_LIMIT = 2000;

/** What the list is sorted by: a field, and how a document without it is placed (always last). */
export interface Sorting {
  readonly field: string;
  readonly isDescending: boolean;
}

/** What a list can be sorted by: one kind per list. */
export type PlaceValue = number | string;

/** Places a document in a list: the value sorted by (null when it has none), then its creation. */
export interface PlaceKey {
  readonly value: PlaceValue | null;
  readonly created: number;
}

/** A document as far as a list looks at it. */
export interface Listed {
  readonly _id: GenericId<string>;
  readonly _creationTime: number;
}

/** Bounds of the field a range is read by; `isMissing` reads those without a value. */
export interface Bounds {
  readonly from?: number;
  /** Exclusive. */
  readonly before?: number;
  readonly isMissing?: true;
}

/** Reads one index range in a direction, within bounds, strictly behind a key when one is given. */
export interface Source<Row extends Listed> {
  /** The range can hold documents with or without a value of the field sorted by, never both. */
  readonly isMissing: boolean;
  readonly read: (order: "asc" | "desc", after: PlaceKey | null) => AsyncIterable<Row>;
}

/** One page and where to go from it. */
export interface Page<Row> {
  readonly rows: Row[];
  readonly next: string | null;
  readonly previous: string | null;
  /** Looked at all it may look at before the page was full. */
  readonly isCut: boolean;
  /** Why the page of a number is not there, and the last one that can be opened by its number. */
  readonly missing: { readonly why: "end" | "far"; readonly last: number } | null;
}

/** Which page: behind a cursor, before one, else the one of a number, else the first. */
export interface PageWish {
  readonly size: number;
  readonly after?: string;
  readonly before?: string;
  readonly page?: number;
}

/** "1767614400000_1767614400123.25", "~ada%20byron_1767614400123.25": a key as it travels; "-" stands for no value. */
export function cursorOf({ value, created }: PlaceKey): string {
  return `${typeof value === "string" ? `~${encodeURIComponent(value)}` : (value ?? "-")}_${created}`;
}

/** A travelled key, or null when it is none: the list then starts at its beginning. */
export function readCursor(text: string | undefined): PlaceKey | null {
  const found = /^(?:(-)|(-?\d+(?:\.\d+)?)|~((?:[^%]|%[0-9A-F]{2})*))_(\d+(?:\.\d+)?)$/.exec(text ?? "");
  if (!found) return null;
  const [, none, number, word = "", created] = found;
  const value = none !== undefined ? null : number !== undefined ? Number(number) : decoded(word);
  return value === undefined ? null : { value, created: Number(created) };
}

/** The word, or undefined when its bytes are no text. */
function decoded(word: string): string | undefined {
  try {
    return decodeURIComponent(word);
  } catch {
    return undefined;
  }
}

/** Where a document stands. */
export function keyOf(row: Listed, { field }: Sorting): PlaceKey {
  // A sorting names a field that the rows of its own list have; which one is known only when it runs.
  const value: unknown = (row as unknown as Record<string, unknown>)[field];
  return { value: typeof value === "number" || typeof value === "string" ? value : null, created: row._creationTime };
}

/** Below zero when `a` comes first in the list. Without a value always comes last. */
export function comparePlaces(a: PlaceKey, b: PlaceKey, { isDescending }: Sorting): number {
  if ((a.value === null) !== (b.value === null)) return a.value === null ? 1 : -1;
  const difference = compareValues(a.value ?? 0, b.value ?? 0) || a.created - b.created;
  return isDescending ? -difference : difference;
}

function compareValues(a: PlaceValue, b: PlaceValue): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return a === b ? 0 : String(a) < String(b) ? -1 : 1;
}

/**
 * Reads one page. `matches` is asked about every document in the order of the list. Where the page of a number begins is
 * found by passing over the matches of the pages before it.
 */
export async function readPage<Row extends Listed>(
  sources: readonly Source<Row>[],
  sorting: Sorting,
  wish: PageWish,
  matches: (row: Row) => Promise<boolean>,
  { scanLimit = SCAN_LIMIT, skipLimit = SKIP_LIMIT }: { readonly scanLimit?: number; readonly skipLimit?: number } = {},
): Promise<Page<Row>> {
  const isBackwards = wish.before !== undefined && readCursor(wish.before) !== null;
  const cursor = readCursor(isBackwards ? wish.before : wish.after);
  const before = cursor === null ? matchesBefore(wish) : 0;
  const rows: Row[] = [];
  const passed = { looked: 0, matches: 0, last: cursor };
  let scanned = 0;
  let last: Row | null = null;
  let end: "all" | "full" | "cut" = "all";
  for await (const row of merged(sources, sorting, cursor, isBackwards)) {
    if (passed.matches < before) {
      if (passed.looked === skipLimit) return missingPage("far", Math.floor(passed.matches / wish.size) + 1);
      passed.looked += 1;
      if (!(await matches(row))) continue;
      passed.matches += 1;
      passed.last = keyOf(row, sorting);
      continue;
    }
    if (scanned === scanLimit) {
      end = "cut";
      break;
    }
    scanned += 1;
    const isMatch = await matches(row);
    if (isMatch && rows.length === wish.size) {
      end = "full";
      break;
    }
    if (isMatch) rows.push(row);
    last = row;
  }
  if (before > 0 && rows.length === 0 && end === "all")
    return missingPage("end", Math.max(1, Math.ceil(passed.matches / wish.size)));
  const edge = end !== "all" && last ? cursorOf(keyOf(last, sorting)) : null;
  return pageOf(rows, {
    sorting,
    start: passed.last,
    isBackwards,
    edge,
    isCut: end === "cut" && rows.length < wish.size,
  });
}

/** How many matches lie before the page of a number. */
function matchesBefore({ page = 1, size }: PageWish): number {
  return page > 1 ? (Math.floor(page) - 1) * size : 0;
}

function missingPage<Row>(why: "end" | "far", last: number): Page<Row> {
  return { rows: [], next: null, previous: null, isCut: false, missing: { why, last } };
}

function pageOf<Row extends Listed>(
  rows: Row[],
  {
    sorting,
    start,
    isBackwards,
    edge,
    isCut,
  }: { sorting: Sorting; start: PlaceKey | null; isBackwards: boolean; edge: string | null; isCut: boolean },
): Page<Row> {
  if (isBackwards) rows.reverse();
  const first = rows[0];
  const last = rows.at(-1);
  const behind = last ? cursorOf(keyOf(last, sorting)) : null;
  if (isBackwards) return { rows, next: behind, previous: edge, isCut, missing: null };
  return { rows, next: edge, previous: start && first ? cursorOf(keyOf(first, sorting)) : null, isCut, missing: null };
}

/** Counts matches up to `limit`, looking at no more than `scanLimit` documents. */
export async function countMatches<Row extends Listed>(
  sources: readonly Source<Row>[],
  sorting: Sorting,
  limit: number,
  matches: (row: Row) => Promise<boolean>,
  scanLimit = COUNT_SCAN_LIMIT,
): Promise<{ count: number; isExact: boolean }> {
  let count = 0;
  let scanned = 0;
  for await (const row of merged(sources, sorting, null, false)) {
    if (count === limit || scanned === scanLimit) return { count, isExact: false };
    scanned += 1;
    if (await matches(row)) count += 1;
  }
  return { count, isExact: true };
}

/** Every document of the sources in the order of the list; the sources are read no further than asked. */
export async function* merged<Row extends Listed>(
  sources: readonly Source<Row>[],
  sorting: Sorting,
  after: PlaceKey | null,
  isBackwards: boolean,
): AsyncGenerator<Row> {
  const order = sorting.isDescending === isBackwards ? "asc" : "desc";
  const heads: { iterator: AsyncIterator<Row>; row: Row; key: PlaceKey }[] = [];
  for (const source of sources) {
    if (isPassed(source, after, isBackwards)) continue;
    // A range of the other kind than the cursor's begins at its own beginning.
    const start = after !== null && source.isMissing === (after.value === null) ? after : null;
    const iterator = source.read(order, start)[Symbol.asyncIterator]();
    const { value, done } = await iterator.next();
    if (!done) heads.push({ iterator, row: value, key: keyOf(value, sorting) });
  }
  const direction = isBackwards ? -1 : 1;
  while (heads.length > 0) {
    const head = heads.reduce((best, other) =>
      comparePlaces(other.key, best.key, sorting) * direction < 0 ? other : best,
    );
    yield head.row;
    const { value, done } = await head.iterator.next();
    if (done) heads.splice(heads.indexOf(head), 1);
    else Object.assign(head, { row: value, key: keyOf(value, sorting) });
  }
}

/**
 * Documents without a value come last: behind one of them there are no others, before one with a value none of them.
 */
function isPassed(source: { readonly isMissing: boolean }, after: PlaceKey | null, isBackwards: boolean): boolean {
  if (after === null) return false;
  return isBackwards ? after.value !== null && source.isMissing : after.value === null && !source.isMissing;
}

/** A page of documents that are all in memory already: a small set, or what a search found. */
export function inMemory<Row extends Listed>(rows: readonly Row[], sorting: Sorting): Source<Row>[] {
  const sorted = rows.toSorted((a, b) => comparePlaces(keyOf(a, sorting), keyOf(b, sorting), sorting));
  const read = (order: "asc" | "desc", after: PlaceKey | null, isMissing: boolean) => {
    const isForward = (order === "desc") === sorting.isDescending;
    const kind = sorted.filter((row) => (keyOf(row, sorting).value === null) === isMissing);
    const inOrder = isForward ? kind : kind.toReversed();
    const isBehind = (row: Row): boolean =>
      after === null || comparePlaces(keyOf(row, sorting), after, sorting) * (isForward ? 1 : -1) > 0;
    return inOrder.filter(isBehind);
  };
  return [false, true].map((isMissing) => ({
    isMissing,
    read: async function* (order, after) {
      yield* read(order, after, isMissing);
    },
  }));
}
