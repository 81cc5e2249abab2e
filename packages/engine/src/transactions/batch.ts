/**
 * What one SQLite transaction of the writer has gathered so far: the commits it will make, the
 * tables as it leaves them, and how document counts moved. Runs the single mutation in its own
 * savepoint, so that a failing one leaves nothing of itself behind.
 */

import type { Clock } from "../lib/clock.ts";
import type { RandomSource } from "../lib/random.ts";
import type { Store } from "../storage/store.ts";
import { ReadContext } from "./context.ts";
import { AlreadyRecordedError } from "./errors.ts";
import type { TransactionLimits } from "./limits.ts";
import type { CursorCodec } from "./queries/cursors.ts";
import type { Catalog } from "./schema/catalog.ts";
import type { Timeline } from "./timeline.ts";
import type { Commit, MutationOutcome, SessionRequestKey, Timestamp, WriteSet, WriteTransaction } from "./types.ts";
import { Writes } from "./write-transaction.ts";

/** What a batch writes with. */
export interface BatchParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly limits: TransactionLimits;
  readonly cursors: CursorCodec;
  readonly timeline: Timeline;
}

/** Where and how to record the response of a mutation. */
export interface RecordAs<T> {
  readonly key: SessionRequestKey;
  response(value: T): { resultJson: string; logLines: readonly string[] };
}

/** See the file comment. */
export class Batch {
  readonly #parts: BatchParts;
  readonly #counts = new Map<number, number>();
  readonly commits: Commit[] = [];
  /** Tables after the mutations so far. */
  catalog: Catalog;
  /** Whether it holds nothing that a mutation which fails must leave. */
  #isEmpty = true;

  constructor(parts: BatchParts, catalog: Catalog) {
    this.#parts = parts;
    this.catalog = catalog;
  }

  /** Runs one mutation. Throws what its body throws, with its writes taken back. */
  async run<T>(
    body: (tx: WriteTransaction) => Promise<T>,
    recordAs: RecordAs<T> | undefined,
  ): Promise<MutationOutcome<T>> {
    const { store, clock, timeline } = this.#parts;
    if (recordAs !== undefined) this.#refuseRecorded(recordAs.key);
    const nowMs = clock.nowMs();
    const ts = timeline.assigned;
    const commitTs = timeline.peek(nowMs);
    const context = new ReadContext({ ...this.#parts, reader: store.own, catalog: this.catalog });
    const tx = this.#transaction(context, ts, commitTs, nowMs);
    // The first needs no savepoint, which has SQLite copy every page it writes: what fails takes all with it.
    const isFirst = this.#isEmpty;
    if (!isFirst) store.exec("SAVEPOINT mutation");
    this.#isEmpty = false;
    try {
      const value = await body(tx);
      context.close();
      if (recordAs !== undefined) {
        const { resultJson, logLines } = recordAs.response(value);
        store.requests.record(recordAs.key.sessionId, recordAs.key.requestId, nowMs, {
          ts: commitTs,
          result: resultJson,
          logLines,
        });
      }
      if (!isFirst) store.exec("RELEASE mutation");
      if (tx.keys.length === 0 && recordAs === undefined) return { value, ts };
      for (const [table, change] of tx.counts) this.#counts.set(table, (this.#counts.get(table) ?? 0) + change);
      this.commit(tx.catalog, tx.keys, commitTs);
      return { value, ts: commitTs };
    } catch (error) {
      context.close();
      // SQLite ends the whole transaction by itself when the disk is full.
      if (store.isInTransaction) this.#takeBack(isFirst);
      throw error;
    }
  }

  #takeBack(isFirst: boolean): void {
    const { store } = this.#parts;
    if (isFirst) {
      store.beginAgain();
      this.#isEmpty = true;
    } else {
      store.exec("ROLLBACK TO mutation");
      store.exec("RELEASE mutation");
    }
  }

  /** Says that the engine itself wrote in it: what fails afterwards leaves that. */
  keepSoFar(): void {
    this.#isEmpty = false;
  }

  /** Adds a commit at `ts`, by default the next one. */
  commit(
    catalog: Catalog,
    keys: WriteSet["keys"],
    ts: Timestamp = this.#parts.timeline.peek(this.#parts.clock.nowMs()),
  ): void {
    this.#add(catalog, { keys }, ts);
  }

  /** Adds a commit that touched more than can be named. */
  commitEverything(catalog: Catalog, keys: WriteSet["keys"]): void {
    this.#add(catalog, { keys, isEverything: true }, this.#parts.timeline.peek(this.#parts.clock.nowMs()));
  }

  /** What the count of a table will be, whatever it was and whatever moved it in this batch. */
  setCount(tableNumber: number, documents: number): void {
    this.#counts.set(tableNumber, documents - this.#parts.store.own.count(tableNumber));
  }

  /** Documents of a table as this batch leaves it so far. */
  countOf(tableNumber: number): number {
    return this.#parts.store.own.count(tableNumber) + (this.#counts.get(tableNumber) ?? 0);
  }

  #add(catalog: Catalog, writes: WriteSet, ts: Timestamp): void {
    this.#parts.timeline.assign(ts);
    this.catalog = catalog;
    this.commits.push({ ts, writes });
  }

  /** Writes what belongs to the batch as a whole; the last thing before COMMIT. */
  flush(): void {
    const { store, timeline } = this.#parts;
    for (const [table, change] of this.#counts) store.writer.addToCount(table, change);
    if (this.commits.length > 0) timeline.save(store.writer);
  }

  #transaction(context: ReadContext, ts: Timestamp, commitTs: Timestamp, nowMs: number): Writes {
    const { store, random, timeline } = this.#parts;
    const tx = new Writes(ts, context, {
      store,
      commitTs,
      nowMs: () => nowMs,
      randomBytes: (length) => random.bytes(length),
      nextCreationTime: () => timeline.nextCreationTime(nowMs),
    });
    context.pendingCount = (table) => (this.#counts.get(table) ?? 0) + (tx.counts.get(table) ?? 0);
    return tx;
  }

  #refuseRecorded(key: SessionRequestKey): void {
    const row = this.#parts.store.requests.find(key.sessionId, key.requestId);
    if (row !== null) throw new AlreadyRecordedError({ resultJson: row.result, logLines: row.logLines, ts: row.ts });
  }
}
