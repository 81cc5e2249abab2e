/** Math.random of a query or mutation: seeded, so that one run is a function of its seed. */

import { toHex } from "../../lib/bytes.ts";
import type { RandomSource } from "../../lib/random.ts";

/** Sixteen random bytes as a UUID of version 4. */
export function uuidOf(bytes: Uint8Array): `${string}-${string}-${string}-${string}-${string}` {
  const own = Uint8Array.from(bytes);
  own[6] = ((own[6] as number) & 0x0f) | 0x40;
  own[8] = ((own[8] as number) & 0x3f) | 0x80;
  const hex = toHex(own);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

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
