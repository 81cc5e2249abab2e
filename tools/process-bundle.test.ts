/** A program as one file, kept by the content of its sources. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { withSourcePlaces } from "@data-portal/engine";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../server/log.ts";
import { processBundle } from "./lib/process-bundle.mjs";
import { pinnedNode, root } from "./lib/runtime.mjs";

const CACHE = path.join(root, ".cache");

/** A program of two modules, of which one reads a text beside it; in the repository, as programs are. */
function aProgram(): { folder: string; bundle(): Promise<string>; run(file: string): string } {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(path.join(CACHE, "program-"));
  const name = path.basename(folder);
  mkdirSync(path.join(folder, "inner"));
  writeFileSync(path.join(folder, "inner/text.txt"), "beside the source");
  writeFileSync(
    path.join(folder, "inner/text.ts"),
    [
      'import { readFileSync } from "node:fs";',
      'import { join } from "node:path";',
      'export const text: string = readFileSync(join(import.meta.dirname, "text.txt"), "utf8");',
      'export const again: string = readFileSync(new URL("./text.txt", import.meta.url), "utf8");',
      "export const fault = (): string => {",
      '  return String(new Error("a fault").stack);',
      "};",
    ].join("\n"),
  );
  writeFileSync(
    path.join(folder, "main.ts"),
    'import { again, fault, text } from "./inner/text.ts";\nconsole.log(JSON.stringify([text, again, fault()]));\n',
  );
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
    for (const file of readdirSync(path.join(CACHE, "process")))
      if (file.startsWith(name)) rmSync(path.join(CACHE, "process", file));
  });
  return {
    folder,
    bundle: () => processBundle(path.join(path.relative(root, folder), "main.ts"), name),
    run: (file) => execFileSync(pinnedNode, [path.join(root, file)], { encoding: "utf8" }),
  };
}

test("a bundled program finds what lies beside its sources, and its faults are told by them", async () => {
  const { folder, bundle, run } = aProgram();
  const [text, again, stack] = JSON.parse(run(await bundle())) as [string, string, string];
  expect([text, again]).toEqual(["beside the source", "beside the source"]);
  expect(stack).not.toContain("text.ts");
  expect(withSourcePlaces(stack).split("\n")[1]).toBe(`    at fault (${path.join(folder, "inner/text.ts")}:6:17)`);
  let logged = "";
  createLog("info", { write: (line) => void (logged += line) }).error({
    err: Object.assign(new Error("x"), { stack }),
  });
  expect(logged).toContain(`inner/text.ts:6:17)`);
  expect(withSourcePlaces(`Error: x\n    at y (${folder}/no-map.js:1:2)`)).toBe(
    `Error: x\n    at y (${folder}/no-map.js:1:2)`,
  );
});

test("a program is bundled again only when a source has changed, and the bundle before goes", async () => {
  const { folder, bundle, run } = aProgram();
  const first = await bundle();
  const madeAt = () => statSync(path.join(root, first)).mtimeMs;
  const made = madeAt();
  expect([await bundle(), madeAt()]).toEqual([first, made]);
  writeFileSync(path.join(folder, "main.ts"), 'console.log("changed");\n');
  const third = await bundle();
  expect([run(third), third === first]).toEqual(["changed\n", false]);
  expect(() => statSync(path.join(root, first))).toThrow("ENOENT");
  writeFileSync(path.join(CACHE, "process", `${path.basename(folder)}.json`), "{ half a rec");
  const before = statSync(path.join(root, third)).mtimeMs;
  expect(await bundle()).toBe(third);
  expect(statSync(path.join(root, third)).mtimeMs).toBeGreaterThan(before);
});
