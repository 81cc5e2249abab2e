/**
 * Snapshots: committed states pinned for reading. Those who ask between two commits share one
 * reader. A reader nobody uses is let go before the next batch begins, because SQLite can reuse its
 * write-ahead log only while no reader looks at it.
 */

import { assert } from "../lib/assert.ts";
import { nextTurn } from "../lib/clock.ts";
import type { PinnedReader, Store } from "../storage/store.ts";
import { ReadContext } from "./context.ts";
import type { TransactionLimits } from "./limits.ts";
import type { CursorCodec } from "./queries/cursors.ts";
import { Reads } from "./read-transaction.ts";
import type { Catalog } from "./schema/catalog.ts";
import { SharedReads } from "./shared-reads.ts";
import type { ReadTransaction, Snapshot, Timestamp } from "./types.ts";

/** What snapshots are made from. */
export interface SnapshotParts {
  readonly store: Store;
  readonly limits: TransactionLimits;
  readonly cursors: CursorCodec;
}

class SharedSnapshot implements Snapshot {
  readonly ts: Timestamp;
  readonly #parts: SnapshotParts;
  readonly #catalog: Catalog;
  readonly #pinned: PinnedReader;
  readonly #unused: (snapshot: SharedSnapshot) => void;
  readonly #shared: SharedReads;
  #users = 0;
  /** Users there ever were. */
  #uses = 0;

  constructor(ts: Timestamp, catalog: Catalog, parts: SnapshotParts, unused: (snapshot: SharedSnapshot) => void) {
    this.ts = ts;
    this.#catalog = catalog;
    this.#parts = parts;
    this.#pinned = parts.store.pin();
    this.#unused = unused;
    this.#shared = new SharedReads(this.#pinned.reader);
  }

  get isUsed(): boolean {
    return this.#users > 0;
  }

  begin(): ReadTransaction {
    assert(this.#users > 0, "a released snapshot is not read");
    const { limits, cursors } = this.#parts;
    const [{ reader }, shared] = [this.#pinned, this.#shared];
    return new Reads(this.ts, new ReadContext({ reader, catalog: this.#catalog, limits, cursors, shared }));
  }

  retain(): void {
    this.#users++;
    this.#uses++;
  }

  release(): void {
    assert(this.#users > 0, "a snapshot is released as often as it was retained");
    this.#users--;
    if (this.#users > 0) return;
    this.#unused(this);
    // Who waits for a turn of the loop to read the same state has had it by then.
    const uses = this.#uses;
    if (this.#shared.bytes > 0) void nextTurn().then(() => this.#uses > uses || this.#shared.clear());
  }

  close(): void {
    this.#pinned.release();
  }
}

/** Hands snapshots out. */
export class Snapshots {
  readonly #parts: SnapshotParts;
  #newest: SharedSnapshot | null = null;

  constructor(parts: SnapshotParts) {
    this.#parts = parts;
  }

  /** The state at `ts`, which must be the newest durable one. The caller holds one use of it. */
  at(ts: Timestamp, catalog: Catalog): Snapshot {
    if (this.#newest === null || this.#newest.ts !== ts) {
      this.dropUnused();
      this.#newest = new SharedSnapshot(ts, catalog, this.#parts, (snapshot) => {
        if (snapshot !== this.#newest) snapshot.close();
      });
    }
    this.#newest.retain();
    return this.#newest;
  }

  /** Forgets the newest snapshot: later callers get a new one, and an unused reader is let go. */
  dropUnused(): void {
    const newest = this.#newest;
    this.#newest = null;
    if (newest !== null && !newest.isUsed) newest.close();
  }
}
