/** Math.random of a query or mutation: seeded, so that one run is a function of its seed. */
import type { RandomSource } from "../lib/random.ts";

/** A small fast generator (sfc32) over a 128-bit seed. */
export function seededGenerator(random: RandomSource): () => number {
  const seed = random.bytes(16);
  const words = new DataView(seed.buffer, seed.byteOffset, 16);
  let a = words.getUint32(0);
  let b = words.getUint32(4);
  let c = words.getUint32(8);
  let counter = words.getUint32(12);
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
}
