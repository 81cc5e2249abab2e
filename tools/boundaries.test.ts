import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { boundaryRules, checkBoundaries } from "./boundaries.ts";
import { boundaryTree } from "./fixtures/boundary-tree.ts";

const fixtures = readFileSync(path.join(import.meta.dirname, "fixtures/boundaries.txt"), "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [rule = "", file = "", ...appended] = line.split("|");
    return { rule, file, appended: appended.join("|") };
  });

let scratch = "";

beforeAll(() => {
  scratch = mkdtempSync(path.join(os.tmpdir(), "boundaries-"));
  for (const [file, text] of Object.entries(boundaryTree)) {
    const target = path.join(scratch, "clean", file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, `${text}\n`);
  }
  writeFileSync(path.join(scratch, "clean/tsconfig.json"), "{}");
  writeFileSync(path.join(scratch, "clean/package.json"), `{"type":"module"}`);
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe("import rules", () => {
  test("a tree that keeps the layout breaks none", async () => {
    const report = await checkBoundaries(path.join(scratch, "clean"));
    expect(report.violations).toEqual([]);
    expect(report.modules).toBeGreaterThanOrEqual(Object.keys(boundaryTree).length);
  });

  test.each(fixtures)("$rule refuses in $file: $appended", async ({ rule, file, appended }) => {
    const tree = mkdtempSync(path.join(scratch, "bad-"));
    cpSync(path.join(scratch, "clean"), tree, { recursive: true });
    appendFileSync(path.join(tree, file), `${appended}\n`);
    expect((await checkBoundaries(tree)).rules).toContain(rule);
  });

  test("every rule has a fixture that breaks it", () => {
    const broken = new Set(fixtures.map(({ rule }) => rule));
    expect((boundaryRules.forbidden ?? []).map(({ name }) => name).filter((name) => !broken.has(name ?? ""))).toEqual(
      [],
    );
  });
});
