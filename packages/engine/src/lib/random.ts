/** Randomness, injected, so that a failing run can be repeated from its seed. */

import { randomFillSync } from "node:crypto";

export interface RandomSource {
  /** Fills and returns `length` fresh bytes. */
  bytes(length: number): Uint8Array;
}

/** Bytes asked of the operating system at a time: a call costs far more than the bytes. */
const POOL_BYTES = 4096;

/** The operating system's generator, not the global one, which functions see seeded. No byte is handed out twice. */
export const systemRandom: RandomSource = (() => {
  const pool = new Uint8Array(POOL_BYTES);
  let used = POOL_BYTES;
  return {
    bytes(length) {
      if (length > POOL_BYTES) return randomFillSync(new Uint8Array(length));
      if (used + length > POOL_BYTES) {
        randomFillSync(pool);
        used = 0;
      }
      const out = pool.slice(used, used + length);
      pool.fill(0, used, used + length);
      used += length;
      return out;
    },
  };
})();

/** A repeatable generator for tests (mulberry32). Never use it for secrets. */
export function seededRandom(seed: number): RandomSource & { next(): number } {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    bytes(length) {
      const out = new Uint8Array(length);
      for (let i = 0; i < length; i++) out[i] = Math.floor(next() * 256);
      return out;
    },
  };
}
