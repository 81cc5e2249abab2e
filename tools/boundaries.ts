/**
 * Runs the import rules of .dependency-cruiser.cjs over a tree. Zero modules means the tool could not
 * read TypeScript at all and would find nothing wrong with anything, so it counts as a failure.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { cruise, type ICruiseResult, type IConfiguration } from "dependency-cruiser";

/** What the rules found. */
export interface BoundaryReport {
  readonly modules: number;
  /** One line per broken rule and import. */
  readonly violations: readonly string[];
  /** The names of the broken rules. */
  readonly rules: readonly string[];
}

const repository = path.resolve(import.meta.dirname, "..");
const folders = ["src", "convex", "packages", "server", "sandbox", "tools", "e2e"];

/** The parsed configuration; the same object serves the repository and the fixtures. */
export const boundaryRules = createRequire(import.meta.url)("../.dependency-cruiser.cjs") as IConfiguration;

/** Checks the imports of the tree at `root`. */
export async function checkBoundaries(root: string = repository): Promise<BoundaryReport> {
  const present = folders.filter((folder) => existsSync(path.join(root, folder)));
  const { options, ...ruleSet } = boundaryRules;
  const { output } = await cruise(present, { ...options, baseDir: root, validate: true, ruleSet }, resolveOptions);
  const { summary } = output as ICruiseResult; // without an output type the API answers with the result itself
  return {
    modules: summary.totalCruised,
    violations: summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
    rules: [...new Set(summary.violations.map(({ rule }) => rule.name))],
  };
}

/** As Vite and the Convex bundler resolve: extensionless TypeScript, package conditions, `#` imports. */
const resolveOptions = {
  extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css", ".d.ts"],
  conditionNames: ["import", "node", "module", "default", "types"],
  exportsFields: ["exports"],
  mainFields: ["module", "main", "types"],
};

if (import.meta.main) {
  const report = await checkBoundaries();
  for (const violation of report.violations) process.stderr.write(`${violation}\n`);
  if (report.modules === 0) process.stderr.write("No module was read: is TypeScript 6 installed under the name `typescript`?\n");
  process.exitCode = report.modules > 0 && report.violations.length === 0 ? 0 : 1;
}
