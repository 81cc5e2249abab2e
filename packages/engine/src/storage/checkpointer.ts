/**
 * Keeps the write-ahead log short without making a mutation wait for it. Copying the log into the
 * database file costs writes and a disk sync; a thread does that while the writer goes on. What the
 * writer appended meanwhile is copied by the writer itself just before its next batch, when no
 * reader is looking: only then can SQLite start the log over.
 */

import type { DatabaseSync, StatementSync } from "node:sqlite";
import { Worker } from "node:worker_threads";

/** Pages in the log (4 KiB each) that make a checkpoint worth its sync. */
const CHECKPOINT_PAGES = 4096;
/** A rest this short is copied by the writer; a longer one goes to the thread again. */
const SHORT_REST_PAGES = 1024;
/** Commits between two looks at the log: each look costs as much as a small read. */
const LOOK_EVERY = 16;
/** A log this long is copied by the writer at once, whatever that costs: readers or the thread lag. */
const FORCED_PAGES = 65_536;

/** See the file comment. */
export class Checkpointer {
  readonly #path: string;
  readonly #progress: StatementSync;
  readonly #copy: StatementSync;
  #worker: Worker | null = null;
  #isRunning = false;
  #isRestDue = false;
  #commits = 0;

  constructor(db: DatabaseSync, path: string) {
    this.#path = path;
    db.exec("PRAGMA wal_autocheckpoint = 0");
    this.#progress = db.prepare("PRAGMA wal_checkpoint(NOOP)");
    this.#copy = db.prepare("PRAGMA wal_checkpoint(PASSIVE)");
  }

  /** Called between batches, before the next begins. */
  beforeBatch(): void {
    if (!this.#isRestDue) return;
    this.#isRestDue = false;
    const waiting = this.#pagesWaiting();
    if (waiting <= SHORT_REST_PAGES || waiting >= FORCED_PAGES) this.#copy.get();
    else if (!this.#isRunning) this.#start();
  }

  /** Called after each commit. */
  afterCommit(): void {
    this.#commits = (this.#commits + 1) % LOOK_EVERY;
    if (this.#commits !== 0) return;
    const waiting = this.#pagesWaiting();
    if (waiting >= FORCED_PAGES) this.#isRestDue = true;
    else if (waiting >= CHECKPOINT_PAGES && !this.#isRunning) this.#start();
  }

  /** Resolves when the thread is gone, and with it its hold on the file; another begins only with another long log. */
  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #start(): void {
    this.#isRunning = true;
    this.#worker ??= this.#newWorker();
    this.#worker.postMessage("checkpoint");
  }

  /** SQLite answers this only outside a transaction. */
  #pagesWaiting(): number {
    const { log, checkpointed } = this.#progress.get() as { log: number; checkpointed: number };
    return log - checkpointed;
  }

  #newWorker(): Worker {
    const worker = new Worker(new URL("./checkpoint-worker.ts", import.meta.url), { workerData: { path: this.#path } });
    worker.unref();
    worker.on("message", () => {
      this.#isRunning = false;
      this.#isRestDue = true;
    });
    // Without the thread the writer copies the log itself, at FORCED_PAGES.
    worker.on("error", () => {
      this.#worker = null;
    });
    return worker;
  }
}
