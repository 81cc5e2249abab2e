/** Values as functions hold them, made of stored text and made JSON: as the client library would, without the text. */

import { Base64, jsonToConvex, type Value } from "convex/values";
import { floatJson, integerJson, wrapperKey, type Json, type JsonObject } from "../../values/json.ts";
import { VALUE_LIMITS } from "../../values/limits.ts";
import { isSpecial } from "../../values/plain-document.ts";

/**
 * What a stored document or an answer holds, as functions and callers see it. Each call gives a fresh one, which is
 * theirs to change.
 */
export function valueOfText(text: string): Value {
  const json = JSON.parse(text) as Json;
  return isSpecial(text) ? jsonToConvex(json as Parameters<typeof jsonToConvex>[0]) : (json as Value);
}

/** What a function is given: the value of checked Convex JSON, which shares nothing with it. */
export function plainValue(json: Json): Value {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map(plainValue);
  if (wrapperKey(json) !== null) return jsonToConvex(json as Parameters<typeof jsonToConvex>[0]);
  const made: Record<string, Value> = {};
  for (const field of Object.keys(json)) made[field] = plainValue(json[field] as Json);
  return made;
}

/** Stands for a value that the client library must see: what it refuses, and what changes on its way through text. */
export const ODD: unique symbol = Symbol("odd");

/** What becomes of fields that are undefined at the top: the client library drops them, but not those of a patch. */
export type AtUndefined = "drop" | "keep";

/** Characters and values seen by `plainJson`. */
let seen = 0;

/** `plainJson`, and about how much it is to go through. */
export function weighedJson(value: unknown): { readonly json: Json | typeof ODD; readonly weight: number } {
  const before = seen;
  const json = plainJson(value);
  return { json, weight: seen - before };
}

/**
 * The Convex JSON of a value, which shares nothing with it. `ODD` where what the client library would say or make of
 * it is not certain.
 */
export function plainJson(value: unknown, atUndefined: AtUndefined = "drop", nesting = 0): Json | typeof ODD {
  switch (typeof value) {
    case "string":
      seen += value.length;
      return value;
    case "boolean":
      return value;
    case "number":
      return floatJson(value);
    case "bigint":
      return BigInt.asIntN(64, value) === value ? integerJson(value) : ODD;
    case "object":
      if (value === null) return null;
      // What is too deep is refused, and what holds itself never ends.
      if (nesting > VALUE_LIMITS.nesting) return ODD;
      return Array.isArray(value) ? arrayJson(value, nesting + 1) : objectJson(value, atUndefined, nesting + 1);
    default:
      return ODD;
  }
}

function arrayJson(value: readonly unknown[], nesting: number): Json[] | typeof ODD {
  const made: Json[] = [];
  seen += value.length;
  for (let i = 0; i < value.length; i++) {
    const element = plainJson(value[i], "drop", nesting);
    if (element === ODD) return ODD;
    made.push(element);
  }
  return made;
}

function objectJson(value: object, atUndefined: AtUndefined, nesting: number): JsonObject | typeof ODD {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === ArrayBuffer.prototype) return bytesJson(value as ArrayBuffer);
  if (prototype !== Object.prototype && prototype !== null) return ODD;
  const shape = shapeOf(Object.keys(value));
  seen += shape.fields.length;
  // Looked at before anything is made of a field: what is nested is gone through once.
  return shape.isInOrder && areThere(value as Fields, shape.fields)
    ? copiedJson(value as Fields, shape, nesting)
    : gatheredJson(value as Fields, shape, atUndefined, nesting);
}

type Fields = Readonly<Record<string, unknown>>;

/** Of an object whose fields are in order and there, as most are: a copy in one go, in which few are replaced. */
function copiedJson(value: Fields, { fields, arePlain }: Shape, nesting: number): JsonObject | typeof ODD {
  if (!arePlain) return ODD;
  const made: Record<string, unknown> = { ...value };
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i] as string;
    const child = made[field];
    const json = plainJson(child, "drop", nesting);
    if (json === ODD) return ODD;
    if (json !== child) made[field] = json;
  }
  return made as JsonObject;
}

function gatheredJson(
  value: Fields,
  { sorted, arePlain }: Shape,
  atUndefined: AtUndefined,
  nesting: number,
): JsonObject | typeof ODD {
  const made: JsonObject = {};
  for (let i = 0; i < sorted.length; i++) {
    const field = sorted[i] as string;
    const child = value[field];
    if (child === undefined && atUndefined === "drop") continue;
    if (!arePlain && !isPlainName(field)) return ODD;
    const json = child === undefined ? { $undefined: null } : plainJson(child, "drop", nesting);
    if (json === ODD) return ODD;
    made[field] = json;
  }
  return made;
}

function bytesJson(value: ArrayBuffer): JsonObject {
  seen += value.byteLength;
  return { $bytes: Base64.fromByteArray(new Uint8Array(value)) };
}

function areThere(value: Fields, fields: readonly string[]): boolean {
  for (let i = 0; i < fields.length; i++) if (value[fields[i] as string] === undefined) return false;
  return true;
}

/** The fields of an object, and how they are written. */
interface Shape {
  readonly fields: readonly string[];
  readonly sorted: readonly string[];
  readonly isInOrder: boolean;
  /** Whether the client library has nothing to say of any of them. */
  readonly arePlain: boolean;
}

/** Shapes that were met last: rows of a list have the same fields, and so has what lies in them. */
const shapes: Shape[] = [];
const KEPT_SHAPES = 8;
/** An object with more fields is a record more likely than a row, and no other has its fields. */
const MOST_FIELDS = 64;
/** Which one is given up next. */
let oldest = 0;

function shapeOf(fields: readonly string[]): Shape {
  for (let i = 0; i < shapes.length; i++) if (hasFields(shapes[i] as Shape, fields)) return shapes[i] as Shape;
  const isInOrder = areInOrder(fields);
  const made = {
    fields,
    sorted: isInOrder ? fields : fields.toSorted(),
    isInOrder,
    arePlain: fields.every(isPlainName),
  };
  if (fields.length <= MOST_FIELDS) {
    shapes[oldest] = made;
    oldest = (oldest + 1) % KEPT_SHAPES;
  }
  return made;
}

function areInOrder(fields: readonly string[]): boolean {
  for (let i = 1; i < fields.length; i++) if ((fields[i - 1] as string) > (fields[i] as string)) return false;
  return true;
}

function hasFields(shape: Shape, fields: readonly string[]): boolean {
  if (shape.fields.length !== fields.length) return false;
  for (let i = 0; i < fields.length; i++) if (shape.fields[i] !== fields[i]) return false;
  return true;
}

/** What no field name may begin with or hold is refused with the name in it, which is the client library's business. */
const IS_PLAIN_NAME = /^(?!\$)[ -~]{0,1024}$/;

/** Names that were plain: most are those of every other row. Long ones, and those of records, are not worth keeping. */
const plainNames = new Set<string>();
const MOST_NAMES = 4096;
const LONGEST_NAME = 64;

/** Whether the client library has nothing to say of a field's name. */
export function isPlainName(field: string): boolean {
  if (plainNames.has(field)) return true;
  if (!IS_PLAIN_NAME.test(field) || field === "__proto__") return false;
  if (field.length > LONGEST_NAME) return true;
  if (plainNames.size >= MOST_NAMES) plainNames.clear();
  plainNames.add(field);
  return true;
}
