/**
 * The floors of convex/ as a Mermaid drawing: the big floors in full, and the parts of the process among themselves.
 */

import { folderOf, type Arrow } from "./floor-problems.ts";

const BEGIN = "<!-- floors -->";
const END = "<!-- /floors -->";
const BIG = ["pages", "process", "lists", "core", "connectors", "migrations", "access", "site", "lib"];
const TEST = /\.(test|testing)\.ts$/;

/** The big floor of a file; public and internal functions are the doors. null for what is drawn nowhere. */
function bigFloor(file: string): string | null {
  const [first = ""] = file.split("/");
  if (first === file || first === "_generated" || TEST.test(file)) return null;
  return BIG.includes(first) ? first : "doors";
}

/**
 * The drawing of these imports. An arrow that follows from two others is left out: A to C when A leads to B and B to C.
 */
export function pictureOf(arrows: readonly Arrow[]): string {
  const big = arrows.map(({ from, to }) => [bigFloor(from), bigFloor(to)] as const);
  const parts = arrows.map(({ from, to }) => [partOf(from), partOf(to)] as const);
  const lines = [
    "```mermaid",
    "flowchart TD",
    "  subgraph process",
    ...shortest(parts).map(([from, to]) => `    ${from} --> ${to}`),
    "  end",
    ...shortest(big).map(([from, to]) => `  ${from} --> ${to}`),
    "```",
  ];
  return lines.join("\n");
}

function partOf(file: string): string | null {
  const folder = TEST.test(file) ? null : folderOf(file);
  return folder?.startsWith("process/") ? folder.slice("process/".length) : null;
}

function shortest(pairs: readonly (readonly [string | null, string | null])[]): [string, string][] {
  const below = new Map<string, Set<string>>();
  for (const [from, to] of pairs)
    if (from !== null && to !== null && from !== to) below.set(from, (below.get(from) ?? new Set()).add(to));
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (seen.has(from)) return false; // a circle is refused elsewhere; here it must only end
    seen.add(from);
    return [...(below.get(from) ?? [])].some((one) => one === to || reaches(one, to, seen));
  };
  const arrows = [...below].flatMap(([from, all]) =>
    [...all]
      .filter((to) => ![...all].some((one) => one !== to && reaches(one, to)))
      .map((to): [string, string] => [from, to]),
  );
  return arrows.sort((a, b) => a.join(" ").localeCompare(b.join(" ")));
}

/** A text with the drawing between its two marks. */
export function withPicture(text: string, picture: string): string {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`There is no place for the drawing: ${BEGIN} ... ${END}`);
  return `${text.slice(0, begin + BEGIN.length)}\n${picture}\n${text.slice(end)}`;
}
