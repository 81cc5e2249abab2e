/**
 * Export JSON: how documents are written in snapshot ZIPs. There a number's spelling is its type:
 * with a point or an exponent it is a float64, without it is an int64.
 */

import { Base64 } from "convex/values";
import { floatJson, integerJson, isJsonObject, unwrap, wrapperKey } from "./json.ts";
import type { Json, JsonObject } from "./json.ts";

/** What the numbers of a text without a point or an exponent are. */
export type PlainNumbers = "int64" | "float64";

const LOOKS_FLOAT = /[.eE]/;
const INT64 = { lowest: -(2n ** 63n), highest: 2n ** 63n - 1n } as const;
/** A digit more than the longest int64 with its sign: longer texts need not be read to be refused. */
const LONGEST_INT64 = 21;

function floatText(value: number): string {
  const text = String(value);
  return LOOKS_FLOAT.test(text) ? text : `${text}.0`;
}

function wrappedText(value: JsonObject, wrapper: string): string {
  const scalar = unwrap(value, wrapper);
  if (scalar.kind === "int64") return String(scalar.value);
  if (scalar.kind === "bytes") return JSON.stringify({ $bytes: Base64.fromByteArray(scalar.value) });
  if (scalar.kind !== "float64") throw new Error(`A stored document holds ${wrapper}, which is no value.`);
  return Object.is(scalar.value, -0) ? "-0.0" : JSON.stringify(value);
}

/** Writes a stored value as export JSON. */
export function exportText(value: Json): string {
  if (typeof value === "number") return floatText(value);
  if (Array.isArray(value)) return `[${value.map(exportText).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const wrapper = wrapperKey(value);
  if (wrapper !== null) return wrappedText(value, wrapper);
  return `{${Object.keys(value)
    .map((field) => `${JSON.stringify(field)}:${exportText(value[field] as Json)}`)
    .join(",")}}`;
}

function readNumber(source: string, value: number, plain: PlainNumbers): Json {
  if (plain === "int64" && !LOOKS_FLOAT.test(source)) {
    const integer = source.length > LONGEST_INT64 ? null : BigInt(source);
    if (integer === null || integer < INT64.lowest || integer > INT64.highest)
      throw new Error(`${source.slice(0, 40)} is no 64-bit integer`);
    return integerJson(integer);
  }
  if (!Number.isFinite(value)) throw new Error(`${source.slice(0, 40)} is no 64-bit float`);
  return floatJson(value);
}

/** `JSON.parse` with the text of each number, as V8 gives it; the type library does not know it yet. */
type ParseWithSource = (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;
const parseWithSource = JSON.parse as ParseWithSource;

/** Reads export JSON into a value as it is stored; placeholders that are no values are refused. */
export function parseExportText(text: string, plain: PlainNumbers): Json {
  return parseWithSource(text, (key, value, { source }) => {
    if (key === "$undefined" || key === "$commitTs") throw new Error(`${key} is no value`);
    return typeof value === "number" && source !== undefined ? readNumber(source, value, plain) : value;
  }) as Json;
}
