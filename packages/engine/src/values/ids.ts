/**
 * Document ids as text: Crockford base32 of table number (LEB128 varint), 16 bytes of internal id,
 * and a two-byte checksum (Fletcher-16 modulo 256, xor the format version, which is 0).
 * Decoding accepts only the one canonical spelling. The last two internal bytes are the day the
 * row was made, so rows made together lie together in the id index.
 */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const INTERNAL_BYTES = 16;
const FOOTER_BYTES = 2;
const MAX_TABLE_NUMBER = 2 ** 32 - 1;
const MS_PER_DAY = 86_400_000;
const NO_TABLE = "Invalid table number";

const DIGIT_OF = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) DIGIT_OF[ALPHABET.charCodeAt(i)] = i;

/** A document id taken apart. */
export interface DocumentId {
  readonly tableNumber: number;
  readonly internalId: Uint8Array;
}

function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 128)) length++;
  return length;
}

function writeChecksum(bytes: Uint8Array): void {
  const end = bytes.length - FOOTER_BYTES;
  let first = 0;
  let second = 0;
  for (let i = 0; i < end; i++) {
    first = (first + (bytes[i] as number)) & 0xff;
    second = (second + first) & 0xff;
  }
  bytes[end] = first;
  bytes[end + 1] = second;
}

function toBase32(bytes: Uint8Array): string {
  let out = "";
  let pending = 0;
  let bits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += ALPHABET[(pending >> bits) & 31];
    }
    pending &= (1 << bits) - 1;
  }
  return bits > 0 ? out + ALPHABET[(pending << (5 - bits)) & 31] : out;
}

function fromBase32(text: string): Uint8Array | null {
  const out = new Uint8Array(Math.floor((text.length * 5) / 8));
  let pending = 0;
  let bits = 0;
  let at = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const digit = code < 128 ? (DIGIT_OF[code] as number) : -1;
    if (digit < 0) return null;
    pending = (pending << 5) | digit;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    out[at++] = pending >> bits;
    pending &= (1 << bits) - 1;
  }
  // Left-over bits must be fewer than one digit and zero, or two texts would name one id.
  return bits < 5 && pending === 0 ? out : null;
}

/** Spells an id. */
export function encodeId(id: DocumentId): string {
  const prefix = varintLength(id.tableNumber);
  const bytes = new Uint8Array(prefix + INTERNAL_BYTES + FOOTER_BYTES);
  let rest = id.tableNumber;
  for (let i = 0; i < prefix; i++) {
    bytes[i] = (rest % 128) | (i < prefix - 1 ? 0x80 : 0);
    rest = Math.floor(rest / 128);
  }
  bytes.set(id.internalId, prefix);
  writeChecksum(bytes);
  return toBase32(bytes);
}

/** Reads an id; null when the text is not a canonical, intact id. */
export function decodeId(text: string): DocumentId | null {
  const id = readId(text);
  return typeof id === "string" ? null : id;
}

/** Why a text cannot be the id that was wanted, in the words of Convex. */
export function whyNoId(text: string): string {
  const id = readId(text);
  return typeof id === "string" ? `Unable to decode ID: ${id}` : "The ID is of another table";
}

function readId(text: string): DocumentId | string {
  if (text.length < 31 || text.length > 37) return `Invalid ID length ${text.length}`;
  const bytes = fromBase32(text);
  if (bytes === null) return "ID wasn't valid base32";
  const prefix = bytes.length - INTERNAL_BYTES - FOOTER_BYTES;
  let tableNumber = 0;
  for (let i = 0; i < prefix; i++) {
    const byte = bytes[i] as number;
    if (byte >= 0x80 !== i < prefix - 1) return NO_TABLE;
    tableNumber += (byte & 0x7f) * 128 ** i;
  }
  if (tableNumber === 0 || tableNumber > MAX_TABLE_NUMBER || varintLength(tableNumber) !== prefix) return NO_TABLE;
  const [first, second] = [bytes[bytes.length - 2], bytes[bytes.length - 1]];
  writeChecksum(bytes);
  if (bytes[bytes.length - 2] !== first || bytes[bytes.length - 1] !== second) return "Its checksum is wrong";
  return { tableNumber, internalId: bytes.slice(prefix, prefix + INTERNAL_BYTES) };
}

/** Makes the internal part of a new id: 14 random bytes, then the day since the epoch. */
export function newInternalId(randomBytes: Uint8Array, nowMs: number): Uint8Array {
  const id = new Uint8Array(INTERNAL_BYTES);
  id.set(randomBytes.subarray(0, INTERNAL_BYTES - 2));
  const day = Math.max(0, Math.floor(nowMs / MS_PER_DAY)) & 0xffff;
  id[INTERNAL_BYTES - 2] = day >> 8;
  id[INTERNAL_BYTES - 1] = day & 0xff;
  return id;
}
