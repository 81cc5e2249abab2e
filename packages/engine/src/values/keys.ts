/**
 * Order-preserving keys: values encoded so that comparing the bytes compares the values in Convex
 * order (undefined < null < int64 < float64 < boolean < string < bytes < array < object).
 *
 * Every encoding is self-delimiting: none is a proper prefix of another, so the keys that start
 * with the encoding of v are exactly those whose component equals v, and `afterPrefix` bounds them.
 * Inside strings and bytes 0x00 becomes 01 01 and 0x01 becomes 01 02, which leaves 0x00 free to end
 * them and keeps the order.
 */

import { isJsonObject, unwrap, wrapperKey } from "./json.ts";
import type { Json, JsonObject } from "./json.ts";

const TAG = {
  undefined: 0x01,
  null: 0x03,
  int64: 0x08,
  float64: 0x0d,
  false: 0x0e,
  true: 0x0f,
  string: 0x10,
  bytes: 0x11,
  array: 0x12,
  object: 0x15,
} as const;

/** No key of an index reaches this: an upper bound for "to the end". */
export const KEY_END = Uint8Array.of(0xff);

/** Builds one key; reused, so the result of `take` is a copy. */
export class KeyWriter {
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  /** Starts over. */
  reset(): void {
    this.#length = 0;
  }

  /** A copy of what was written since the last reset. */
  take(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** Appends raw bytes; only sound at the end of a key, with a fixed length. */
  raw(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Appends one value; `undefined` is a missing field. */
  value(value: Json | undefined): void {
    if (value === undefined) this.#byte(TAG.undefined);
    else if (value === null) this.#byte(TAG.null);
    else if (typeof value === "string") this.#string(value);
    else if (typeof value === "number") this.#float(value);
    else if (typeof value === "boolean") this.#byte(value ? TAG.true : TAG.false);
    else if (Array.isArray(value)) this.#array(value);
    else this.#object(value);
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
    this.#view = new DataView(grown.buffer);
  }

  #byte(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  #float(value: number): void {
    this.#reserve(9);
    this.#bytes[this.#length] = TAG.float64;
    const at = this.#length + 1;
    this.#view.setFloat64(at, value);
    const high = this.#view.getInt32(at);
    if (high < 0) {
      this.#view.setInt32(at, ~high);
      this.#view.setInt32(at + 4, ~this.#view.getInt32(at + 4));
    } else {
      this.#view.setInt32(at, high ^ 0x80000000);
    }
    this.#length += 9;
  }

  #int64(value: bigint): void {
    this.#reserve(9);
    this.#bytes[this.#length] = TAG.int64;
    this.#view.setBigInt64(this.#length + 1, value ^ (-1n << 63n));
    this.#length += 9;
  }

  #string(value: string): void {
    this.#byte(TAG.string);
    // At most 3 bytes per UTF-16 unit; an escaped ASCII unit takes 2.
    this.#reserve(value.length * 3 + 1);
    const bytes = this.#bytes;
    let at = this.#length;
    for (let i = 0; i < value.length; i++) {
      let code = value.charCodeAt(i);
      if (code < 0x80) {
        if (code < 2) {
          bytes[at++] = 1;
          code += 1;
        }
        bytes[at++] = code;
        continue;
      }
      if (code >= 0xd800 && code < 0xe000) code = value.codePointAt(i) as number;
      if (code > 0xffff) i++;
      at = putUtf8(bytes, at, code);
    }
    bytes[at++] = 0;
    this.#length = at;
  }

  #bytesValue(value: Uint8Array): void {
    this.#byte(TAG.bytes);
    this.#reserve(value.length * 2 + 1);
    const bytes = this.#bytes;
    let at = this.#length;
    for (const byte of value) {
      if (byte < 2) bytes[at++] = 1;
      bytes[at++] = byte < 2 ? byte + 1 : byte;
    }
    bytes[at++] = 0;
    this.#length = at;
  }

  #array(value: readonly Json[]): void {
    this.#byte(TAG.array);
    for (const element of value) this.value(element);
    this.#byte(0);
  }

  #object(value: JsonObject): void {
    const wrapper = wrapperKey(value);
    if (wrapper !== null) {
      this.#wrapped(value, wrapper);
      return;
    }
    this.#byte(TAG.object);
    for (const field of Object.keys(value).sort()) {
      this.#string(field);
      this.value(value[field] as Json);
    }
    this.#byte(0);
  }

  #wrapped(value: JsonObject, wrapper: string): void {
    const scalar = unwrap(value, wrapper);
    switch (scalar.kind) {
      case "int64":
        return this.#int64(scalar.value);
      case "float64":
        return this.#float(scalar.value);
      case "bytes":
        return this.#bytesValue(scalar.value);
      case "undefined":
        return this.#byte(TAG.undefined);
      case "commitTs":
        return this.#int64(2n ** 63n - 1n);
      default:
        scalar satisfies never;
    }
  }
}

/** Writes one code point above ASCII; a lone surrogate keeps its three-byte form and so its place. */
function putUtf8(bytes: Uint8Array, start: number, code: number): number {
  let at = start;
  if (code < 0x800) {
    bytes[at++] = 0xc0 | (code >> 6);
  } else {
    if (code < 0x10000) {
      bytes[at++] = 0xe0 | (code >> 12);
    } else {
      bytes[at++] = 0xf0 | (code >> 18);
      bytes[at++] = 0x80 | ((code >> 12) & 0x3f);
    }
    bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
  }
  bytes[at++] = 0x80 | (code & 0x3f);
  return at;
}

const shared = new KeyWriter();

/** The key of a tuple of values. */
export function encodeKey(values: readonly (Json | undefined)[]): Uint8Array {
  shared.reset();
  for (const value of values) shared.value(value);
  return shared.take();
}

/** Where in a key of `encodeKey` the value that begins at `at` ends: the place of the next one. */
export function valueEnd(key: Uint8Array, at: number): number {
  switch (key[at]) {
    case TAG.int64:
    case TAG.float64:
      return at + 9;
    case TAG.string:
    case TAG.bytes:
      return key.indexOf(0, at + 1) + 1;
    case TAG.array:
    case TAG.object: {
      // An object is its fields' names and values by turns: both are values of a key.
      let end = at + 1;
      while (key[end] !== 0) end = valueEnd(key, end);
      return end + 1;
    }
    default:
      return at + 1;
  }
}

/** Compares two values in Convex order without building keys where both are the same plain scalar type. */
export function compareJson(a: Json | undefined, b: Json | undefined): number {
  if (typeof a === "number" && typeof b === "number" && a !== 0 && b !== 0 && a === a && b === b) {
    return a < b ? -1 : a > b ? 1 : 0;
  }
  if (a === b && !isJsonObject(a) && !Array.isArray(a)) return 0;
  const left = encodeKey([a]);
  const right = encodeKey([b]);
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    if (left[i] !== right[i]) return (left[i] as number) < (right[i] as number) ? -1 : 1;
  }
  return left.length === right.length ? 0 : left.length < right.length ? -1 : 1;
}
