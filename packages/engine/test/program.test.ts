/** A program as one file, kept by the content of its sources. */

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { bundleProgram, keptProgram } from "../bundler/program.mjs";
import { withSourcePlaces } from "../src/index.ts";

interface ProgramFolder {
  readonly folder: string;
  /** The file to run, and whether it was bundled for that. */
  bundle(): Promise<{ file: string; isNew: boolean }>;
}

/** A program of two modules, of which one reads a text beside it. */
function aProgram(): ProgramFolder {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "engine-program-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, "inner"));
  const write = (file: string, ...lines: string[]): void => writeFileSync(path.join(folder, file), lines.join("\n"));
  write("package.json", '{"type":"module"}');
  write("inner/text.txt", "beside the source");
  write(
    "inner/text.ts",
    'import { readFileSync } from "node:fs";',
    'import { join } from "node:path";',
    'export const text: string = readFileSync(join(import.meta.dirname, "text.txt"), "utf8");',
    'export const again: string = readFileSync(new URL("./text.txt", import.meta.url), "utf8");',
    "export const fault = (): string => {",
    '  return String(new Error("a fault").stack);',
    "};",
  );
  write(
    "main.ts",
    'import { again, fault, text } from "./inner/text.ts";',
    "console.log(JSON.stringify([text, again, fault()]));",
  );
  const program = { root: folder, entry: "main.ts", name: "main", settings: ["package.json", "lock.json"] };
  return {
    folder,
    async bundle() {
      const kept = keptProgram(program);
      return { file: kept ?? (await bundleProgram(program)), isNew: kept === null };
    },
  };
}

const run = (file: string): string => execFileSync(process.execPath, [file], { encoding: "utf8" });

test("a bundled program finds what lies beside its sources, and its faults are told by them", async () => {
  const { folder, bundle } = aProgram();
  const [text, again, stack] = JSON.parse(run((await bundle()).file)) as [string, string, string];
  expect([text, again]).toEqual(["beside the source", "beside the source"]);
  expect(stack).not.toContain("text.ts");
  expect(withSourcePlaces(stack).split("\n")[1]).toBe(`    at fault (${path.join(folder, "inner/text.ts")}:6:17)`);
  expect(withSourcePlaces(`Error: x\n    at y (${folder}/no-map.js:1:2)`)).toBe(
    `Error: x\n    at y (${folder}/no-map.js:1:2)`,
  );
});

test("a program is bundled again only when a source or a setting has changed, and the bundle before goes", async () => {
  const { folder, bundle } = aProgram();
  const first = await bundle();
  expect(first.isNew).toBe(true);
  expect(await bundle()).toEqual({ file: first.file, isNew: false });
  writeFileSync(path.join(folder, "main.ts"), 'console.log("changed");\n');
  const second = await bundle();
  expect([run(second.file), second.isNew, second.file === first.file]).toEqual(["changed\n", true, false]);
  expect(existsSync(first.file)).toBe(false);
  writeFileSync(path.join(folder, "lock.json"), "{}");
  const third = await bundle();
  expect([third.isNew, third.file === second.file]).toEqual([true, false]);
});

test("what is kept and cannot be read is bundled again", async () => {
  const { folder, bundle } = aProgram();
  const { file } = await bundle();
  const before = statSync(file).mtimeMs;
  writeFileSync(path.join(folder, ".cache/process/main.json"), "{ half a rec");
  expect(await bundle()).toEqual({ file, isNew: true });
  expect(statSync(file).mtimeMs).toBeGreaterThan(before);
  rmSync(file);
  expect(await bundle()).toEqual({ file, isNew: true });
});
