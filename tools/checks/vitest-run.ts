/** Runs vitest projects, passing its progress through, and counts what it reports. */

import { mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { run } from "../lib/process.mjs";
import { pinnedNode } from "../lib/runtime.mjs";
import type { RunReport, TestReport } from "./count-reporter.ts";

/** How many tests or checks ended how. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
}

/** How a run of vitest ended; no report when it died before it could write one. */
export interface VitestRun {
  readonly report: RunReport | null;
  readonly code: number;
}

/** What of the projects runs, and with which environment on top. */
export interface VitestOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Only these files; all of them when there are none. */
  readonly files?: readonly string[];
}

/** Far more than a run ever holds at once. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** Runs the named projects. */
export async function runVitest(
  projects: readonly string[],
  { env = {}, files = [] }: VitestOptions = {},
): Promise<VitestRun> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "portal-tests-"));
  const reportFile = path.join(folder, "report.json");
  try {
    const args = [
      "node_modules/vitest/vitest.mjs",
      "run",
      ...files,
      "--reporter=default",
      "--reporter=./tools/checks/count-reporter.ts",
      ...projects.flatMap((project) => ["--project", project]),
    ];
    const added = { ...env, TMPDIR: scratchFolder(), PORTAL_TEST_COUNT: reportFile };
    const { code } = await run(pinnedNode, args, { echo: true, env: added });
    return { report: readReport(reportFile), code };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Where tests keep files for a moment: in memory, where the machine has a folder for that with room enough. Thousands of
 * small databases would spend half of their time waiting for a disk that nobody asks afterwards.
 */
function scratchFolder(): string {
  const inMemory = "/dev/shm";
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    const isChosen = process.env["TMPDIR"] !== undefined;
    return isChosen || bavail * bsize < ROOM_BYTES ? os.tmpdir() : inMemory;
  } catch {
    return os.tmpdir(); // no such folder here
  }
}

function readReport(file: string): RunReport | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as RunReport; // written by count-reporter.ts
  } catch {
    return null; // the runner died before it could write
  }
}

/** What a run adds up to. A file that cannot be loaded counts as one failure, as does a crash of the runner. */
export function countRun({ report, code }: VitestRun): Count {
  if (report === null) return { passed: 0, failed: 1 };
  const passed = report.tests.filter(({ isPassed }) => isPassed).length;
  const failed = report.tests.length - passed + report.brokenFiles.length + report.strayErrors.length;
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** How a test is named where several files are listed together. */
export function titleOf({ file, name }: Pick<TestReport, "file" | "name">): string {
  return `${file} > ${name}`;
}

/** What failed in a run, one line each: tests and files by name, stray errors by what they say. */
export function failedLines({ report, code }: VitestRun): string[] {
  const { tests, brokenFiles, strayErrors } = report ?? { tests: [], brokenFiles: [], strayErrors: [] };
  const named = [...tests.filter(({ isPassed }) => !isPassed).map(titleOf), ...brokenFiles, ...strayErrors];
  return named.length === 0 && (report === null || code !== 0) ? [`the test runner itself ended with ${code}`] : named;
}

/** The tests that took longest, one line each, longest first. */
export function slowestLines(tests: readonly TestReport[], howMany: number): string[] {
  const slowest = tests.toSorted((one, other) => other.ms - one.ms).slice(0, howMany);
  return slowest.map((test) => `${`${(test.ms / 1000).toFixed(1)} s`.padStart(8)}  ${titleOf(test)}`);
}
