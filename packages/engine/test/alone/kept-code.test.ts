/** The bundle that a server keeps for its next start. */

import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Code } from "../../serve/code.ts";
import { aProject, type Project } from "./functions-folder.ts";

let project: Project;
let keepIn: string;
beforeEach(() => {
  project = aProject();
  keepIn = path.join(project.data, "code");
});
afterEach(() => project.remove());

/** What a start loads as `marked:mark`, and whether it bundled for that. */
async function start(): Promise<{ mark: unknown; hasBundled: boolean }> {
  const before = keptNames();
  for (const name of before) writeFileSync(path.join(keepIn, name, "was-here"), "");
  const code = new Code(project.functions, keepIn);
  const { modules } = await code.bundle();
  const { mark } = (await modules["marked"]?.()) ?? {};
  code.close();
  const after = keptNames();
  return { mark, hasBundled: after.length === 0 || !existsSync(path.join(keepIn, after[0] ?? "", "was-here")) };
}

const keptNames = (): string[] =>
  existsSync(keepIn) ? readdirSync(keepIn).filter((name) => name.startsWith("bundle-")) : [];

test("[ALN12] a start with nothing changed bundles nothing; a change of a module, of what it imports, or a new module does", async () => {
  project.write("lib/word.ts", 'export const word = "first";');
  project.write("marked.ts", 'import { word } from "./lib/word";\nexport const mark = word;');
  expect(await start()).toEqual({ mark: "first", hasBundled: true });
  expect(await start()).toEqual({ mark: "first", hasBundled: false });
  project.write("lib/word.ts", 'export const word = "second";');
  expect(await start()).toEqual({ mark: "second", hasBundled: true });
  project.write("more.ts", "export const more = 1;");
  expect(await start()).toMatchObject({ hasBundled: true });
  rmSync(path.join(project.functions, "more.ts"));
  expect(await start()).toMatchObject({ hasBundled: true });
  expect(await start()).toEqual({ mark: "second", hasBundled: false });
  expect(keptNames()).toHaveLength(1);
});

test("[ALN12] what a project further up says of its packages counts, too", async () => {
  const source = path.join(project.functions, "lib");
  const bundle = async (): Promise<string[]> => {
    const code = new Code(source, keepIn);
    await code.bundle();
    code.close();
    return keptNames();
  };
  const first = await bundle();
  expect(await bundle()).toEqual(first);
  project.write("../convex.json", '{"node":{"externalPackages":[]}}');
  expect(await bundle()).not.toEqual(first);
});

test("[ALN12] what is kept and cannot be read is made again", async () => {
  project.write("marked.ts", "export const mark = 1;");
  await start();
  writeFileSync(path.join(keepIn, "record.json"), "{ half a rec");
  expect(await start()).toEqual({ mark: 1, hasBundled: true });
  rmSync(path.join(keepIn, keptNames()[0] ?? ""), { recursive: true });
  expect(await start()).toEqual({ mark: 1, hasBundled: true });
  expect(await start()).toEqual({ mark: 1, hasBundled: false });
});

test("[ALN12] maps of a copied bundle name the sources where they are", async () => {
  project.write("marked.ts", "export const mark = 1;");
  await start();
  const { sourceRoot, sources } = JSON.parse(
    readFileSync(path.join(keepIn, keptNames()[0] ?? "", "marked.js.map"), "utf8"),
  ) as { sourceRoot: string; sources: string[] };
  expect(sources.map((source) => new URL(sourceRoot + source).pathname)).toContain(
    path.join(project.functions, "marked.ts"),
  );
});
