/** Runs vitest projects, passing its progress through, and counts what it reports. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { run } from "../lib/process.mjs";
import { pinnedNode } from "../lib/runtime.mjs";

/** How many tests or checks ended how. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
}

/** vitest's JSON report, as far as it is counted. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

/** Runs the named projects. A file that cannot be loaded counts as one failure, as does a crash of the runner. */
export async function runVitest(projects: readonly string[], env: Record<string, string> = {}): Promise<Count> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "portal-tests-"));
  const reportFile = path.join(folder, "report.json");
  try {
    const args = ["node_modules/vitest/vitest.mjs", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`, ...projects.flatMap((project) => ["--project", project])];
    const { code } = await run(pinnedNode, args, { echo: true, env });
    return countReport(readReport(reportFile), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file: string): VitestReport | null {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as VitestReport; // written by vitest's json reporter
  } catch {
    return null; // the runner died before it could write
  }
}

/** What a report and the runner's exit code add up to. */
export function countReport(report: VitestReport | null, code: number): Count {
  if (report === null) return { passed: 0, failed: 1 };
  const unloadable = report.testResults.filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0).length;
  const failed = report.numFailedTests + unloadable;
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed };
}
