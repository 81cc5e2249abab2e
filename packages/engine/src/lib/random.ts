/** Randomness, injected, so that a failing run can be repeated from its seed. */
export interface RandomSource {
  /** Fills and returns `length` fresh bytes. */
  bytes(length: number): Uint8Array;
}

/** The operating system's generator. */
export const systemRandom: RandomSource = {
  bytes: (length) => globalThis.crypto.getRandomValues(new Uint8Array(length)),
};

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
