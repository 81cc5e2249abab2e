/**
 * The single writer, with group commit. Mutations run one after another, each in a savepoint of an
 * open transaction; the transaction is committed, with one disk sync for all of them, when no
 * mutation is waiting any more or the batch is full. Only then are their callers told.
 *
 *   BEGIN | SAVEPOINT a RELEASE | SAVEPOINT b ROLLBACK | SAVEPOINT c RELEASE | COMMIT -> a, c resolve
 *
 * b's caller is told with the others: what b read may have been written by a.
 */
import { assert } from "../lib/assert.ts";
import type { Clock } from "../lib/clock.ts";
import { nextTurn } from "../lib/clock.ts";
import type { RandomSource } from "../lib/random.ts";
import type { Store } from "../storage/store.ts";
import type { Catalog } from "./catalog.ts";
import { ReadContext } from "./context.ts";
import type { CursorCodec } from "./cursors.ts";
import { AlreadyRecordedError } from "./errors.ts";
import type { TransactionLimits } from "./limits.ts";
import type { Timeline } from "./timeline.ts";
import type { Commit, Committer, MutationOutcome, RecordedResponse, SessionRequestKey, WriteTransaction } from "./types.ts";
import { Writes } from "./write-transaction.ts";

/** A batch is committed when it holds this many mutations or has been open this long. */
const MAX_BATCH = 256;
const MAX_BATCH_MS = 5;
/** More waiting mutations than this are refused. */
const MAX_QUEUED = 16_384;

type RecordAs<T> = { readonly key: SessionRequestKey; response(value: T): { resultJson: string; logLines: readonly string[] } };

type Failure = { readonly reason: unknown };

interface Job {
  execute(): Promise<void>;
  /** Called after the batch is durable, or with the reason why it is not. */
  settle(failure: Failure | null): void;
}

interface EngineJob {
  readonly work: () => void;
  settle(failure: Failure | null): void;
}

/** The state all transactions start from, replaced at each commit. */
export interface CommittedState {
  catalog: Catalog;
}

/** What the committer is made of. */
export interface CommitterParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly limits: TransactionLimits;
  readonly cursors: CursorCodec;
  readonly timeline: Timeline;
  readonly committed: CommittedState;
  /** Called before a batch begins: frees readers that would keep the log from being reused. */
  beforeBatch(): void;
}

/** Implements `Committer`. */
export class SerialCommitter implements Committer {
  readonly #parts: CommitterParts;
  readonly #queue: Job[] = [];
  readonly #exclusive: EngineJob[] = [];
  readonly #listeners = new Set<(commits: readonly Commit[]) => void>();
  #isDraining = false;
  #isClosed = false;
  #catalog: Catalog;
  #commits: Commit[] = [];
  #counts = new Map<number, number>();
  #settling: Pick<Job, "settle">[] = [];

  constructor(parts: CommitterParts) {
    this.#parts = parts;
    this.#catalog = parts.committed.catalog;
  }

  run<T>(body: (tx: WriteTransaction) => Promise<T>, recordAs?: RecordAs<T>): Promise<MutationOutcome<T>> {
    if (this.#isClosed) return Promise.reject(new Error("The database is closed."));
    if (this.#queue.length >= MAX_QUEUED) {
      return Promise.reject(new Error(`TooManyConcurrentMutations: more than ${MAX_QUEUED} mutations are waiting.`));
    }
    return new Promise((resolve, reject) => {
      let outcome: MutationOutcome<T> | null = null;
      let reason: unknown;
      this.#queue.push({
        execute: async () => {
          try {
            outcome = await this.#runOne(body, recordAs);
          } catch (error) {
            reason = error;
          }
        },
        settle: (failure) => {
          if (outcome === null) reject(reason);
          else if (failure === null) resolve(outcome);
          else reject(failure.reason);
        },
      });
      if (!this.#isDraining) void this.#drain();
    });
  }

  recorded(key: SessionRequestKey): RecordedResponse | null {
    const row = this.#parts.store.requests.find(key.sessionId, key.requestId);
    // A row of the open batch is not on disk yet; a resend of it waits in `run`.
    return row === null || row.ts > this.#parts.timeline.durable ? null : { resultJson: row.result, logLines: row.logLines, ts: row.ts };
  }

