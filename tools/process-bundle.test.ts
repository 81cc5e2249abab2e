/** A program of the repository as one file. How it is made and kept is proven where the bundler is. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLog } from "../server/lib/log.ts";
import { processBundle } from "./lib/process-bundle.mjs";
import { pinnedNode, root } from "./lib/runtime.mjs";

const CACHE = path.join(root, ".cache");

test("a program is kept in .cache/process, and the log tells its faults by its sources", async () => {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(path.join(CACHE, "program-"));
  const name = path.basename(folder);
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
    for (const file of readdirSync(path.join(CACHE, "process")))
      if (file.startsWith(name)) rmSync(path.join(CACHE, "process", file));
  });
  writeFileSync(
    path.join(folder, "fault.ts"),
    "export const fault = (): string => {\n  return String(new Error('a fault').stack);\n};\n",
  );
  writeFileSync(path.join(folder, "main.ts"), 'import { fault } from "./fault.ts";\nconsole.log(fault());\n');
  const bundle = () => processBundle(path.join(path.relative(root, folder), "main.ts"), name);
  const file = await bundle();
  expect(path.dirname(file)).toBe(path.join(".cache", "process"));
  const made = statSync(path.join(root, file)).mtimeMs;
  expect([await bundle(), statSync(path.join(root, file)).mtimeMs]).toEqual([file, made]);
  const stack = execFileSync(pinnedNode, [path.join(root, file)], { encoding: "utf8" });
  expect(stack).not.toContain("fault.ts");
  let logged = "";
  createLog("info", { write: (line) => void (logged += line) }).error({
    err: Object.assign(new Error("x"), { stack }),
  });
  expect(logged).toContain("fault.ts:2:17)");
});
