/**
 * How an entry of a vector index lies in bytes. All entries of one index are equally long:
 *
 *   a zero, as no key begins with 0xff      (1 byte)
 *   internal id                             (16 bytes)
 *   value of every filter field, as a hash  (16 bytes each)
 *   the vector, of length one               (4 bytes a number, little-endian as on every machine Node runs on)
 *
 * So an index is searched and brought up to date without reading a document.
 */

/** Where the internal id begins. */
export const ID_AT = 1;
/** Bytes of an internal id. */
export const ID_BYTES = 16;
/** Where the hashes begin. */
export const HASHES_AT = ID_AT + ID_BYTES;
/** Bytes of a filter value's hash: too many for anybody to find two values with the same. */
export const HASH_BYTES = 16;
/** Bytes of one number of a vector. */
export const NUMBER_BYTES = 4;

/** What the length of an index's entries follows from. */
export interface VectorShape {
  readonly dimensions: number;
  /** How many filter fields there are. */
  readonly filters: number;
}

/** Where the vector begins. */
export function vectorOffset({ filters }: VectorShape): number {
  return HASHES_AT + filters * HASH_BYTES;
}

/** Bytes of one entry. */
export function entryBytes(shape: VectorShape): number {
  return vectorOffset(shape) + shape.dimensions * NUMBER_BYTES;
}

/** What the entry of a document begins with. */
export function entryPrefix(id: Uint8Array): Uint8Array {
  const prefix = new Uint8Array(HASHES_AT);
  prefix.set(id, ID_AT);
  return prefix;
}

/** The internal id in an entry. */
export function idOf(entry: Uint8Array): Uint8Array {
  return entry.subarray(ID_AT, HASHES_AT);
}

/** An internal id as the key of a map: one character per byte. */
export function idText(id: Uint8Array): string {
  return Buffer.from(id.buffer, id.byteOffset, ID_BYTES).toString("latin1");
}

/** The reverse of `idText`. */
export function idOfText(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, "latin1"));
}
