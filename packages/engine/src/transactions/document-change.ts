/** What a write changed of a document that stayed where it was. */

import type { JsonObject } from "../values/json.ts";
import type { Change, UsedFields } from "./types.ts";

/** A document before and after. Fields are compared when someone asks. */
export class DocumentChange implements Change {
  readonly #before: JsonObject;
  readonly #after: JsonObject;
  readonly #known = new Map<string, boolean>();

  constructor(before: JsonObject, after: JsonObject) {
    this.#before = before;
    this.#after = after;
  }

  concerns({ isWhole, names }: UsedFields): boolean {
    if (isWhole) return true;
    for (const name of names) if (this.#didChange(name)) return true;
    return false;
  }

  /** Stored values are canonical, so equal values are equal texts. */
  #didChange(name: string): boolean {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    const textOf = (document: JsonObject): string | undefined =>
      Object.hasOwn(document, name) ? JSON.stringify(document[name]) : undefined;
    const didChange = textOf(this.#before) !== textOf(this.#after);
    this.#known.set(name, didChange);
    return didChange;
  }
}
