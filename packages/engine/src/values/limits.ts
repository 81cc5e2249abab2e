/**
 * What a value may look like. One walk checks nesting, lengths, field names and encodings, adds up
 * the size, and hands back the canonical form: fields sorted, floats wrapped only when JSON cannot
 * express them. A value that is canonical already is returned as it is.
 */

import { floatJson, integerJson, unwrap, wrapperKey } from "./json.ts";
import type { Json, JsonObject } from "./json.ts";
import { utf8Length, wrappedSize } from "./size.ts";

/** Ceilings of one value. */
export const VALUE_LIMITS = {
  nesting: 64,
  documentNesting: 16,
  documentBytes: 1024 * 1024,
  arrayLength: 8192,
  objectFields: 1024,
  fieldNameLength: 1024,
  identifierLength: 64,
} as const;

/** A checked value in canonical form with its size in bytes. */
export interface CheckedValue<T extends Json = Json> {
  readonly value: T;
  readonly size: number;
}

/** Throws when `name` cannot be a field name at any level. */
export function checkFieldName(name: string): void {
  if (name.length === 0) throw new Error("Field name is empty. Field names must be nonempty.");
  if (name.length > VALUE_LIMITS.fieldNameLength) {
    throw new Error(
      `Field name is too long (${name.length} > maximum length ${VALUE_LIMITS.fieldNameLength}): ${name.slice(0, 64)}...`,
    );
  }
  if (name.charCodeAt(0) === 36) throw new Error(`Field name ${name} starts with a '$', which is reserved.`);
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    if (code < 32 || code > 126) {
      throw new Error(
        `Field name ${name} has invalid character '${name[i]}': Field names can only contain non-control ASCII characters`,
      );
    }
  }
}

const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Whether `name` may name a table or an index. */
export function isIdentifier(name: string): boolean {
  return name.length <= VALUE_LIMITS.identifierLength && IDENTIFIER.test(name);
}

interface Walk {
  size: number;
  readonly maxNesting: number;
  /** What `{$commitTs: null}` becomes; null keeps it. */
  readonly commitTs: bigint | null;
}

function walkArray(walk: Walk, value: Json[], nesting: number): Json[] {
  if (value.length > VALUE_LIMITS.arrayLength) {
    throw new Error(`Array length is too long (${value.length} > maximum length ${VALUE_LIMITS.arrayLength})`);
  }
  let rebuilt: Json[] | null = null;
  for (let i = 0; i < value.length; i++) {
    const element = value[i] as Json;
    const checked = walkValue(walk, element, nesting);
    if (checked !== element && rebuilt === null) rebuilt = value.slice(0, i);
    rebuilt?.push(checked);
  }
  return rebuilt ?? value;
}

function walkWrapped(walk: Walk, value: JsonObject, wrapper: string): Json {
  const scalar = unwrap(value, wrapper);
  if (scalar.kind === "undefined") throw new Error("undefined is not a valid Convex value.");
  walk.size += wrappedSize(value, wrapper);
  if (scalar.kind === "commitTs" && walk.commitTs !== null) return integerJson(walk.commitTs);
  return scalar.kind === "float64" && Number.isFinite(scalar.value) && !Object.is(scalar.value, -0)
    ? scalar.value
    : value;
}

function walkObject(walk: Walk, value: JsonObject, fields: string[], nesting: number): JsonObject {
  if (fields.length > VALUE_LIMITS.objectFields) {
    throw new Error(`Object has too many fields (${fields.length} > maximum number ${VALUE_LIMITS.objectFields})`);
  }
  let changed: Map<string, Json> | null = null;
  let previous = "";
  let isSorted = true;
  for (const field of fields) {
    checkFieldName(field);
    if (field < previous) isSorted = false;
    previous = field;
    walk.size += utf8Length(field) + 1;
    const child = value[field] as Json;
    const checked = walkValue(walk, child, nesting);
    if (checked !== child) (changed ??= new Map()).set(field, checked);
  }
  if (isSorted && changed === null) return value;
  return Object.fromEntries(fields.sort().map((field) => [field, changed?.get(field) ?? (value[field] as Json)]));
}

function walkValue(walk: Walk, value: Json, nesting: number): Json {
  if (typeof value === "string") {
    walk.size += 2 + utf8Length(value);
    return value;
  }
  if (typeof value === "number") {
    walk.size += 9;
    return Object.is(value, -0) || !Number.isFinite(value) ? floatJson(value) : value;
  }
  if (value === null || typeof value === "boolean") {
    walk.size += 1;
    return value;
  }
  if (typeof value !== "object") throw new Error(`${typeof value} is not a valid Convex value.`);
  // Asked for once: thousands of names take their time to list.
  const fields = Array.isArray(value) ? null : Object.keys(value);
  const [first = ""] = fields ?? [];
  if (first.charCodeAt(0) === 36) return walkWrapped(walk, value as JsonObject, first);
  if (nesting + 1 > walk.maxNesting) {
    throw new Error(`Value is too nested (nested ${nesting + 1} levels deep > maximum nesting ${walk.maxNesting})`);
  }
  walk.size += 2;
  return fields === null
    ? walkArray(walk, value as Json[], nesting + 1)
    : walkObject(walk, value as JsonObject, fields, nesting + 1);
}

/** Checks any value (arguments, results) against the limits of values. */
export function checkValue(value: Json): CheckedValue {
  const walk: Walk = { size: 0, maxNesting: VALUE_LIMITS.nesting, commitTs: null };
  const checked = walkValue(walk, value, 0);
  return { value: checked, size: walk.size };
}

/** Checks the fields of a document, system fields excluded; `commitTs` fills commit-timestamp placeholders. */
export function checkDocumentFields(value: unknown, commitTs: bigint): CheckedValue<JsonObject> {
  if (typeof value !== "object" || value === null || Array.isArray(value) || wrapperKey(value as JsonObject) !== null) {
    throw new Error("Value must be an Object");
  }
  const walk: Walk = { size: 0, maxNesting: VALUE_LIMITS.documentNesting, commitTs };
  const checked = walkValue(walk, value as JsonObject, 0) as JsonObject;
  for (const field in checked) {
    if (field.charCodeAt(0) === 95) {
      throw new Error(`Field '${field}' starts with an underscore, which is only allowed for system fields like '_id'`);
    }
  }
  return { value: checked, size: walk.size };
}

/** Throws when a whole document is larger than a document may be. */
export function checkDocumentSize(size: number): void {
  if (size <= VALUE_LIMITS.documentBytes) return;
  throw new Error(`Value is too large (${(size / 1024 / 1024).toFixed(2)} MiB > maximum size 1 MiB)`);
}
