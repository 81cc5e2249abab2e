/**
 * Documents that several functions read at one state. Each function is given copies of its own, which it may change;
 * which document a copy is of stands with its execution, so nothing is to be seen on the copy. One that is answered as it
 * came is told by its stored text: what many functions read is made text once.
 */

import type { Value } from "convex/values";
import type { DocumentJson } from "../../transactions/types.ts";
import type { Json, JsonObject } from "../../values/json.ts";
import { isNested, type PlainDocument, type SharedDocument } from "../../values/plain-document.ts";
import type { Execution } from "../execution.ts";
import { valueOfText } from "./values.ts";

/** Of which documents the copies are that a function holds. */
export type Handed = Map<unknown, SharedDocument>;

/** A document as it is told: its text, and what is checked of it. */
export interface Told {
  readonly text: string;
  readonly json: Json;
}

/** A stored document as this function sees it, which may change it. */
export function documentFor(execution: Execution, text: DocumentJson): Value {
  const shared = execution.tree.read?.sharedDocument(text) ?? null;
  return shared === null ? valueOfText(text) : handOut(shared, (execution.straight.handed ??= new Map()));
}

/** A copy of a document, noted. */
export function handOut(shared: SharedDocument, handed: Handed): Value {
  if (shared.plain === null) return valueOfText(shared.text);
  const copy = copyOf(shared.plain);
  handed.set(copy, shared);
  return copy as Value;
}

function copyOf({ json, nested }: PlainDocument): JsonObject {
  const copy = { ...json };
  for (const field of nested) copy[field] = deepCopyOf(json[field] as Json);
  return copy;
}

function deepCopyOf(json: Json): Json {
  if (!isNested(json)) return json;
  if (Array.isArray(json)) return json.map(deepCopyOf);
  const copy = { ...json };
  for (const field of Object.keys(copy)) copy[field] = deepCopyOf(copy[field] as Json);
  return copy;
}

/** The document of which a value is a copy that is as it was handed out; null for anything else. */
export function asHanded(value: unknown, handed: Handed): (SharedDocument & { readonly plain: PlainDocument }) | null {
  const shared = handed.get(value);
  return shared !== undefined && isPlain(shared) && isSame(value, shared.plain.json) ? shared : null;
}

function isPlain(shared: SharedDocument): shared is SharedDocument & { readonly plain: PlainDocument } {
  return shared.plain !== null;
}

/** Nothing stored plainly is -0, which equals 0. */
function isSame(value: unknown, json: Json): boolean {
  if (!isNested(json)) return value === json && !Object.is(value, -0);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(json)) {
    if (!Array.isArray(value) || value.length !== json.length) return false;
    for (let i = 0; i < json.length; i++) if (!isSame(value[i], json[i] as Json)) return false;
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  let fields = 0;
  for (const field in json) {
    if (!Object.hasOwn(value, field)) return false;
    if (!isSame((value as JsonObject)[field], json[field] as Json)) return false;
    fields++;
  }
  return Object.keys(value).length === fields;
}
