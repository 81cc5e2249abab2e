/** Byte strings compared as SQLite compares BLOBs: byte by byte, then the shorter first. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const difference = (a[i] as number) - (b[i] as number);
    if (difference !== 0) return difference < 0 ? -1 : 1;
  }
  return a.length === b.length ? 0 : a.length < b.length ? -1 : 1;
}

/** The smallest byte string greater than `key`: the end of the half-open interval holding only `key`. */
export function afterKey(key: Uint8Array): Uint8Array {
  const out = new Uint8Array(key.length + 1);
  out.set(key);
  return out;
}

/** The smallest byte string greater than everything starting with `prefix`; null when there is none. */
export function afterPrefix(prefix: Uint8Array): Uint8Array | null {
  let length = prefix.length;
  while (length > 0 && prefix[length - 1] === 0xff) length--;
  if (length === 0) return null;
  const out = prefix.slice(0, length);
  out[length - 1] = (out[length - 1] as number) + 1;
  return out;
}

/** Lowercase hex. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");
}
