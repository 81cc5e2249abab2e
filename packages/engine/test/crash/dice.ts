/** Seeded choices. The seed is printed by whoever runs them, so that a failing run can be repeated. */

import { seededRandom } from "../../src/testing/index.ts";

export class Dice {
  readonly #random: ReturnType<typeof seededRandom>;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  /** An integer from 0 to `count - 1`. */
  below(count: number): number {
    return Math.floor(this.#random.next() * count);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }

  chance(share: number): boolean {
    return this.#random.next() < share;
  }

  /** Up to `highest`, small numbers as likely as large ones. */
  anyMagnitude(highest: number): number {
    return Math.floor(Math.exp(this.#random.next() * Math.log(highest + 1))) - 1;
  }
}

/** Lets the event loop turn: the passing of time without a clock. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}