  forgetRecordedBefore(timeMs: number, limit: number): number {
    // While mutations run there is nothing to report yet; whoever prunes comes again.
    if (!this.isIdle) return 0;
    return this.exclusivelyNow(() => this.#parts.store.requests.forgetBefore(timeMs, limit));
  }

  onCommit(listener: (commits: readonly Commit[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether nothing is running or waiting: engine writes may be done at once. */
  get isIdle(): boolean {
    return !this.#isDraining;
  }

  /** Runs engine writes in a commit of their own. Only while idle. */
  exclusivelyNow<T>(work: () => T): T {
    assert(this.isIdle && !this.#isClosed, "engine writes wait for the running mutation");
    this.#begin();
    let result: T;
    try {
      result = work();
    } catch (error) {
      this.#abandon();
      throw error;
    }
    const failure = this.#commit();
    if (failure !== null) throw failure.reason;
    return result;
  }

  /** Runs engine writes before the next mutation; at once when idle. */
  exclusively(work: () => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.isIdle) {
        this.exclusivelyNow(work);
        return resolve();
      }
      this.#exclusive.push({ work, settle: (failure) => (failure === null ? resolve() : reject(failure.reason)) });
    });
  }

  /** Tables as the open batch has them. */
  get catalog(): Catalog {
    return this.#catalog;
  }

  /** Within `exclusively`: records a commit of the engine's own, with the tables it leaves behind. */
  noteEngineCommit(catalog: Catalog, keys: Commit["writes"]["keys"]): void {
    const { clock, timeline } = this.#parts;
    const ts = timeline.peek(clock.nowMs());
    timeline.assign(ts);
    this.#catalog = catalog;
    this.#commits.push({ ts, writes: { keys } });
  }

  /** Refuses further mutations. */
  close(): void {
    this.#isClosed = true;
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    try {
      while (this.#queue.length > 0 || this.#exclusive.length > 0) await this.#runBatch();
    } finally {
      this.#isDraining = false;
    }
  }

  async #runBatch(): Promise<void> {
    const { clock } = this.#parts;
    try {
      this.#begin();
    } catch (error) {
      this.#settling = [...this.#exclusive.splice(0), ...this.#queue.splice(0)];
      return this.#settleAll({ reason: error });
    }
    const deadlineMs = clock.nowMs() + MAX_BATCH_MS;
    let hasWaited = false;
    while (this.#settling.length < MAX_BATCH && clock.nowMs() <= deadlineMs) {
      this.#runExclusive();
      const job = this.#queue.shift();
      if (job !== undefined) {
        this.#settling.push(job);
        await job.execute();
        if (!this.#parts.store.isInTransaction) break;
        hasWaited = false;
      } else if (hasWaited) {
        break;
      } else {
        // Requests already waiting in the sockets join this batch.
        await nextTurn();
        hasWaited = true;
      }
    }
    this.#commit();
  }

  #runExclusive(): void {
    const { store } = this.#parts;
    for (let job = this.#exclusive.shift(); job !== undefined; job = this.#exclusive.shift()) {
      store.exec("SAVEPOINT engine");
      try {
        job.work();
        this.#settling.push(job);
      } catch (error) {
        store.exec("ROLLBACK TO engine");
        job.settle({ reason: error });
      }
      store.exec("RELEASE engine");
    }
  }

  async #runOne<T>(body: (tx: WriteTransaction) => Promise<T>, recordAs: RecordAs<T> | undefined): Promise<MutationOutcome<T>> {
    const { store, clock, random, timeline } = this.#parts;
    const nowMs = clock.nowMs();
    if (recordAs !== undefined) this.#refuseRecorded(recordAs.key);
    const context = new ReadContext({ ...this.#parts, reader: store.own, catalog: this.#catalog });
    const ts = timeline.assigned;
    const commitTs = timeline.peek(nowMs);
    const tx = new Writes(ts, context, {
      store,
      commitTs,
      nowMs: () => nowMs,
      randomBytes: (length) => random.bytes(length),
      nextCreationTime: () => timeline.nextCreationTime(nowMs),
    });
    context.pendingCount = (table) => (this.#counts.get(table) ?? 0) + (tx.counts.get(table) ?? 0);
    store.exec("SAVEPOINT mutation");
    try {
      const value = await body(tx);
      context.close();
      if (recordAs !== undefined) {
        const { resultJson, logLines } = recordAs.response(value);
        store.requests.record(recordAs.key.sessionId, recordAs.key.requestId, nowMs, { ts: commitTs, result: resultJson, logLines });
      }
      store.exec("RELEASE mutation");
      const hasWritten = tx.keys.length > 0 || recordAs !== undefined;
      if (!hasWritten) return { value, ts };
      timeline.assign(commitTs);
      this.#catalog = tx.catalog;
      for (const [table, change] of tx.counts) this.#counts.set(table, (this.#counts.get(table) ?? 0) + change);
      this.#commits.push({ ts: commitTs, writes: { keys: tx.keys } });
      return { value, ts: commitTs };
    } catch (error) {
      context.close();
      // SQLite ends the whole transaction by itself when the disk is full.
      if (store.isInTransaction) {
        store.exec("ROLLBACK TO mutation");
        store.exec("RELEASE mutation");
      }
      throw error;
    }
  }

  #refuseRecorded(key: SessionRequestKey): void {
    const row = this.#parts.store.requests.find(key.sessionId, key.requestId);
    if (row !== null) throw new AlreadyRecordedError({ resultJson: row.result, logLines: row.logLines, ts: row.ts });
  }

  #begin(): void {
    this.#parts.beforeBatch();
    this.#parts.store.exec("BEGIN IMMEDIATE");
  }

  /** Ends the batch on disk and tells everyone; the reason when that failed. */
  #commit(): Failure | null {
    const { store, timeline, committed } = this.#parts;
    const commits = this.#commits;
    try {
      if (!store.isInTransaction) throw new Error("The database could not be written: the disk may be full.");
      for (const [table, change] of this.#counts) store.writer.addToCount(table, change);
      if (commits.length > 0) timeline.save(store.writer);
      store.exec("COMMIT");
    } catch (error) {
      this.#abandon();
      this.#settleAll({ reason: error });
      return { reason: error };
    }
    this.#commits = [];
    this.#counts = new Map();
    committed.catalog = this.#catalog;
    timeline.committed();
    try {
      if (commits.length > 0) for (const listener of this.#listeners) listener(commits);
    } finally {
      this.#settleAll(null);
    }
    return null;
  }

  #abandon(): void {
    if (this.#parts.store.isInTransaction) this.#parts.store.exec("ROLLBACK");
    this.#commits = [];
    this.#counts = new Map();
    this.#catalog = this.#parts.committed.catalog;
    this.#parts.timeline.abandoned();
  }

  #settleAll(failure: Failure | null): void {
    const jobs = this.#settling;
    this.#settling = [];
    for (const job of jobs) job.settle(failure);
  }
}
