/**
 * Long work in slices. Everything runs on one event loop; who has much to do runs each piece of it here.
 *
 * Pieces run one after the other while the slice that began with this turn of the loop is young. Afterwards they wait
 * in the order they came, and each turn lets one go on: sockets, timers and the others' work come in between, however
 * much was asked for, and by however many. A piece that waits for something itself holds nobody up for longer than
 * the turn it began in. Those that somebody waits for go first, one before each of the others, so that however many
 * they are the others go on, too.
 */

import { nextTurn, systemClock } from "./clock.ts";

/** How long the pieces of one turn may hold the loop, unless it is said. */
const SLICE_MS = 6;

type Piece = () => void;

export class Turns {
  readonly #sliceMs: number;
  readonly #waiting: Piece[] = [];
  readonly #first: Piece[] = [];
  /** Whether the piece before was one of the first. */
  #wasFirst = false;
  /** The piece that runs; null from its end, or the end of its turn, on. */
  #running: Piece | null = null;
  #startedMs = 0;
  #isCounting = false;

  constructor(sliceMs = SLICE_MS) {
    this.#sliceMs = sliceMs;
  }

  /** Pieces whose turn has not come. */
  get waiting(): number {
    return this.#waiting.length + this.#first.length;
  }

  /** Whether this turn of the loop has been held for as long as it may: long work goes on in another. */
  isSpent(): boolean {
    if (!this.#isCounting) this.#begin();
    return systemClock.nowMs() - this.#startedMs >= this.#sliceMs;
  }

  /** Runs a piece of work, at most a few milliseconds of it, in its turn. */
  async run<T>(work: () => Promise<T>, isFirst = false): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const piece = () => resolve();
    (isFirst ? this.#first : this.#waiting).push(piece);
    const isBeginning = !this.#isCounting;
    if (isBeginning) this.#begin();
    this.#resume(isBeginning);
    await promise;
    try {
      return await work();
    } finally {
      if (this.#running === piece) this.#running = null;
      this.#resume();
    }
  }

  /** Does work to its end, or until the turn is used up, and the rest in further turns, one for one with others. */
  async go<T>(work: Generator<void, T, void>): Promise<T> {
    for (let step = this.#slice(work); ; step = await this.run(async () => this.#slice(work), true))
      if (step.done === true) return step.value;
  }

  #slice<T>(work: Generator<void, T, void>): IteratorResult<void, T> {
    for (;;) {
      const step = work.next();
      if (step.done === true || this.isSpent()) return step;
    }
  }

  /** A turn that begins lets one go on in any case. */
  #resume(isBeginning = false): void {
    // Real time, whatever the engine's clock says: this is about the load of the processor.
    if (this.#running !== null || !this.#isCounting || (!isBeginning && this.isSpent())) return;
    const next = this.#next();
    if (next === undefined) return;
    this.#running = next;
    next();
  }

  #next(): Piece | undefined {
    this.#wasFirst = this.#first.length > 0 && !(this.#wasFirst && this.#waiting.length > 0);
    return (this.#wasFirst ? this.#first : this.#waiting).shift();
  }

  #begin(): void {
    this.#isCounting = true;
    this.#startedMs = systemClock.nowMs();
    void nextTurn().then(() => {
      this.#isCounting = false;
      this.#running = null;
      if (this.waiting === 0) return;
      this.#begin();
      this.#resume(true);
    });
  }
}
