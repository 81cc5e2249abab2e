/** Field readers shared by the message families. Each throws ProtocolError naming the field. */

import { isJsonObject, type JsonObject, type Json } from "../values/json.ts";

const MAX_U32 = 2 ** 32 - 1;

/** A message the client should never have sent. Answered with FatalError and a close. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
}

/** The value as an object, or a ProtocolError naming `what`. */
export function readObject(value: unknown, what: string): JsonObject {
  if (!isJsonObject(value)) throw new ProtocolError(`${what} must be an object`);
  return value;
}

/** A required string field. */
export function readString(from: JsonObject, field: string): string {
  const value = from[field];
  if (typeof value !== "string") throw new ProtocolError(`Field "${field}" must be a string`);
  return value;
}

/** A string field that may be absent or null. */
export function readOptionalString(from: JsonObject, field: string): string | null {
  const value = from[field];
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw new ProtocolError(`Field "${field}" must be a string or null`);
  return value;
}

/** An unsigned 32-bit integer field: ids and versions. */
export function readU32(from: JsonObject, field: string): number {
  const value = from[field];
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value > MAX_U32) {
    throw new ProtocolError(`Field "${field}" must be an unsigned 32-bit integer`);
  }
  return value;
}

/** A finite number field. */
export function readNumber(from: JsonObject, field: string): number {
  const value = from[field];
  // JSON.parse reads 1e999 as Infinity, which JSON cannot say back.
  if (typeof value !== "number" || !Number.isFinite(value))
    throw new ProtocolError(`Field "${field}" must be a number`);
  return value;
}

/** The one-element argument array of a function call. */
export function readArgs(from: JsonObject): JsonObject {
  const args = from["args"];
  if (!Array.isArray(args) || args.length > 1)
    throw new ProtocolError('Field "args" must be an array of at most one object');
  return args.length === 0 ? {} : readObject(args[0], "The argument");
}

/** A list field. */
export function readList(from: JsonObject, field: string): Json[] {
  const value = from[field];
  if (!Array.isArray(value)) throw new ProtocolError(`Field "${field}" must be a list`);
  return value;
}
