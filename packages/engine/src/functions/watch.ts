/**
 * Time limits of running functions. One timer serves all of them: it sleeps until the earliest deadline
 * that was known when it was set, so starting and finishing a function costs a Set entry and no timer.
 */

import type { Clock } from "../lib/clock.ts";

interface Watched {
  readonly deadlineMs: number;
  readonly limitMs: number;
  readonly abort: (error: Error) => void;
}

/** Fails functions that outlive their limit. */
export class ExecutionWatch {
  readonly #clock: Clock;
  readonly #running = new Set<Watched>();
  #wakeAtMs = Number.POSITIVE_INFINITY;
  #cancel: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `abort` when the returned function was not called within `limitMs`. */
  start(limitMs: number, abort: (error: Error) => void): () => void {
    const watched = { deadlineMs: this.#clock.nowMs() + limitMs, limitMs, abort };
    this.#running.add(watched);
    if (watched.deadlineMs < this.#wakeAtMs) this.#sleepUntil(watched.deadlineMs);
    return () => void this.#running.delete(watched);
  }

  /** Functions running now. */
  get size(): number {
    return this.#running.size;
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#running.clear();
  }

  #sleepUntil(atMs: number): void {
    this.#cancel?.();
    this.#wakeAtMs = atMs;
    this.#cancel = this.#clock.setTimer(Math.max(0, atMs - this.#clock.nowMs()), () => this.#wake());
  }

  #wake(): void {
    const nowMs = this.#clock.nowMs();
    let next = Number.POSITIVE_INFINITY;
    for (const watched of this.#running) {
      if (watched.deadlineMs > nowMs) {
        next = Math.min(next, watched.deadlineMs);
        continue;
      }
      this.#running.delete(watched);
      watched.abort(new Error(`Function execution timed out (maximum duration: ${watched.limitMs / 1000}s)`));
    }
    this.#cancel = null;
    this.#wakeAtMs = Number.POSITIVE_INFINITY;
    if (next < Number.POSITIVE_INFINITY) this.#sleepUntil(next);
  }
}
