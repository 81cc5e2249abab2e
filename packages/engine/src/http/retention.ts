/** Old states for `query_at_ts`: the state a client asked for is pinned for half a minute. */

import type { Snapshot, Timestamp } from "../functions/seam.ts";
import type { Clock } from "../lib/clock.ts";
import { HttpRefusal } from "./errors.ts";

const KEEP_MS = 30_000;
const MAX_PINNED = 16;

/** Snapshots held for clients that read several queries at one timestamp. */
export class PinnedStates {
  readonly #clock: Clock;
  readonly #maxHeldMs: number;
  readonly #newest: () => Snapshot;
  readonly #pinned = new Map<Timestamp, { snapshot: Snapshot; cancel: () => void }>();
  /** Since when at least one state has been held. */
  #heldSinceMs = 0;

  /**
   * While any state is held the database's log cannot start over. After `maxHeldMs` without a moment free of held
   * states new ones are refused until the last one is let go, whoever asks how often.
   */
  constructor(clock: Clock, maxHeldMs: number, newest: () => Snapshot) {
    this.#clock = clock;
    this.#maxHeldMs = maxHeldMs;
    this.#newest = newest;
  }

  /** Pins the newest state and returns its timestamp. */
  pin(): Timestamp {
    const snapshot = this.#newest();
    const known = this.#pinned.get(snapshot.ts);
    if (known !== undefined) {
      snapshot.release();
      return known.snapshot.ts;
    }
    if (this.#pinned.size === 0) this.#heldSinceMs = this.#clock.nowMs();
    else if (this.#clock.nowMs() - this.#heldSinceMs >= this.#maxHeldMs) {
      snapshot.release();
      throw new HttpRefusal(429, "RateLimited", "States were held for too long without a pause", KEEP_MS / 1_000);
    }
    if (this.#pinned.size >= MAX_PINNED)
      for (const oldest of this.#pinned.keys()) return this.#replace(oldest, snapshot);
    return this.#keep(snapshot);
  }

  /** The pinned state at `ts`; the caller releases it. */
  at(ts: Timestamp): Snapshot {
    const snapshot = this.#pinned.get(ts)?.snapshot;
    if (snapshot === undefined)
      throw new HttpRefusal(503, "OutOfRetention", "The requested timestamp is no longer available");
    snapshot.retain();
    return snapshot;
  }

  close(): void {
    for (const ts of this.#pinned.keys()) this.#drop(ts);
  }

  #replace(oldest: Timestamp, snapshot: Snapshot): Timestamp {
    this.#drop(oldest);
    return this.#keep(snapshot);
  }

  #keep(snapshot: Snapshot): Timestamp {
    const cancel = this.#clock.setTimer(KEEP_MS, () => this.#drop(snapshot.ts));
    this.#pinned.set(snapshot.ts, { snapshot, cancel });
    return snapshot.ts;
  }

  #drop(ts: Timestamp): void {
    const pinned = this.#pinned.get(ts);
    this.#pinned.delete(ts);
    pinned?.cancel();
    pinned?.snapshot.release();
  }
}
