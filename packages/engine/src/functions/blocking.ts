/**
 * Reports functions that hold the process up. Functions share one thread with everything else, so while
 * one spins no timer fires; the late timer is the evidence, and the function that ran last is the culprit.
 * The timer exists only while functions run.
 */

import type { Clock } from "../lib/clock.ts";
import type { EngineLogger } from "../lib/log.ts";

const LOOK_EVERY_MS = 100;

/** See the file comment. */
export class BlockingWatch {
  readonly #limitMs: number;
  readonly #logger: EngineLogger;
  readonly #clock: Clock;
  #last = "";
  #running = 0;
  #cancel: (() => void) | null = null;

  constructor(limitMs: number, logger: EngineLogger, clock: Clock) {
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.#logger = logger;
  }

  /** A function begins; the returned function ends it. */
  start(path: string): () => void {
    this.#last = path;
    this.#running++;
    if (this.#cancel === null) this.#look();
    return () => void this.#running--;
  }

  /** A function asks for something: it is the one that runs. */
  active(path: string): void {
    this.#last = path;
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }

  #look(): void {
    const armedMs = this.#clock.nowMs();
    this.#cancel = this.#clock.setTimer(LOOK_EVERY_MS, () => {
      this.#cancel = null;
      const blockedMs = Math.round(this.#clock.nowMs() - armedMs - LOOK_EVERY_MS);
      if (blockedMs >= this.#limitMs)
        this.#logger.warn("a function held the process up", { path: this.#last, blockedMs });
      if (this.#running > 0) this.#look();
    });
  }
}
