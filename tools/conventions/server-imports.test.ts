/**
 * The server runs as it is written (`node server/main.ts`): Node finds a file only by its whole name, and takes types away
 * line by line, so an import that is not one of types alone is made. Files of the backend leave the ending out; those the
 * server uses may import nothing but types that way.
 */

import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { textOf } from "../lib/repository.ts";
import { root } from "../lib/runtime.mjs";

const IMPORT =
  /^(?:import|export)\s(?!type\b)(?:[^"';]*?\sfrom\s)?"((?:\.{1,2}\/|#)[^"]+)"|\bimport\("((?:\.{1,2}\/|#)[^"]+)"\)/gm;

/** Imports of the repository's own files ("./" or, from its root, "#") that Node makes when it runs this text. */
const madeBy = (text: string): string[] => [...text.matchAll(IMPORT)].map(([, still, late]) => still ?? late ?? "");

/** Every file that runs once this one does, and the imports on the way that lead to no file. */
function walkFrom(start: string): { seen: ReadonlySet<string>; lost: readonly string[] } {
  const seen = new Set([start]);
  const lost: string[] = [];
  for (const file of seen) {
    for (const target of madeBy(textOf(file) ?? "")) {
      const named = target.startsWith("#") ? target.slice(1) : path.posix.join(path.posix.dirname(file), target);
      if (existsSync(path.join(root, named)) && path.posix.extname(named) !== "") seen.add(named);
      else lost.push(`${file} imports ${target}`);
    }
  }
  return { seen, lost };
}

test("whatever the server imports of the backend names its own imports whole, or imports types alone", () => {
  const { seen, lost } = walkFrom("server/main.ts");
  expect([...seen].filter((file) => file.startsWith("convex/")).length).toBeGreaterThan(10);
  expect(lost).toEqual([]);
});

test("an import of types alone is none, whatever else is", () => {
  expect(madeBy('import type { A } from "./a";\nimport { type B } from "./b";\nexport * from "./c";\n')).toEqual([
    "./b",
    "./c",
  ]);
  expect(
    madeBy(
      'import {\n  a,\n  type B,\n} from "./d";\nimport "./e";\nawait import("#convex/f");\nimport fs from "node:fs";',
    ),
  ).toEqual(["./d", "./e", "#convex/f"]);
});
