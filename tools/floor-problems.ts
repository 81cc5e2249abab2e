/** What the files of convex/ break of the list of floors. */

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { FLOORS } from "./floors.ts";
import type { Floor } from "./lib/floor.ts";

/** An import between two files of convex/, both relative to it. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
}

const TEST = /\.(test|testing)\.ts$/;
/** Every mention of the generated objects, with the path that follows it. */
const REFERENCE = /(?<![.\w$])(?:internal|api)\b((?:\s*\.\s*[a-zA-Z]\w*)*)(?!\s*:)/g;
/** What mentions them without using them: comments, imports and strings. */
const ASIDE = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\bimport [^;()]*;|"(?:[^"\\\n]|\\.)*"/gm;

/** The listed folder a file belongs to: the deepest that holds it. Files at the root belong to "". */
export function folderOf(file: string, floors: readonly Floor[] = FLOORS): string | null {
  const folder = path.posix.dirname(file);
  if (folder === ".") return "";
  const holding = floors.map((one) => one.folder).filter((one) => folder === one || folder.startsWith(`${one}/`));
  return holding.sort((a, b) => b.length - a.length)[0] ?? null;
}

/**
 * The doors a file names by reference, relative to convex/, and the mentions that reach no door, such as
 * `const { workflow } = internal`, behind which any could be called.
 */
export function referencesOf(text: string, files: ReadonlySet<string>): { doors: string[]; partial: string[] } {
  const doors = new Set<string>();
  const partial: string[] = [];
  if (!/"[./]*_generated\/api"/.test(text)) return { doors: [], partial };
  if (/\b(?:api|internal) as \w|\* as \w+ from "[./]*_generated\/api"/.test(text))
    partial.push("an import by another name");
  for (const [mention, dotted = ""] of text.replaceAll(ASIDE, "").matchAll(REFERENCE)) {
    const parts = dotted.split(".").map((part) => part.trim());
    const named = [parts.slice(1, -1), parts.slice(1)].map((path) => `${path.join("/")}.ts`);
    const door = named.find((file) => files.has(file));
    if (door !== undefined) doors.add(door);
    else partial.push(mention.replaceAll(/\s/g, ""));
  }
  return { doors: [...doors], partial };
}

/**
 * The files inside a listed folder that stand together: those of one folder below it, or those directly in it. Within a
 * noun they are `table.ts`, then its rules, whether in `rules.ts` or in `rules/`, then the rest: table-is-leaf and
 * rules-are-pure hold them to that order.
 */
function standingWith(file: string): string {
  const [, noun, layer] = /^(core\/[^/]+)\/(table|rules)\.ts$/.exec(file) ?? [];
  return noun === undefined ? path.posix.dirname(file) : `${noun}/${layer}`;
}

/** The imports between folders inside a listed one that lead back to where they came from. */
function roundTrips(arrows: readonly Arrow[], floors: readonly Floor[]): Arrow[] {
  const inside = arrows.filter(
    ({ from, to }) => folderOf(from, floors) === folderOf(to, floors) && standingWith(from) !== standingWith(to),
  );
  const next = new Map<string, Set<string>>();
  for (const { from, to } of inside)
    next.set(standingWith(from), (next.get(standingWith(from)) ?? new Set()).add(standingWith(to)));
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => {
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(next.get(from) ?? [])].some((one) => one === to || reaches(one, to, seen));
  };
  return inside.filter(({ from, to }) => reaches(standingWith(to), standingWith(from)));
}

/** Everything a tree's convex/ breaks: one line each, beginning with the rule's name. `arrows` are its imports. */
export function floorProblems(
  convex: string,
  arrows: readonly Arrow[],
  { floors = FLOORS, isWhole = true }: { floors?: readonly Floor[]; isWhole?: boolean } = {},
): string[] {
  const files = readdirSync(convex, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter(
      (file) => file.endsWith(".ts") && !file.startsWith("_generated/") && !TEST.test(file) && !file.endsWith(".d.ts"),
    );
  const known = new Set(files);
  const listed = new Map(floors.map((one, place) => [one.folder, { ...one, place }]));
  const used = new Set<string>();
  const problems: string[] = [];
  for (const { folder, uses } of floors) {
    for (const below of uses)
      if ((listed.get(below)?.place ?? Infinity) >= (listed.get(folder)?.place ?? 0))
        problems.push(`floors-go-down: ${folder} lists ${below}, which does not stand below it`);
  }
  const check = (rule: string, from: string, to: string, allowed: (one: Floor) => readonly string[]): void => {
    const [own, other] = [folderOf(from, floors), folderOf(to, floors)];
    if (own === other || own === null || other === null) return;
    const one = listed.get(own);
    used.add(`${rule} ${own} ${other}`);
    if (!one || !allowed(one).includes(other)) problems.push(`${rule}: ${from} -> ${to}`);
  };
  const ours = arrows.filter(({ from, to }) => known.has(from) && known.has(to));
  for (const { from, to } of ours) check("floors", from, to, ({ uses }) => uses);
  for (const { from, to } of roundTrips(ours, floors)) problems.push(`folders-go-one-way: ${from} -> ${to}`);
  for (const file of files) {
    if (folderOf(file, floors) === null) problems.push(`floors-are-listed: ${file}`);
    const text = readFileSync(path.join(convex, file), "utf8");
    const { doors, partial } = referencesOf(text, known);
    for (const to of doors) check("floors-by-reference", file, to, ({ names = [] }) => names);
    for (const mention of partial) problems.push(`references-are-whole: ${file}: ${mention} names no door`);
    if (/^(pages|lists)\//.test(file) && /\bMutationCtx\b/.test(text)) problems.push(`pages-write-nothing: ${file}`);
  }
  // A part of a tree uses a part of the list; only the whole can show what is listed in vain.
  if (isWhole)
    for (const { folder, uses, names = [] } of floors) {
      for (const below of uses)
        if (!used.has(`floors ${folder} ${below}`))
          problems.push(`floors-are-used: ${folder || "the root"} lists ${below} and imports nothing of it`);
      for (const door of names)
        if (!used.has(`floors-by-reference ${folder} ${door}`))
          problems.push(`floors-are-used: ${folder || "the root"} lists ${door} and names nothing of it`);
    }
  return problems;
}
