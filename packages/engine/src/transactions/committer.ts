/**
 * The single writer, with group commit. Mutations run one after another, each but the first in a savepoint of an
 * open transaction; the transaction is committed, with one disk sync for all of them, when no
 * mutation is waiting any more or the batch is full. Only then are their callers told.
 *
 *   BEGIN | a | SAVEPOINT b ROLLBACK | SAVEPOINT c RELEASE | COMMIT -> a, c resolve
 *
 * b's caller is told with the others: what b read may have been written by a.
 */

import { assert } from "../lib/assert.ts";
import { nextTurn } from "../lib/clock.ts";
import { Batch } from "./batch.ts";
import type { BatchParts, RecordAs } from "./batch.ts";
import type { Catalog } from "./schema/catalog.ts";
import type {
  Commit,
  Committer,
  MutationOutcome,
  RecordedResponse,
  SessionRequestKey,
  WriteTransaction,
} from "./types.ts";

/** A batch is committed when it holds this many mutations or has been running them this long. */
const MAX_BATCH = 256;
const MAX_BATCH_MS = 5;
/** More waiting mutations than this are refused. */
const MAX_QUEUED = 16_384;

const CLOSED = "The database is closed.";

interface Failure {
  readonly reason: unknown;
}

interface Waiting {
  /** Called after the batch is durable, or with the reason why it is not. */
  settle(failure: Failure | null): void;
}

interface MutationJob extends Waiting {
  execute(batch: Batch): Promise<void>;
}

interface EngineJob extends Waiting {
  work(batch: Batch): void;
}

/** The tables as of the newest durable commit. */
export interface CommittedState {
  catalog: Catalog;
}

/** What the committer is made of. */
export interface CommitterParts extends BatchParts {
  readonly committed: CommittedState;
  /** Called before a batch begins: frees readers that would keep the log from being reused. */
  beforeBatch(): void;
}

/** Implements `Committer`. */
export class SerialCommitter implements Committer {
  readonly #parts: CommitterParts;
  readonly #queue: MutationJob[] = [];
  readonly #engineQueue: EngineJob[] = [];
  readonly #listeners = new Set<(commits: readonly Commit[]) => void>();
  #isDraining = false;
  /** From BEGIN until the listeners have heard of the COMMIT. */
  #isBatchOpen = false;
  #isClosed = false;

  constructor(parts: CommitterParts) {
    this.#parts = parts;
  }

