/**
 * Runs the import rules of .dependency-cruiser.cjs and the floors of convex/ over a tree. Zero modules means the tool
 * could not read TypeScript at all and would find nothing wrong with anything, so it counts as a failure.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { cruise, type ICruiseResult, type IConfiguration } from "dependency-cruiser";
import { floorProblems } from "./floor-problems.ts";
import { pictureOf, withPicture } from "./floors-picture.ts";
import { circleProblems } from "./part-circles.ts";

/** What the rules found. */
export interface BoundaryReport {
  readonly modules: number;
  /** One line per broken rule and import. */
  readonly violations: readonly string[];
  /** The names of the broken rules. */
  readonly rules: readonly string[];
  /** The floors of convex/ as a drawing, from the imports. */
  readonly picture: string;
}

const repository = path.resolve(import.meta.dirname, "..");
/** Where the picture stands, in the repository as in any tree. */
const ARCHITECTURE = "docs/architecture.md";
/** The folders whose imports are looked at. */
export const folders = ["src", "contracts", "convex", "demo", "packages", "server", "sandbox", "tools", "e2e"];

/** The parsed configuration; the same object serves the repository and the fixtures. */
export const boundaryRules = createRequire(import.meta.url)("../.dependency-cruiser.cjs") as IConfiguration;

/** Checks the imports of the tree at `root`. */
export async function checkBoundaries(root: string = repository): Promise<BoundaryReport> {
  const present = folders.filter((folder) => existsSync(path.join(root, folder)));
  const { options, ...ruleSet } = boundaryRules;
  const { output } = await cruise(present, { ...options, baseDir: root, validate: true, ruleSet }, resolveOptions);
  const { summary, modules } = output as ICruiseResult; // without an output type the API answers with the result itself
  const inConvex = (file: string): string | null => (file.startsWith("convex/") ? file.slice("convex/".length) : null);
  const arrows = modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: inConvex(source), to: inConvex(resolved) })),
  );
  const inside = arrows.flatMap(({ from, to }) => (from !== null && to !== null ? [{ from, to }] : []));
  const picture = pictureOf(inside);
  const isWhole = root === repository;
  const drawing = path.join(root, ARCHITECTURE);
  const isDrawn = isWhole || existsSync(drawing);
  const isStale = isDrawn && !readFileSync(drawing, "utf8").includes(picture);
  const floors = [
    ...floorProblems(path.join(root, "convex"), inside, { isWhole }),
    ...circleProblems(
      modules.flatMap(({ source, dependencies }) =>
        dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
      ),
    ),
    ...(isStale ? [`picture-is-true: ${ARCHITECTURE} shows other floors; run node tools/boundaries.ts --draw`] : []),
  ];
  return {
    modules: summary.totalCruised,
    violations: [...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`), ...floors],
    picture,
    rules: [
      ...new Set([
        ...summary.violations.map(({ rule }) => rule.name),
        ...floors.map((problem) => problem.split(":")[0] ?? ""),
      ]),
    ],
  };
}

/** Draws the picture in docs/architecture.md anew. */
async function drawFloors(): Promise<void> {
  const { picture } = await checkBoundaries();
  const drawing = path.join(repository, ARCHITECTURE);
  writeFileSync(drawing, withPicture(readFileSync(drawing, "utf8"), picture));
}

/** As Vite and the Convex bundler resolve: extensionless TypeScript, package conditions, `#` imports. */
const resolveOptions = {
  extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css", ".d.ts"],
  conditionNames: ["import", "node", "module", "default", "types"],
  exportsFields: ["exports"],
  mainFields: ["module", "main", "types"],
};

if (import.meta.main) {
  if (process.argv.includes("--draw")) await drawFloors();
  const report = await checkBoundaries();
  for (const violation of report.violations) process.stderr.write(`${violation}\n`);
  if (report.modules === 0)
    process.stderr.write("No module was read: is TypeScript 6 installed under the name `typescript`?\n");
  process.exitCode = report.modules > 0 && report.violations.length === 0 ? 0 : 1;
}
