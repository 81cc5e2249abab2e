/**
 * Documents that several functions read, as they were handed to them. Each hand-out is a copy of its own, which the function may change. Which
 * document it is a copy of goes with it, out of the function's sight: one that is answered as it came is told by its
 * stored text, and what many functions read is made of text once.
 */

import type { DocumentJson } from "../../transactions/types.ts";
import type { Json, JsonObject } from "../../values/json.ts";

/** Of longer texts neither is kept. */
const LONGEST_KEPT = 8192;
/** A generation of kept documents is over when it has so many, or so much text. */
const MOST_KEPT = 2048;
const MOST_TEXT = 1024 * 1024;

/** A stored document: its text, and what is copied for each function that reads it. */
export interface Stored {
  readonly text: DocumentJson;
  readonly json: JsonObject;
  /** Its fields that hold lists or objects. */
  readonly nested: readonly string[];
}

/** Those read last: a new generation, and the one before it. */
let young = new Map<DocumentJson, Stored>();
let old = new Map<DocumentJson, Stored>();
let youngText = 0;

/** What a text holds, made once for those who read it at about the same time. */
export function storedOf(text: DocumentJson): Stored {
  const known = young.get(text) ?? old.get(text);
  if (known !== undefined) return known;
  const json = JSON.parse(text) as JsonObject;
  const stored = { text, json, nested: Object.keys(json).filter((field) => isNested(json[field] as Json)) };
  if (text.length <= LONGEST_KEPT) keep(stored);
  return stored;
}

function keep(stored: Stored): void {
  if (young.size >= MOST_KEPT || youngText >= MOST_TEXT) {
    old = young;
    young = new Map();
    youngText = 0;
  }
  young.set(stored.text, stored);
  youngText += stored.text.length;
}

/** Gives what it is given, so that a private field of a subclass is put on it. */
class Itself {
  constructor(value: object) {
    return value;
  }
}

/** A private field is in no list of fields, in no copy and no message. */
class Handed extends Itself {
  readonly #stored: Stored;

  constructor(copy: object, stored: Stored) {
    super(copy);
    this.#stored = stored;
  }

  static storedOf(value: object): Stored | null {
    return #stored in value ? value.#stored : null;
  }
}

/** A copy of a document for one function. */
export function handed(stored: Stored): JsonObject {
  const { json, nested } = stored;
  const copy = { ...json };
  for (const field of nested) copy[field] = copyOf(json[field] as Json);
  // What is made is the copy itself.
  void new Handed(copy, stored);
  return copy;
}

function isNested(json: Json): json is Json[] | JsonObject {
  return typeof json === "object" && json !== null;
}

function copyOf(json: Json): Json {
  if (!isNested(json)) return json;
  if (Array.isArray(json)) return json.map(copyOf);
  const copy = { ...json };
  for (const field of Object.keys(copy)) copy[field] = copyOf(copy[field] as Json);
  return copy;
}

/** The stored text of a document that is as it was handed out; null for anything else. */
export function textAsHanded(value: unknown): DocumentJson | null {
  if (typeof value !== "object" || value === null) return null;
  const stored = Handed.storedOf(value);
  return stored !== null && isAsStored(value, stored.json) ? stored.text : null;
}

/** Nothing stored is -0, which equals 0. */
function isAsStored(value: unknown, json: Json): boolean {
  if (!isNested(json)) return value === json && !Object.is(value, -0);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(json)) {
    if (!Array.isArray(value) || value.length !== json.length) return false;
    for (let i = 0; i < json.length; i++) if (!isAsStored(value[i], json[i] as Json)) return false;
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  let fields = 0;
  for (const field in json) {
    if (!Object.hasOwn(value, field)) return false;
    if (!isAsStored((value as JsonObject)[field], json[field] as Json)) return false;
    fields++;
  }
  return Object.keys(value).length === fields;
}
