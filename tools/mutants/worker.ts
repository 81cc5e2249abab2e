/** Puts one fault after another into its own copy of the repository and runs the tests that execute its place. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestModule } from "vitest/node";
import { mutated, type Mutant } from "./mutate.ts";
import { openSuites } from "./suites.ts";

/** Tests of one file; all of them where none is named. */
export interface Asked {
  readonly file: string;
  readonly ids: readonly string[];
  /** What they cost when nothing is wrong. */
  readonly ms: number;
}

/** What is asked of a worker. */
export interface Question {
  readonly mutant: Mutant;
  readonly asked: readonly Asked[];
  /** The same tests without the fault: is it the fault that brings them to a standstill? */
  readonly isWithout?: boolean;
}

/** What became of a fault: a test failed, or none did, or none executes it. */
export interface Verdict {
  readonly state: "caught" | "survived" | "untested";
  /** The test that failed, or the files of those that did not. */
  readonly by: readonly string[];
  readonly ms: number;
}

/** Nobody waits longer for the tests of one fault; the likeliest are asked first. */
const MAX_ASKING_MS = 90_000;

const root = process.cwd();
const vitest = await openSuites({ bail: 1 });
/** Tests that were seen to pass by themselves, without those before them. */
const sound = new Set<string>();

async function judge({ mutant, asked, isWithout = false }: Question): Promise<Verdict> {
  const path = join(root, mutant.file);
  const text = readFileSync(path, "utf8");
  const began = performance.now();
  const passed: string[] = [];
  const verdict = (state: Verdict["state"], by: readonly string[]): Verdict => ({
    state,
    by,
    ms: performance.now() - began,
  });
  try {
    for (const { file, ids } of asked) {
      if (performance.now() - began > MAX_ASKING_MS) break;
      if (!isWithout) put(path, mutated(text, mutant));
      const failure = await failureOf(file, ids);
      if (failure && !isWithout) put(path, text);
      // A test that fails by itself, or ran out of time on a busy machine, notices nothing.
      if (failure && (isWithout || (await passesAlone(file, failure))))
        return verdict("caught", [`${file}: ${failure.name}`]);
      passed.push(file);
    }
    return verdict("survived", passed);
  } finally {
    put(path, text);
  }
}

function put(path: string, text: string): void {
  if (readFileSync(path, "utf8") === text) return;
  writeFileSync(path, text);
  vitest.invalidateFile(path);
}

interface Failure {
  readonly id: string | null;
  readonly name: string;
  readonly isLate: boolean;
}

async function passesAlone(file: string, { id, isLate }: Failure): Promise<boolean> {
  if (id !== null && sound.has(id) && !isLate) return true;
  return (await failureOf(file, id === null ? [] : [id])) === null;
}

/** The first test of these that fails; all of the file's where none is named. */
async function failureOf(file: string, ids: readonly string[]): Promise<Failure | null> {
  const path = join(root, file);
  const specifications = vitest
    .getModuleSpecifications(path)
    .map(({ project }) => project.createSpecification(path, ids.length === 0 ? undefined : { testIds: [...ids] }));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const failure = testModules.map(failureIn).find((found) => found !== null);
  if (failure) return failure;
  if (unhandledErrors.length > 0) return { id: null, name: "an error that nobody caught", isLate: false };
  return null;
}

function failureIn(module: TestModule): Failure | null {
  for (const test of module.children.allTests()) {
    const { state, errors } = test.result();
    if (state === "passed") sound.add(test.id);
    if (state === "failed")
      return {
        id: test.id,
        name: test.fullName,
        isLate: errors?.some(({ message }) => /timed out/i.test(message)) ?? false,
      };
  }
  return module.ok() ? null : { id: null, name: "the file does not load", isLate: false };
}

process.on("message", (question: Question) => {
  judge(question).then(
    (verdict) => process.send?.(verdict),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.on("disconnect", () => process.exit(0));
process.send?.("ready");
