/** All states the cells ever had, replayed from the commits in the order of their timestamps. */

import type { Transaction } from "./checker.ts";

export type Seen = readonly (readonly [key: number, writer: string])[];

/** A query of the fixture with its arguments. */
export type Asked =
  | { readonly query: "cell"; readonly args: { readonly key: number } }
  | { readonly query: "range"; readonly args: { readonly from: number; readonly to: number } }
  | { readonly query: "firsts"; readonly args: { readonly from: number; readonly limit: number } };

export class Model {
  /** Versions of each cell, oldest first. */
  readonly #versions = new Map<number, { readonly ts: bigint; readonly writer: string }[]>();

  constructor(history: readonly Transaction[]) {
    for (const { name, ts, writes } of [...history].sort((a, b) => (a.ts < b.ts ? -1 : 1))) {
      for (const { key } of writes) {
        const versions = this.#versions.get(key) ?? [];
        versions.push({ ts, writer: name });
        this.#versions.set(key, versions);
      }
    }
  }

  /** What a query answers at a timestamp. */
  answer(asked: Asked, ts: bigint): string | Seen {
    switch (asked.query) {
      case "cell":
        return this.#cell(asked.args.key, ts);
      case "range":
        return this.#cells(ts).filter(([key]) => key >= asked.args.from && key < asked.args.to);
      case "firsts":
        return this.#cells(ts)
          .filter(([key]) => key >= asked.args.from)
          .slice(0, asked.args.limit);
      default:
        return asked satisfies never;
    }
  }

  #cell(key: number, ts: bigint): string {
    const versions = this.#versions.get(key) ?? [];
    let [low, high] = [0, versions.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((versions[middle]?.ts ?? 0n) <= ts) low = middle + 1;
      else high = middle;
    }
    return versions[low - 1]?.writer ?? "";
  }

  #cells(ts: bigint): Seen {
    const keys = [...this.#versions.keys()].sort((a, b) => a - b);
    return keys.map((key) => [key, this.#cell(key, ts)] as const).filter(([, writer]) => writer !== "");
  }
}
