/**
 * Journeys under CI: a file of journeys that fails runs once more, from a fresh portal. A test that failed once and
 * passed once is flaky: it is named, and it fails the run when there are more than two of them. At a desk nothing
 * runs twice: whoever sees a journey fail should look at it.
 */

import type { RunReport } from "./count-reporter.ts";
import { type Count, countRun, titleOf, type VitestRun } from "./vitest-run.ts";

/** More flaky tests than this fail the run. */
export const MAX_FLAKY = 2;
/** More files than this do not fail by bad luck: the product is broken, and a second run would only cost time. */
export const MAX_FILES_AGAIN = 5;

/** What the journeys came to. */
export interface JourneysResult {
  readonly count: Count;
  /** Tests and files that failed once and passed once, by name. */
  readonly flaky: readonly string[];
}

/** Runs these files of journeys, all of them when none is named; every run starts portals of its own. */
export type RunJourneys = (files: readonly string[]) => Promise<VitestRun>;

/** True on a machine that runs tests for a team. */
export function isCi(env: Readonly<Record<string, string | undefined>>): boolean {
  return !["", "0", "false"].includes((env["CI"] ?? "").toLowerCase());
}

/** Runs all journeys, and under CI those files once more that failed. */
export async function runWithSecondChance(runJourneys: RunJourneys, underCi: boolean): Promise<JourneysResult> {
  const first = await runJourneys([]);
  const once: JourneysResult = { count: countRun(first), flaky: [] };
  const files = first.report === null ? [] : failedFiles(first.report);
  if (!underCi || first.report === null || files.length === 0 || files.length > MAX_FILES_AGAIN) return once;
  const second = await runJourneys(files);
  // What never reported a second time has not passed a second time.
  return second.report === null ? once : judge(first.report, second.report, second.code);
}

function failedFiles({ tests, brokenFiles }: RunReport): string[] {
  return [
    ...new Set([...brokenFiles, ...tests.filter(({ isPassed }) => !isPassed).map(({ file }) => file)]),
  ].toSorted();
}

/** The outcomes of everything that ran, by name: a file that could not be loaded has a name too. */
function outcomes({ tests, brokenFiles }: RunReport): Map<string, boolean> {
  return new Map([
    ...tests.map((test) => [titleOf(test), test.isPassed] as const),
    ...brokenFiles.map((file) => [file, false] as const),
  ]);
}

function judge(first: RunReport, second: RunReport, secondCode: number): JourneysResult {
  const [before, after] = [outcomes(first), outcomes(second)];
  // A file that could be loaded the second time no longer appears by itself.
  for (const file of first.brokenFiles)
    if (!after.has(file) && second.tests.some((test) => test.file === file)) after.set(file, true);
  const names = [...new Set([...before.keys(), ...after.keys()])];
  const flaky = names.filter((name) => before.has(name) && after.has(name) && before.get(name) !== after.get(name));
  const passed = names.filter((name) => (before.get(name) ?? true) && (after.get(name) ?? true));
  const isTooFlaky = flaky.length > MAX_FLAKY;
  const pardoned = isTooFlaky ? [] : flaky;
  const failed = names.length - passed.length - pardoned.length + first.strayErrors.length + second.strayErrors.length;
  // A runner that ends badly without naming a failure has failed all the same.
  const isCrash = secondCode !== 0 && failedFiles(second).length === 0 && second.strayErrors.length === 0;
  // A file's own name is no test: it counts when it fails, as everywhere.
  const pardonedTests = pardoned.filter((name) => !first.brokenFiles.includes(name));
  return { count: { passed: passed.length + pardonedTests.length, failed: failed + (isCrash ? 1 : 0) }, flaky };
}
