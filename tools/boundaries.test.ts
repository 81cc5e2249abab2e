import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BoundaryReport, boundaryRules, checkBoundaries, folders } from "./boundaries.ts";
import { boundaryTree } from "./fixtures/boundary-tree.ts";
import { filesIn } from "./lib/repository.ts";

const fixtures = readFileSync(path.join(import.meta.dirname, "fixtures/boundaries.txt"), "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [rule = "", file = "", ...appended] = line.split("|");
    return { rule, file, appended: appended.join("|") };
  });

type Fixture = (typeof fixtures)[number];

/**
 * Fixtures that are looked at in one tree: in each a file has one line more at most, so what it breaks it breaks by that
 * line. A cycle is made by several files and is looked at alone.
 */
const trees: Fixture[][] = [];
for (const fixture of fixtures) {
  const isAlone = (tree: readonly Fixture[]) => tree.some(({ rule }) => rule === "no-cycles");
  const tree =
    fixture.rule === "no-cycles"
      ? undefined
      : trees.find((one) => !isAlone(one) && one.every(({ file }) => file !== fixture.file));
  if (tree) tree.push(fixture);
  else trees.push([fixture]);
}
const reports = new Map<readonly Fixture[], Promise<BoundaryReport>>();

function reportOn(tree: readonly Fixture[]): Promise<BoundaryReport> {
  const known = reports.get(tree);
  if (known) return known;
  const folder = mkdtempSync(path.join(scratch, "bad-"));
  cpSync(path.join(scratch, "clean"), folder, { recursive: true });
  for (const { file, appended } of tree) appendFileSync(path.join(folder, file), `${appended}\n`);
  const report = checkBoundaries(folder);
  reports.set(tree, report);
  return report;
}

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

  test.each(fixtures)("$rule refuses in $file: $appended", async (fixture) => {
    const { violations } = await reportOn(trees.find((tree) => tree.includes(fixture)) ?? []);
    // A cycle is told at whichever of its files comes first; the floors name files as they lie in convex/.
    const places = fixture.rule === "no-cycles" ? [""] : [fixture.file, fixture.file.replace(/^convex\//, "")];
    const breaks = places.map((place) => `${fixture.rule}: ${place}`);
    expect(violations.filter((line) => breaks.some((start) => line.startsWith(start)))).not.toEqual([]);
  });

  test("a picture of the floors is refused where an arrow of it is missing or leads the other way", async () => {
    const folder = mkdtempSync(path.join(scratch, "drawn-"));
    cpSync(path.join(scratch, "clean"), folder, { recursive: true });
    const { picture } = await checkBoundaries(folder);
    const arrow = "  pages --> process\n";
    expect(picture).toContain(arrow);
    mkdirSync(path.join(folder, "docs"));
    const found = async (drawn: string): Promise<readonly string[]> => {
      writeFileSync(path.join(folder, "docs/architecture.md"), `# Floors\n\n${drawn}\n`);
      return (await checkBoundaries(folder)).rules;
    };
    expect(await found(picture)).toEqual([]);
    expect(await found(picture.replace(arrow, ""))).toEqual(["picture-is-true"]);
    expect(await found(picture.replace(arrow, "  process --> pages\n"))).toEqual(["picture-is-true"]);
  });

  test("every folder with code is looked at, and has a list of what it may use", () => {
    const withCode = filesIn().flatMap(({ path: file }) => (/^[^.][^/]*\/.*\.(tsx?|mjs)$/.test(file) ? [file] : []));
    const tops = new Set(withCode.map((file) => file.split("/")[0] ?? ""));
    expect([...tops].filter((folder) => !folders.includes(folder))).toEqual([]);
    const listed = (boundaryRules.forbidden ?? []).flatMap(({ name }) => /^(.+)-uses$/.exec(name ?? "")?.[1] ?? []);
    expect(withCode.filter((file) => !listed.some((folder) => file.startsWith(`${folder}/`)))).toEqual([]);
  });

  test("every rule has a fixture that breaks it", () => {
    const broken = new Set(fixtures.map(({ rule }) => rule));
    expect((boundaryRules.forbidden ?? []).map(({ name }) => name).filter((name) => !broken.has(name ?? ""))).toEqual(
      [],
    );
  });
});
