/** Sets of names, one object for equal ones: thousands of queries look at the same fields. */

import type { UsedFields } from "../transactions/types.ts";

/** More than code has ways through it. */
const MAX_SETS = 10_000;

/** See the file comment. */
export class SharedSets {
  readonly #known = new Map<string, UsedFields>();

  /** What is used by two readings of the same documents; null: all of them. `before` is undefined when there is one. */
  both(before: UsedFields | null | undefined, used: UsedFields | undefined): UsedFields | null {
    if (before === null || used === undefined || used.isWhole) return null;
    const names = [...new Set([...(before?.names ?? []), ...used.names])].sort();
    const key = names.join("\0");
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= MAX_SETS) this.#known.clear();
    const made = { isWhole: false, names: new Set(names) };
    this.#known.set(key, made);
    return made;
  }
}
