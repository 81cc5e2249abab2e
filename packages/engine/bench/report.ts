/** Figures of both sides as a markdown table. */

import type { SideName } from "./side.ts";

/** One figure, measured in rounds that alternate between the sides. */
export interface Figure {
  readonly name: string;
  readonly unit: "ms" | "/s" | "kB" | "MB";
  readonly rounds: Readonly<Record<SideName, readonly number[]>>;
  /** The ratio the engine is to reach, or a bound on the engine's own value. */
  readonly goal?:
    | { readonly ratioAtMost?: number; readonly ratioAtLeast?: number; readonly atMost?: number }
    | undefined;
}

/** The value below which `share` of the samples lie. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function shown(value: number): string {
  if (Number.isNaN(value)) return "–";
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Ratios per round: what disturbed the machine for longer than a round hits both sides of it. */
function ratiosOf({ rounds }: Figure): number[] {
  return rounds.engine.flatMap((value, i) =>
    rounds.floor[i] === undefined ? [] : [value / (rounds.floor[i] as number)],
  );
}

function verdict({ goal }: Figure, engine: number, ratio: number): string {
  if (goal === undefined) return "";
  const { ratioAtMost, ratioAtLeast, atMost } = goal;
  if (ratioAtMost !== undefined) return `≤ ${ratioAtMost}x ${ratio <= ratioAtMost ? "met" : "**missed**"}`;
  if (ratioAtLeast !== undefined) return `≥ ${ratioAtLeast}x ${ratio >= ratioAtLeast ? "met" : "**missed**"}`;
  return `≤ ${atMost} ${engine <= (atMost ?? 0) ? "met" : "**missed**"}`;
}

/** The head of a table; the ratio is of the second side to the first. */
export function head(first = "floor", second = "engine"): string {
  return `| figure | ${first} | ${second} | ratio | ratios of the rounds | goal |\n|---|---|---|---|---|---|`;
}

/** One line of the table. */
export function row(figure: Figure): string {
  const { name, unit, rounds } = figure;
  const [floor, engine] = [percentile(rounds.floor, 0.5), percentile(rounds.engine, 0.5)];
  const ratios = ratiosOf(figure);
  const ratio = percentile(ratios, 0.5);
  const spread =
    ratios.length < 2 ? "" : `${shown(Math.min(...ratios))} – ${shown(Math.max(...ratios))} (${ratios.length})`;
  return `| ${name} (${unit}) | ${shown(floor)} | ${shown(engine)} | ${shown(ratio)} | ${spread} | ${verdict(figure, engine, ratio)} |`;
}
