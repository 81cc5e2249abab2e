/** From documents to the entries of a vector index, see layout.ts. */

import { createHash } from "node:crypto";
import { isJsonObject, unwrap, valueAtPath, wrapperKey } from "../../values/json.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import { encodeKey } from "../../values/keys.ts";
import type { VectorInfo } from "../schema/catalog.ts";
import { entryBytes, HASH_BYTES, HASHES_AT, ID_AT, vectorOffset } from "./layout.ts";

/** The entry of a document; none when the field holds no vector of the index's length. */
export function vectorKeys(info: VectorInfo, document: JsonObject, internalId: Uint8Array): Uint8Array[] {
  const numbers = numbersOf(valueAtPath(document, info.vectorPath), info.dimensions);
  const vector = numbers === null ? null : directionOf(numbers);
  if (vector === null) return [];
  const shape = { dimensions: info.dimensions, filters: info.filterPaths.length };
  const entry = new Uint8Array(entryBytes(shape));
  entry.set(internalId, ID_AT);
  info.filterPaths.forEach((path, i) => entry.set(filterHash(valueAtPath(document, path)), HASHES_AT + i * HASH_BYTES));
  entry.set(new Uint8Array(vector.buffer), vectorOffset(shape));
  return [entry];
}

/** What stands for a filter value; a missing field has one of its own. */
export function filterHash(value: Json | undefined): Uint8Array {
  return createHash("sha256")
    .update(encodeKey([value]))
    .digest()
    .subarray(0, HASH_BYTES);
}

/** A list of so many floats, or null. */
function numbersOf(value: Json | undefined, length: number): number[] | null {
  if (!Array.isArray(value) || value.length !== length) return null;
  const numbers: number[] = [];
  for (const element of value) {
    const number = typeof element === "number" ? element : wrappedFloat(element);
    if (number === null) return null;
    numbers.push(number);
  }
  return numbers;
}

/** A float that JSON cannot express. */
function wrappedFloat(element: Json): number | null {
  const wrapper = isJsonObject(element) ? wrapperKey(element) : null;
  if (wrapper === null) return null;
  const scalar = unwrap(element as JsonObject, wrapper);
  return scalar.kind === "float64" ? scalar.value : null;
}

/** The vector of length one in this direction; zeros for zeros, null when a number is not finite. */
export function directionOf(numbers: readonly number[]): Float32Array<ArrayBuffer> | null {
  let largest = 0;
  for (const number of numbers) {
    if (!Number.isFinite(number)) return null;
    largest = Math.max(largest, Math.abs(number));
  }
  const direction = new Float32Array(numbers.length);
  if (largest === 0) return direction;
  // Divided by the largest first: squares of very large and very small numbers would be infinite and zero.
  let squares = 0;
  for (const number of numbers) squares += (number / largest) ** 2;
  const length = Math.sqrt(squares);
  numbers.forEach((number, i) => (direction[i] = number / largest / length));
  return direction;
}
