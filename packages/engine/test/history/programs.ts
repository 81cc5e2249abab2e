/** Random transactions, and what their results say about the cells. */

import type { Dice } from "../crash/dice.ts";
import type { Observation } from "./checker.ts";
import type { Asked, Seen } from "./model.ts";

/** Few, so that transactions meet. */
export const CELLS = 24;
const MAX_STEPS = 5;

export type Step =
  | { readonly do: "read" | "write"; readonly key: number }
  | { readonly do: "range"; readonly from: number; readonly to: number };

export interface Program {
  readonly txn: string;
  readonly steps: readonly Step[];
}

function randomRange(dice: Dice): { from: number; to: number } {
  const from = dice.below(CELLS);
  return { from, to: from + 1 + dice.below(6) };
}

export function randomProgram(dice: Dice, txn: string): Program {
  const steps = Array.from({ length: 1 + dice.below(MAX_STEPS) }, (): Step => {
    const what = dice.below(5);
    if (what < 2) return { do: "read", key: dice.below(CELLS) };
    return what < 4 ? { do: "write", key: dice.below(CELLS) } : { do: "range", ...randomRange(dice) };
  });
  return { txn, steps };
}

export function randomQuery(dice: Dice): Asked {
  const what = dice.below(3);
  if (what === 0) return { query: "cell", args: { key: dice.below(CELLS) } };
  return what === 1
    ? { query: "range", args: randomRange(dice) }
    : { query: "firsts", args: { from: dice.below(CELLS), limit: 1 + dice.below(4) } };
}

/** A range read is a read of each of its cells, the missing ones included. */
function readsOfRange(from: number, to: number, seen: Seen): Observation[] {
  const found = new Map(seen);
  return Array.from({ length: to - from }, (_, at) => ({ key: from + at, version: found.get(from + at) ?? "" }));
}

/** What a query's answer says. `firsts` depends on the cells up to the last it took, or on all behind `from`. */
export function readsOfQuery(asked: Asked, value: string | Seen): Observation[] {
  if (asked.query === "cell") return [{ key: asked.args.key, version: value as string }];
  if (asked.query === "range") return readsOfRange(asked.args.from, asked.args.to, value as Seen);
  const seen = value as Seen;
  const isFull = seen.length === asked.args.limit;
  return readsOfRange(asked.args.from, isFull ? (seen.at(-1)?.[0] ?? 0) + 1 : CELLS, seen);
}

/**
 * What a transaction read of others and which versions it replaced. Its own writes it must see; else `faults` grows.
 */
export function observationsOf(
  { txn, steps }: Program,
  results: readonly (string | Seen)[],
  faults: string[],
): { reads: Observation[]; writes: Observation[] } {
  const [reads, writes]: [Observation[], Observation[]] = [[], []];
  const own = new Set<number>();
  const note = (into: Observation[], seen: Observation): void => {
    if (!own.has(seen.key)) into.push(seen);
    else if (seen.version !== txn) faults.push(`${txn} wrote cell ${seen.key} and then saw ${seen.version} in it`);
  };
  for (const [at, step] of steps.entries()) {
    const result = results[at] as string | Seen;
    if (step.do === "range") for (const seen of readsOfRange(step.from, step.to, result as Seen)) note(reads, seen);
    else note(step.do === "read" ? reads : writes, { key: step.key, version: result as string });
    if (step.do === "write") own.add(step.key);
  }
  return { reads, writes };
}
