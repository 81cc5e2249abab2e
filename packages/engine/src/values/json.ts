/**
 * Convex JSON: the encoding in which values cross every border of the engine and in which
 * documents are stored. Plain JSON, except that int64, bytes and the floats JSON cannot express
 * are objects with one key that starts with `$`. Field names never start with `$`, so the first
 * key tells a wrapped scalar from an object.
 */

import { Base64 } from "convex/values";

/** A parsed value in Convex JSON encoding. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A parsed object in Convex JSON encoding (or a wrapped scalar). */
export interface JsonObject {
  [field: string]: Json;
}

/** A JSON object as opposed to an array or a scalar. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Levels a message may have. Values have at most 64; the rest is the message around them. */
const MAX_LEVELS = 128;

/** Whether a text opens more levels than any message does: walking such a one would overflow the stack. */
export function isNestedTooDeeply(text: string): boolean {
  // Each level is an opening and a closing character, so most messages need no look.
  if (text.length <= 2 * MAX_LEVELS) return false;
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfString(text, at);
    else if (char === OPEN_LIST || char === OPEN_OBJECT) level++;
    else if (char === CLOSE_LIST || char === CLOSE_OBJECT) level--;
    if (level > MAX_LEVELS) return true;
  }
  return false;
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125];

/** Where the string that begins at `start` ends. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = end;
    while (text.charCodeAt(slashes - 1) === BACKSLASH) slashes--;
    if ((end - slashes) % 2 === 0) return end;
  }
  return text.length;
}

/** The `$` key of a wrapped scalar, or null for an ordinary object. */
export function wrapperKey(value: JsonObject): string | null {
  for (const key in value) return key.charCodeAt(0) === 36 ? key : null;
  return null;
}

/** True for `{$undefined: null}`. */
export function isUndefinedJson(value: Json): boolean {
  return isJsonObject(value) && value["$undefined"] === null && Object.keys(value).length === 1;
}

const scratch = new DataView(new ArrayBuffer(8));

/** Encodes an int64. */
export function integerJson(value: bigint): JsonObject {
  scratch.setBigInt64(0, value, true);
  return { $integer: Base64.fromByteArray(new Uint8Array(scratch.buffer)) };
}

/** Encodes a float64; the ones JSON cannot express are wrapped. */
export function floatJson(value: number): Json {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  scratch.setFloat64(0, value, true);
  return { $float: Base64.fromByteArray(new Uint8Array(scratch.buffer)) };
}

function wrappedBytes(key: string, encoded: Json, length?: number): Uint8Array {
  if (typeof encoded !== "string") throw new Error(`Malformed ${key} field`);
  let bytes: Uint8Array;
  try {
    bytes = Base64.toByteArray(encoded);
  } catch {
    throw new Error(`Malformed ${key} field`);
  }
  if (length !== undefined && bytes.length !== length) {
    throw new Error(`Received ${bytes.length} bytes, expected ${length} for ${key}`);
  }
  return bytes;
}

/** A wrapped scalar taken apart. */
export type Wrapped =
  | { readonly kind: "int64"; readonly value: bigint }
  | { readonly kind: "float64"; readonly value: number }
  | { readonly kind: "bytes"; readonly value: Uint8Array }
  | { readonly kind: "undefined" }
  | { readonly kind: "commitTs" };

/** Decodes a wrapped scalar whose `$` key is already known; throws on a malformed one. */
export function unwrap(value: JsonObject, key: string): Wrapped {
  if (Object.keys(value).length !== 1) throw new Error(`Field name ${key} starts with a '$', which is reserved.`);
  const encoded = value[key] as Json;
  switch (key) {
    case "$integer": {
      const bytes = wrappedBytes(key, encoded, 8);
      return { kind: "int64", value: new DataView(bytes.buffer, bytes.byteOffset).getBigInt64(0, true) };
    }
    case "$float": {
      const bytes = wrappedBytes(key, encoded, 8);
      return { kind: "float64", value: new DataView(bytes.buffer, bytes.byteOffset).getFloat64(0, true) };
    }
    case "$bytes":
      return { kind: "bytes", value: wrappedBytes(key, encoded) };
    case "$undefined":
      return { kind: "undefined" };
    case "$commitTs":
      return { kind: "commitTs" };
    default:
      throw new Error(`Field name ${key} starts with a '$', which is reserved.`);
  }
}

/** The value at a dotted path of a document, or undefined when any step is missing. */
export function valueAtPath(document: JsonObject, path: readonly string[]): Json | undefined {
  let current: Json | undefined = document;
  for (const step of path) {
    if (!isJsonObject(current) || wrapperKey(current) !== null || !Object.hasOwn(current, step)) return undefined;
    current = current[step];
  }
  return current;
}
