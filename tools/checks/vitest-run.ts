/** Runs vitest projects, passing its progress through, and counts what it reports. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { run } from "../lib/process.mjs";
import { pinnedNode } from "../lib/runtime.mjs";
import type { RunReport } from "./count-reporter.ts";

/** How many tests or checks ended how. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
}

/** Runs the named projects. A file that cannot be loaded counts as one failure, as does a crash of the runner. */
export async function runVitest(projects: readonly string[], env: Record<string, string> = {}): Promise<Count> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "portal-tests-"));
  const reportFile = path.join(folder, "report.json");
  try {
    const args = ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=./tools/checks/count-reporter.ts", ...projects.flatMap((project) => ["--project", project])];
    const { code } = await run(pinnedNode, args, { echo: true, env: { ...env, PORTAL_TEST_COUNT: reportFile } });
    return countReport(readReport(reportFile), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file: string): RunReport | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as RunReport; // written by count-reporter.ts
  } catch {
    return null; // the runner died before it could write
  }
}

/** What a report and the runner's exit code add up to. */
export function countReport(report: RunReport | null, code: number): Count {
  if (report === null) return { passed: 0, failed: 1 };
  const failed = report.failed + report.errors;
  return { passed: report.passed, failed: code !== 0 && failed === 0 ? 1 : failed };
}
