/** Runs the test files of the suites one after another over a copy with switches, the cheapest first. */

import { statSync } from "node:fs";
import { relative } from "node:path";
import type { TestSequencer, TestSpecification } from "vitest/node";
import { entriesOf } from "./log.ts";
import { openSuites } from "./suites.ts";

/** They take long and state little about any one decision. */
const LEFT_OUT = /[lL]arge\.test|\/dev\//;

/** Tests of rules alone cost next to nothing, and what they catch need not be asked again. */
function weightOf({ moduleId }: TestSpecification): number {
  return statSync(moduleId).size * (/rules[\w./]*\.test\.ts$/.test(moduleId) ? 0.1 : 1);
}

class CheapestFirst implements TestSequencer {
  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }

  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => weightOf(a) - weightOf(b));
  }
}

const finished = new Set(
  entriesOf(process.env["MUTANTS_LOG"] ?? "").flatMap((entry) => (entry.is === "finished" ? [entry.file] : [])),
);
// The backend is loaded once for all of them: what one leaves behind shows in the next one's run without a fault.
const vitest = await openSuites({ bail: 0, isolate: false, sequence: { sequencer: CheapestFirst } });
const all = await vitest.globTestSpecifications();
await vitest.runTestSpecifications(
  all.filter(({ moduleId }) => !LEFT_OUT.test(moduleId) && !finished.has(relative(process.cwd(), moduleId))),
);
process.exit(0);
