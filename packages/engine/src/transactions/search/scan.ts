/**
 * Runs a search: gathers the entries of each word, ranks the documents, hands out the best.
 *
 * Ranked by BM25 with two of its figures held constant: how long a text is on average, and how many documents there
 * are. With these a result depends on nothing but the entries of its own words, which are exactly what the read set
 * names; with the real figures every insert anywhere in the table could reorder every search.
 */

import { afterKey } from "../../lib/bytes.ts";
import type { EntryRow, StoredDocument } from "../../storage/reader.ts";
import { valueEnd } from "../../values/keys.ts";
import { chargeDocument } from "../context.ts";
import type { ReadContext } from "../context.ts";
import { PAUSE, type Work } from "../types.ts";
import type { SearchPlan, SearchTerm } from "./plan.ts";
import { compareAges, countOf, lengthOf } from "./postings.ts";

/** Results are the best of this many, as in Convex; asking for more is an error. */
const MAX_RESULTS = 1024;
/** Entries looked at for one search. */
const MAX_ENTRIES = 100_000;
/** A word with this many entries may have too many: it is counted before they are read. */
const MANY_ENTRIES = 1000;
/** Entries read, and candidates sorted, in the time it takes to read a row. */
const ENTRIES_PER_ROW = 16;
const CANDIDATES_PER_ROW = 32;
/** BM25: how fast further occurrences stop counting, and how much a long text is held against a document. */
const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
/** See the file comment. */
const USUAL_LENGTH = 64;
const USUAL_DOCUMENTS = 1_000_000;

interface Candidate {
  readonly doc: number;
  /** One of its entries, for its age. */
  readonly key: Uint8Array;
  score: number;
  /** Occurrences of the term that is being looked at. */
  count: number;
}

/** One search, walked from its best result. */
export class SearchScan {
  readonly #context: ReadContext;
  readonly #plan: SearchPlan;
  readonly #end: number;
  readonly #ranks = new Map<StoredDocument, number>();
  #ranking: Work<Ranking> | null = null;
  #best: Ranking | null = null;
  #next: number;
  #stepResults = 0;

  /** From the result after `from` (counted from 0) to the result `end`, both in order of rank. */
  constructor(context: ReadContext, plan: SearchPlan, from = 0, end = Infinity) {
    this.#context = context;
    this.#plan = plan;
    this.#next = from;
    this.#end = end;
  }

