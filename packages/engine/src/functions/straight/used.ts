/**
 * Documents that a live query got one at a time remember which of their fields it looked at: a write that changed only
 * others does not run it again. What looks at a document past its fields (a log line, an error that is told, the whole
 * of it copied) counts as having looked at all of them.
 */

import type { Value } from "convex/values";
import type { UsedFields } from "../../transactions/types.ts";

/** What all documents of one run share. */
export interface RunUses {
  /** Somebody may have seen all of any of them. */
  isWhole: boolean;
}

/** The fields of one document, or of the few of one query, that were looked at so far. */
class Uses implements UsedFields {
  readonly names = new Set<string>();
  readonly #run: RunUses;
  #isWhole = false;

  constructor(run: RunUses) {
    this.#run = run;
  }

  get isWhole(): boolean {
    return this.#isWhole || this.#run.isWhole;
  }

  name(field: string | symbol): void {
    if (typeof field === "string") this.names.add(field);
  }

  whole(): void {
    this.#isWhole = true;
  }
}

export type { Uses };

/** Where the uses of what is read next are noted; null where nobody asks for them. */
export function newUses(run: RunUses | null): Uses | null {
  return run === null ? null : new Uses(run);
}

/** Gives the document itself, past what watches it. Another copy of this module may ask. */
export const DOCUMENT: unique symbol = Symbol.for("convex-engine.document") as never;

/** The same document, watched. A nested object of it is one field with all it holds. */
export function watched(document: Value, uses: Uses | null): Value {
  if (uses === null || typeof document !== "object" || document === null) return document;
  return new Proxy(document, new Watching(uses)) as Value;
}

class Watching implements ProxyHandler<object> {
  readonly #uses: Uses;

  constructor(uses: Uses) {
    this.#uses = uses;
  }

  get(document: object, field: string | symbol): unknown {
    if (field === DOCUMENT) {
      this.#uses.whole();
      return document;
    }
    this.#uses.name(field);
    return (document as Record<string | symbol, unknown>)[field];
  }

  has(document: object, field: string | symbol): boolean {
    this.#uses.name(field);
    return field in document;
  }

  getOwnPropertyDescriptor(document: object, field: string | symbol): PropertyDescriptor | undefined {
    this.#uses.name(field);
    return Reflect.getOwnPropertyDescriptor(document, field);
  }

  ownKeys(document: object): (string | symbol)[] {
    this.#uses.whole();
    return Reflect.ownKeys(document);
  }
}

/** The same value with documents in the place of watched ones: what copies values natively refuses those. */
export function unwatched(value: unknown, made = new Map<unknown, unknown>()): unknown {
  if (typeof value !== "object" || value === null) return value;
  const known = made.get(value);
  if (known !== undefined) return known;
  const plain = (value as { readonly [DOCUMENT]?: object })[DOCUMENT] ?? value;
  const prototype: unknown = Object.getPrototypeOf(plain);
  if (Array.isArray(plain)) {
    const copy: unknown[] = [];
    made.set(value, copy);
    for (const item of plain) copy.push(unwatched(item, made));
    return copy;
  }
  if (prototype !== Object.prototype && prototype !== null) return plain;
  const copy: Record<string, unknown> = {};
  made.set(value, copy);
  for (const [field, item] of Object.entries(plain))
    Object.defineProperty(copy, field, { value: unwatched(item, made), ...OWN });
  return copy;
}

const OWN = { writable: true, enumerable: true, configurable: true };
