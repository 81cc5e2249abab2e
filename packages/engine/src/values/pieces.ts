/**
 * Long values a piece at a time: each walk here stops wherever somebody else can go on, and gives what the walk in one
 * go gives. What is walked belongs to the engine alone, so that nobody changes it meanwhile.
 */

import type { Json, JsonObject } from "./json.ts";
import { wrapperKey } from "./json.ts";
import { utf8Length, valueSize, wrappedSize } from "./size.ts";
import type { FieldValidatorJson, ValidatorJson } from "./validator-json.ts";
import { checkValidator, type IdTables } from "./validators.ts";

/** Work that yields between its pieces. */
export type Pieces<T> = Generator<void, T, void>;

/** Values and characters that are walked in one go. */
const PIECE = 16 * 1024;

/** What is left of a number of values and characters behind those of a value; negative once there are more. */
function left(value: Json, units: number): number {
  if (typeof value === "string") return units - value.length - 1;
  let rest = units - 1;
  if (typeof value !== "object" || value === null) return rest;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && rest >= 0; i++) rest = left(value[i] as Json, rest);
    return rest;
  }
  for (const field in value) {
    rest = left(value[field] as Json, rest - field.length);
    if (rest < 0) return rest;
  }
  return rest;
}

/** Counts what was walked in one go; `isSpent` when it was a piece, and then begins anew. */
class Walked {
  readonly piece: number;
  #left: number;

  constructor(piece = PIECE) {
    this.piece = piece;
    this.#left = piece;
  }

  /** Whether a value is walked in one go; it is counted then. */
  takes(value: Json): boolean {
    const rest = left(value, this.piece);
    if (rest >= 0) this.#left -= this.piece - rest;
    return rest >= 0;
  }

  isSpent(): boolean {
    if (this.#left > 0) return false;
    this.#left = this.piece;
    return true;
  }
}

/** A text cut into parts of at most so many units, between characters. */
export function* textParts(text: string, units: number): Generator<string, void, void> {
  for (let start = 0; start < text.length;) {
    let end = Math.min(start + units, text.length);
    while (end < text.length && isHigh(text.charCodeAt(end - 1))) end++;
    yield text.slice(start, end);
    start = end;
  }
}

/** A unit that may be the first of a pair. */
function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** As `JSON.stringify`. */
export function* jsonText(value: Json, piece = PIECE): Pieces<string> {
  const text: string[] = [];
  yield* write(value, text, new Walked(piece));
  return text.join("");
}

function* write(value: Json, text: string[], walked: Walked): Pieces<void> {
  if (walked.takes(value)) {
    text.push(JSON.stringify(value));
  } else if (typeof value === "string") {
    text.push('"');
    for (const part of textParts(value, walked.piece)) {
      text.push(JSON.stringify(part).slice(1, -1));
      yield;
    }
    text.push('"');
  } else if (Array.isArray(value)) {
    yield* writeEach(value, text, walked);
  } else {
    let before = "{";
    for (const [field, child] of Object.entries(value as JsonObject)) {
      text.push(`${before}${JSON.stringify(field)}:`);
      yield* write(child, text, walked);
      if (walked.isSpent()) yield;
      before = ",";
    }
    text.push("}");
  }
}

function* writeEach(values: readonly Json[], text: string[], walked: Walked): Pieces<void> {
  let before = "[";
  for (const value of values) {
    text.push(before);
    if (walked.takes(value)) text.push(JSON.stringify(value));
    else yield* write(value, text, walked);
    if (walked.isSpent()) yield;
    before = ",";
  }
  text.push("]");
}

/** As `valueSize`. */
export function sizeOf(value: Json, piece = PIECE): Pieces<number> {
  return measure(value, new Walked(piece));
}

function* measure(value: Json, walked: Walked): Pieces<number> {
  if (walked.takes(value)) return valueSize(value);
  if (typeof value !== "object" || value === null)
    return typeof value === "string" ? yield* textSize(value, walked.piece) : 0;
  let size = 2;
  if (Array.isArray(value)) {
    for (const element of value) {
      size += walked.takes(element) ? valueSize(element) : yield* measure(element, walked);
      if (walked.isSpent()) yield;
    }
    return size;
  }
  const wrapper = wrapperKey(value);
  if (wrapper !== null) return wrappedSize(value, wrapper);
  for (const [field, child] of Object.entries(value)) {
    size += utf8Length(field) + 1 + (yield* measure(child, walked));
    if (walked.isSpent()) yield;
  }
  return size;
}

function* textSize(text: string, piece: number): Pieces<number> {
  let size = 2;
  for (const part of textParts(text, piece)) {
    size += utf8Length(part);
    yield;
  }
  return size;
}

/** Whether `checkValidator` finds nothing wrong. */
export function matches(validator: ValidatorJson, value: Json, tables: IdTables, piece = PIECE): Pieces<boolean> {
  return isFit(validator, value, tables, new Walked(piece));
}

function* isFit(validator: ValidatorJson, value: Json, tables: IdTables, walked: Walked): Pieces<boolean> {
  if (walked.takes(value)) return checkValidator(validator, value, tables) === null;
  if (validator.type === "union") {
    for (const member of validator.value) if (yield* isFit(member, value, tables, walked)) return true;
    return false;
  }
  if (validator.type === "array" && Array.isArray(value)) {
    for (const element of value) {
      const isOne = walked.takes(element)
        ? checkValidator(validator.value, element, tables) === null
        : yield* isFit(validator.value, element, tables, walked);
      if (!isOne) return false;
      if (walked.isSpent()) yield;
    }
    return true;
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value) && wrapperKey(value) === null;
  if (validator.type === "object" && isObject) return yield* matchesFields(validator.value, value, tables, walked);
  if (validator.type === "record" && isObject) {
    for (const [field, child] of Object.entries(value)) {
      if (checkValidator(validator.keys, field, tables) !== null) return false;
      if (!(yield* isFit(validator.values.fieldType, child, tables, walked))) return false;
      if (walked.isSpent()) yield;
    }
    return true;
  }
  return checkValidator(validator, value, tables) === null;
}

function* matchesFields(
  fields: Readonly<Record<string, FieldValidatorJson>>,
  value: JsonObject,
  tables: IdTables,
  walked: Walked,
): Pieces<boolean> {
  for (const [field, { fieldType, optional }] of Object.entries(fields)) {
    if (!Object.hasOwn(value, field)) {
      if (optional) continue;
      return false;
    }
    if (!(yield* isFit(fieldType, value[field] as Json, tables, walked))) return false;
    if (walked.isSpent()) yield;
  }
  return Object.keys(value).every((field) => Object.hasOwn(fields, field));
}