  run<T>(body: (tx: WriteTransaction) => Promise<T>, recordAs?: RecordAs<T>): Promise<MutationOutcome<T>> {
    if (this.#isClosed) return Promise.reject(new Error(CLOSED));
    if (this.#queue.length >= MAX_QUEUED) {
      return Promise.reject(new Error(`TooManyConcurrentMutations: more than ${MAX_QUEUED} mutations are waiting.`));
    }
    return new Promise((resolve, reject) => {
      let outcome: MutationOutcome<T> | null = null;
      let reason: unknown;
      this.#queue.push({
        async execute(batch) {
          try {
            outcome = await batch.run(body, recordAs);
          } catch (error) {
            reason = error;
          }
        },
        settle(failure) {
          if (outcome !== null && failure === null) resolve(outcome);
          else reject(failure === null ? reason : (failure.reason ?? reason));
        },
      });
      this.#start();
    });
  }

  recorded(key: SessionRequestKey): RecordedResponse | null {
    const row = this.#parts.store.requests.find(key.sessionId, key.requestId);
    // A row of the open batch is not on disk yet; a resend of it waits in `run`.
    return row === null || row.ts > this.#parts.timeline.durable
      ? null
      : { resultJson: row.result, logLines: row.logLines, ts: row.ts };
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

  /** Whether no batch is open: engine writes may be done at once. */
  get isIdle(): boolean {
    return !this.#isBatchOpen;
  }

  /** Runs engine writes in a commit of their own. Only while idle. */
  exclusivelyNow<T>(work: (batch: Batch) => T): T {
    assert(this.isIdle && !this.#isClosed, "engine writes wait for the running mutation");
    const batch = this.#begin();
    let result: T;
    try {
      result = work(batch);
    } catch (error) {
      this.#abandon();
      throw error;
    }
    const failure = this.#commit(batch, []);
    if (failure !== null) throw failure.reason;
    return result;
  }

  /** Runs engine writes before the next mutation; at once when idle. */
  exclusively(work: (batch: Batch) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Error(CLOSED));
      if (this.isIdle) {
        this.exclusivelyNow(work);
        return resolve();
      }
      this.#engineQueue.push({ work, settle: (failure) => (failure === null ? resolve() : reject(failure.reason)) });
      this.#start();
    });
  }

  /** Runs engine writes that take long, in their turn among the mutations; these wait, queries do not. */
  async alone(work: (batch: Batch) => Promise<void>): Promise<void> {
    if (this.#isClosed) throw new Error(CLOSED);
    const { store } = this.#parts;
    await new Promise<void>((resolve, reject) => {
      let thrown: Failure | null = null;
      this.#queue.push({
        async execute(batch) {
          batch.keepSoFar();
          store.exec("SAVEPOINT alone");
          try {
            await work(batch);
            store.exec("RELEASE alone");
          } catch (error) {
            thrown = { reason: error };
            if (!store.isInTransaction) return;
            store.exec("ROLLBACK TO alone");
            store.exec("RELEASE alone");
          }
        },
        settle(failure) {
          const why = thrown ?? failure;
          if (why === null) resolve();
          else reject(why.reason);
        },
      });
      this.#start();
    });
  }

  /** Refuses further mutations and those waiting; the open batch is lost when the store closes. */
  close(): void {
    this.#isClosed = true;
    settleAll([...this.#engineQueue.splice(0), ...this.#queue.splice(0)], { reason: new Error(CLOSED) });
  }

  #start(): void {
    if (this.#isDraining) return;
    this.#isDraining = true;
    // Every failure of a batch is told to those who wait for it, so this promise never rejects.
    void this.#drain();
  }

  async #drain(): Promise<void> {
    try {
      // Never within the caller's stack: it may be a listener, hearing of the batch before.
      await Promise.resolve();
      while (this.#queue.length > 0 || this.#engineQueue.length > 0) await this.#runBatch();
    } finally {
      this.#isDraining = false;
    }
  }

  async #runBatch(): Promise<void> {
    const { clock, store } = this.#parts;
    const settled: Waiting[] = [];
    let batch: Batch;
    try {
      batch = this.#begin();
    } catch (error) {
      settleAll([...this.#engineQueue.splice(0), ...this.#queue.splice(0)], { reason: error });
      return;
    }
    let deadlineMs = clock.nowMs() + MAX_BATCH_MS;
    let hasWaited = false;
    while (settled.length < MAX_BATCH && clock.nowMs() <= deadlineMs && store.isInTransaction) {
      this.#runEngineJobs(batch, settled);
      const job = this.#queue.shift();
      if (job !== undefined) {
        settled.push(job);
        await job.execute(batch);
        hasWaited = false;
      } else if (hasWaited) {
        break;
      } else {
        // Requests already waiting in the sockets join this batch. A turn that others made long (pushing to
        // many subscribers) does not count: cut short by it, every batch would hold the one mutation it began with.
        const waitingSinceMs = clock.nowMs();
        await nextTurn();
        deadlineMs += clock.nowMs() - waitingSinceMs;
        hasWaited = true;
      }
    }
    this.#commit(batch, settled);
  }

  #runEngineJobs(batch: Batch, settled: Waiting[]): void {
    const { store } = this.#parts;
    for (let job = this.#engineQueue.shift(); job !== undefined; job = this.#engineQueue.shift()) {
      batch.keepSoFar();
      store.exec("SAVEPOINT engine");
      try {
        job.work(batch);
        settled.push(job);
        store.exec("RELEASE engine");
      } catch (error) {
        job.settle({ reason: error });
        // SQLite ends the whole transaction by itself when the disk is full.
        if (!store.isInTransaction) return;
        store.exec("ROLLBACK TO engine");
        store.exec("RELEASE engine");
      }
    }
  }

  #begin(): Batch {
    this.#parts.beforeBatch();
    this.#parts.store.begin();
    this.#isBatchOpen = true;
    return new Batch(this.#parts, this.#parts.committed.catalog);
  }

  /** Ends the batch on disk and tells everyone; the reason when that failed. */
  #commit(batch: Batch, settled: readonly Waiting[]): Failure | null {
    const { store, timeline, committed } = this.#parts;
    try {
      if (!store.isInTransaction)
        throw new Error(this.#isClosed ? CLOSED : "The database could not be written: the disk may be full.");
      batch.flush();
      store.commit();
    } catch (error) {
      this.#abandon();
      settleAll(settled, { reason: error });
      return { reason: error };
    }
    committed.catalog = batch.catalog;
    timeline.committed();
    try {
      if (batch.commits.length > 0) for (const listener of this.#listeners) listener(batch.commits);
    } finally {
      this.#isBatchOpen = false;
      settleAll(settled, null);
    }
    return null;
  }

  #abandon(): void {
    if (this.#parts.store.isInTransaction) this.#parts.store.exec("ROLLBACK");
    this.#parts.timeline.abandoned();
    this.#isBatchOpen = false;
  }
}

function settleAll(waiting: readonly Waiting[], failure: Failure | null): void {
  for (const one of waiting) one.settle(failure);
}
