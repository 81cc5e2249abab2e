/** Stored texts that hold nothing but plain values. */

import type { Json, JsonObject } from "./json.ts";

/**
 * Text in which the client library has something to do: wrapped scalars (or a text that begins with `$`), and the one
 * field name that is no plain field of an object. What is stored has no other that it would refuse.
 */
const IS_SPECIAL = /"\$|"__proto__"/;

/** Whether a text means more than JSON does. */
export function isSpecial(text: string): boolean {
  return IS_SPECIAL.test(text);
}

/** An object of plain values, and which of its fields hold lists or objects. */
export interface PlainDocument {
  readonly json: Readonly<JsonObject>;
  readonly nested: readonly string[];
}

/** A document that several queries read at one state: what is made of its text is made once for all of them. */
export class SharedDocument {
  readonly text: string;
  #plain: PlainDocument | null | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** What it holds, nobody's to change; null where that is more than plain values. */
  get plain(): PlainDocument | null {
    if (this.#plain === undefined) this.#plain = plainDocument(this.text);
    return this.#plain;
  }
}

/** What a text holds; null where it is no object, or means more than JSON does. */
function plainDocument(text: string): PlainDocument | null {
  if (!text.startsWith("{") || isSpecial(text)) return null;
  const json = JSON.parse(text) as JsonObject;
  return { json, nested: Object.keys(json).filter((field) => isNested(json[field] as Json)) };
}

/** A list or an object. */
export function isNested(json: Json): json is Json[] | JsonObject {
  return typeof json === "object" && json !== null;
}
