/**
 * What callers may cost: each has a purse of milliseconds that fills up again. Memory is bounded: a purse that is full
 * is the same as none, and the one touched longest ago is dropped when there are too many.
 */

import type { Clock } from "./clock.ts";

const MAX_PURSES = 20_000;
const REFILL_MS = 60_000;

export class Spending {
  readonly #clock: Clock;
  /** Milliseconds of work a caller may cause in a minute. */
  readonly #perMinuteMs: number;
  readonly #purses = new Map<string, { spentMs: number; atMs: number }>();

  constructor(clock: Clock, perMinuteMs: number) {
    this.#clock = clock;
    this.#perMinuteMs = perMinuteMs;
  }

  /** Whether this caller has spent what there is. */
  isSpent(caller: string): boolean {
    return this.#spentMs(caller) >= this.#perMinuteMs;
  }

  /** How long until a caller who has spent everything may go on; at least a second. */
  waitMs(caller: string): number {
    return Math.max(1_000, ((this.#spentMs(caller) - this.#perMinuteMs) / this.#perMinuteMs) * REFILL_MS);
  }

  /** Notes what something cost. */
  spend(caller: string, ms: number): void {
    if (this.#perMinuteMs === Infinity) return;
    const spentMs = this.#spentMs(caller) + ms;
    this.#purses.delete(caller);
    this.#purses.set(caller, { spentMs, atMs: this.#clock.nowMs() });
    if (this.#purses.size > MAX_PURSES)
      for (const oldest of this.#purses.keys()) return void this.#purses.delete(oldest);
  }

  #spentMs(caller: string): number {
    const purse = this.#purses.get(caller);
    if (purse === undefined) return 0;
    const refilledMs = (Math.max(0, this.#clock.nowMs() - purse.atMs) / REFILL_MS) * this.#perMinuteMs;
    return Math.max(0, purse.spentMs - refilledMs);
  }
}
