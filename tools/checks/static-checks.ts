/** The checks that read the code without running the product. Each counts as one in the summary. */

import { existsSync } from "node:fs";
import path from "node:path";
import { ensureBuilt } from "../lib/build.mjs";
import { CommandFailed, run } from "../lib/process.mjs";
import { pinnedNode, root } from "../lib/runtime.mjs";

/** One named check; `run` resolves to what to show, and whether it passed. */
export interface Check {
  readonly name: string;
  readonly run: () => Promise<{ isPassed: boolean; output: string }>;
}

/**
 * Types, lint, format, import rules, unused code, generated code, deployability; the longest first. Two of all checks run
 * at once, so each keeps to one processor: with several, types and lint read the same declarations once per thread.
 */
export const codeChecks: readonly Check[] = [
  tool("lint", "node_modules/oxlint/bin/oxlint", "--format=unix", "--threads=1"),
  tool("types", "node_modules/typescript7/bin/tsc", "--noEmit", "-p", ".", "--singleThreaded"),
  tool(
    "types as Convex checks them",
    "node_modules/typescript7/bin/tsc",
    "--noEmit",
    "-p",
    "convex",
    "--singleThreaded",
  ),
  tool("format", "node_modules/oxfmt/bin/oxfmt", "--check"),
  tool("boundaries", "tools/boundaries.ts"),
  tool("unused code", "node_modules/knip/bin/knip.js", "--no-progress", "--no-config-hints"),
  tool("generated code is current", "tools/codegen.ts", "--check"),
  tool("convex/ would deploy", "tools/convex-deploy-check.ts"),
];

/** The build and what is measured on it; in this order. */
export const buildChecks: readonly Check[] = [
  { name: "build", run: buildQuietly },
  tool("size budget", "tools/size-budget.ts"),
  tool("production bundle", "tools/production-bundle.ts"),
];

/**
 * What the Go programs among them (types and the part of lint that knows types) take as their share: one processor, and a
 * tenth more memory for an eighth less time spent on freeing it.
 */
const ONE_PROCESSOR = { GOMAXPROCS: "1", GOGC: "400" };

function tool(name: string, script: string, ...args: string[]): Check {
  return {
    name,
    run: async () => {
      if (!existsSync(path.join(root, script))) return { isPassed: false, output: `${script} is missing` };
      const { code, output } = await run(pinnedNode, [script, ...args], { env: ONE_PROCESSOR });
      return { isPassed: code === 0, output };
    },
  };
}

async function buildQuietly(): Promise<{ isPassed: boolean; output: string }> {
  try {
    await ensureBuilt();
    return { isPassed: true, output: "" };
  } catch (error) {
    return { isPassed: false, output: error instanceof CommandFailed ? error.output : String(error) };
  }
}
