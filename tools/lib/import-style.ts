/** How files of this repository name each other (docs/decisions/0051). */

import { existsSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { type RepositoryFile, textOf } from "./repository.ts";
import { root } from "./runtime.mjs";

/** What Node runs as it is written, or what runs beside it in tests; of the backend, whatever the server loads. */
const RUN_BY_NODE = /^(?:contracts|e2e|packages|sandbox|server|tools(?!\/ui\/))\/|^[^/]+$/;
/** Made by Convex and named as it names them. */
const GENERATED = /\/_generated\//;

/** Everything a file imports, for its types alone too, wherever in the file; not what a text in it would. */
export function importsIn({ text }: Pick<RepositoryFile, "text">): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
}

const MADE = /^(?:import|export)\s(?!type\b)(?:[^"';]*?\sfrom\s)?"(\.{1,2}\/[^"]+)"|\bimport\("(\.{1,2}\/[^"]+)"\)/gm;

/** Imports of the repository's own files that Node makes when it runs this text: types are taken away line by line. */
export function importsMadeBy(text: string): string[] {
  return [...text.matchAll(MADE)].map(([, still, late]) => still ?? late ?? "");
}

/** Every file that runs once this one does, and the imports on the way that lead to no file. */
export function walkFrom(start: string): { seen: ReadonlySet<string>; lost: readonly string[] } {
  const seen = new Set([start]);
  const lost: string[] = [];
  for (const file of seen) {
    for (const target of importsMadeBy(textOf(file) ?? "")) {
      const named = path.posix.join(path.posix.dirname(file), target);
      if (existsSync(path.join(root, named)) && path.posix.extname(named) !== "") seen.add(named);
      else lost.push(`${file} imports ${target}`);
    }
  }
  return { seen, lost };
}

/** What is wrong with how a file names another one, or null. `loaded` is what Node runs once the server does. */
export function whyNotNamed(file: string, name: string, loaded: ReadonlySet<string>): string | null {
  if (name.startsWith("#")) return "a path from here, not from the root";
  if (!name.startsWith(".")) return null;
  if (GENERATED.test(name)) return /\.[jt]s$/.test(name) ? "without its ending, as Convex does" : null;
  const isWhole = /\.(?:[cm]?[jt]sx?|json|css)$/.test(name);
  if (RUN_BY_NODE.test(file) || loaded.has(file)) return isWhole ? null : "with its ending: Node runs this file";
  return /\.tsx?$/.test(name) ? "without its ending: Node never runs this file" : null;
}