  step(): StoredDocument | null | typeof PAUSE {
    if (this.#best === null && !this.#rankOn()) return PAUSE;
    if (this.#stepResults >= this.#context.limits.rowsPerStep) {
      this.#stepResults = 0;
      return PAUSE;
    }
    const { best, count } = this.#best as unknown as Ranking;
    while (this.#next < Math.min(this.#end, count)) {
      if (this.#next >= MAX_RESULTS) throw tooMany(this.#plan, MAX_RESULTS);
      const { doc } = best[this.#next++] as Candidate;
      this.#stepResults++;
      // This transaction may have removed it since the search began.
      const document = this.#context.reader.document(doc);
      if (document === null) continue;
      this.#ranks.set(document, this.#next);
      chargeDocument(this.#context, this.#plan.table.isSystem, document);
      return document;
    }
    return null;
  }

  /** Where a result stands: results up to and including it. */
  keyOf(document: StoredDocument): Uint8Array {
    return rankKey(this.#ranks.get(document) ?? 0);
  }

  /** Ranks one step further; whether that was the last. A ranking that threw begins anew. */
  #rankOn(): boolean {
    const ranking = (this.#ranking ??= this.#rank());
    this.#ranking = null;
    const { done, value } = ranking.next();
    if (done === true) this.#best = value;
    else this.#ranking = ranking;
    return done === true;
  }

  *#rank(): Work<Ranking> {
    const { reads, limits } = this.#context;
    const candidates = new Map<number, Candidate>();
    let entries = 0;
    for (const term of this.#plan.terms) {
      reads.ranges.push({ indexKey: this.#plan.index.indexKey, lower: term.lower, upper: term.upper });
      const found = yield* this.#occurrences(term, candidates, MAX_ENTRIES - entries);
      entries += found.length;
      const rarity = Math.log(1 + USUAL_DOCUMENTS / (found.length + 0.5));
      let seen = 0;
      for (const candidate of found) {
        if (++seen % (CANDIDATES_PER_ROW * limits.rowsPerStep) === 0) yield;
        candidate.score += rarity * weight(candidate.count, lengthOf(candidate.key));
        candidate.count = 0;
      }
    }
    return {
      best: yield* bestOf(candidates.values(), CANDIDATES_PER_ROW * limits.rowsPerStep),
      count: candidates.size,
    };
  }

  /** The documents of one term. Several words may begin with it: their occurrences are counted together. */
  *#occurrences(term: SearchTerm, candidates: Map<number, Candidate>, limit: number): Work<Candidate[]> {
    const found: Candidate[] = [];
    for (const rows of this.#entries(term, limit)) {
      for (const [key, doc] of rows) {
        if (!holds(key, term.rest)) continue;
        let candidate = candidates.get(doc);
        if (candidate === undefined) candidates.set(doc, (candidate = { doc, key, score: 0, count: 0 }));
        if (candidate.count === 0) found.push(candidate);
        candidate.count += countOf(key);
      }
      yield;
    }
    return found;
  }

  /** The entries of one term, some at a time. */
  *#entries({ lower, upper }: SearchTerm, limit: number): Generator<readonly EntryRow[], void> {
    const { reader, limits } = this.#context;
    const { number } = this.#plan.index;
    const count = ENTRIES_PER_ROW * limits.rowsPerStep;
    const first = reader.entries(number, lower, upper, Math.min(limit + 1, MANY_ENTRIES));
    if (first.length > limit) throw tooMany(this.#plan, MAX_ENTRIES);
    yield first;
    const isAll = first.length < MANY_ENTRIES;
    if (!isAll && reader.hasMoreEntries(number, lower, upper, limit)) throw tooMany(this.#plan, MAX_ENTRIES);
    for (let rows = first, isLast = isAll; !isLast; isLast = rows.length < count) {
      const [last] = rows.at(-1) as EntryRow;
      rows = reader.entries(number, afterKey(last), upper, count);
      yield rows;
    }
  }
}

/** The results that can be handed out, best first, of as many as there are. */
interface Ranking {
  readonly best: readonly Candidate[];
  readonly count: number;
}

/** Sorted a part at a time, with the best so far: the order is total, so the parts make no difference. */
function* bestOf(candidates: Iterable<Candidate>, partSize: number): Work<Candidate[]> {
  let best: Candidate[] = [];
  let part: Candidate[] = [];
  for (const candidate of candidates) {
    part.push(candidate);
    if (part.length < partSize) continue;
    best = best.concat(part).sort(compareCandidates).slice(0, MAX_RESULTS);
    part = [];
    yield;
  }
  return best.concat(part).sort(compareCandidates).slice(0, MAX_RESULTS);
}

function compareCandidates(a: Candidate, b: Candidate): number {
  return b.score - a.score || compareAges(a.key, b.key);
}

/** Whether an entry's key has these values of filter fields: no document is read for it. */
function holds(key: Uint8Array, filters: SearchTerm["rest"]): boolean {
  let place = -1;
  let at = 0;
  return filters.every((filter) => {
    for (; place < filter.place; place++) at = valueEnd(key, at);
    return filter.value.every((byte, offset) => key[at + offset] === byte);
  });
}

function weight(count: number, length: number): number {
  const longer = 1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / USUAL_LENGTH;
  return (count * (SATURATION + 1)) / (count + SATURATION * longer);
}

function tooMany({ table, index }: SearchPlan, count: number): Error {
  return new Error(
    `Search query against ${table.name}.${index.name} scanned too many documents (fetched ${count}). Consider using a smaller limit, paginating the query, or using a filter field to narrow the results.`,
  );
}

/** A rank as the place of a cursor. */
export function rankKey(rank: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, rank);
  return bytes;
}

/** The rank in a cursor. */
export function rankOf(key: Uint8Array): number {
  return key.length === 4 ? new DataView(key.buffer, key.byteOffset, 4).getUint32(0) : 0;
}
