/** Puts one fault after another into its own copy of the repository and runs the tests that may notice. Keeps Vitest warm. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createVitest } from "vitest/node";
import { mutated, type Mutant } from "./mutate.ts";
import { TestFinder } from "./tests-of.ts";

/** What became of a fault: a test failed, or none did, or there is none to ask. */
export interface Verdict {
  readonly state: "caught" | "survived" | "untested";
  /** The test file that failed, or those that did not. */
  readonly by: readonly string[];
  readonly ms: number;
}

const root = process.cwd();
const finder = new TestFinder(root);
const vitest = await createVitest("test", { root, watch: false, bail: 1, project: ["unit", "functions", "attacks"], reporters: [{}], maxWorkers: 1, slowTestThreshold: 60_000, retry: 0 }, {});
await vitest.standalone();

async function judge(mutant: Mutant): Promise<Verdict> {
  const path = join(root, mutant.file);
  const text = readFileSync(path, "utf8");
  const began = performance.now();
  const tests = finder.of(mutant.file);
  if (tests.length === 0) return { state: "untested", by: [], ms: 0 };
  const putIn = (): void => put(path, mutated(text, mutant));
  putIn();
  try {
    for (const test of tests) {
      if (!(await passes(test)) && (await passesWithout(test, path, text))) return { state: "caught", by: [test], ms: performance.now() - began };
      putIn();
    }
    return { state: "survived", by: tests, ms: performance.now() - began };
  } finally {
    put(path, text);
  }
}

function put(path: string, text: string): void {
  if (readFileSync(path, "utf8") === text) return;
  writeFileSync(path, text);
  vitest.invalidateFile(path);
}

/** Test files that were seen to pass without a fault. */
const sound = new Set<string>();

/** A test that fails by itself, or ran out of time on a busy machine, notices nothing. */
async function passesWithout(test: string, path: string, text: string): Promise<boolean> {
  if (sound.has(test)) return true;
  put(path, text);
  return await passes(test);
}

async function passes(test: string): Promise<boolean> {
  const began = performance.now();
  const specifications = vitest.getModuleSpecifications(join(root, test));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const isPassed = unhandledErrors.length === 0 && testModules.every((module) => module.ok());
  if (isPassed) {
    sound.add(test);
    finder.took(test, performance.now() - began);
  }
  return isPassed;
}

process.on("message", (mutant: Mutant) => {
  judge(mutant).then(
    (verdict) => process.send?.(verdict),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
