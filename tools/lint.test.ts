import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lintCases } from "./fixtures/lint-cases.ts";

const repository = path.resolve(import.meta.dirname, "..");
let scratch = "";
let findings: string[] = [];

beforeAll(() => {
  scratch = mkdtempSync(path.join(os.tmpdir(), "lint-"));
  for (const file of [".oxlintrc.json", "tsconfig.json", "package.json"])
    copyFileSync(path.join(repository, file), path.join(scratch, file));
  symlinkSync(path.join(repository, "node_modules"), path.join(scratch, "node_modules"));
  for (const { file, code } of lintCases) {
    mkdirSync(path.dirname(path.join(scratch, file)), { recursive: true });
    writeFileSync(path.join(scratch, file), `${code}\n`);
  }
  findings = lint(scratch);
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** oxlint ends with 1 when it finds something, which here it must. */
function lint(cwd: string): string[] {
  try {
    return execFileSync(process.execPath, ["node_modules/oxlint/bin/oxlint", "--format", "unix"], {
      cwd,
      encoding: "utf8",
      stdio: "pipe",
    }).split("\n");
  } catch (error) {
    return (error as { stdout: string }).stdout.split("\n"); // execFileSync's error carries what was printed
  }
}

test.each(lintCases)("$rule is reported in $file", ({ rule, file }) => {
  expect(findings.filter((line) => line.startsWith(`${file}:`) && line.includes(rule))).not.toEqual([]);
});
