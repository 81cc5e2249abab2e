/** A vitest reporter that says nothing and writes what happened, test by test, to the file PORTAL_TEST_COUNT names. */

import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/** One test that ran. */
export interface TestReport {
  /** Its file, relative to the repository. */
  readonly file: string;
  readonly name: string;
  readonly isPassed: boolean;
  readonly ms: number;
}

/** What a run came to. */
export interface RunReport {
  /** Tests that passed or failed; skipped ones did not run. */
  readonly tests: readonly TestReport[];
  /** Files that could not be loaded, relative to the repository. */
  readonly brokenFiles: readonly string[];
  /** Errors outside of any file, the first line of each. */
  readonly strayErrors: readonly string[];
}

/** vitest makes one of these itself; the default export is what its --reporter option loads. */
export default class CountReporter implements Reporter {
  onTestRunEnd(...[modules, unhandled]: Parameters<NonNullable<Reporter["onTestRunEnd"]>>): void {
    const target = process.env["PORTAL_TEST_COUNT"];
    if (target === undefined) return;
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test): TestReport[] => {
        const { state } = test.result();
        if (state !== "passed" && state !== "failed") return [];
        return [
          {
            file: module.relativeModuleId,
            name: test.fullName,
            isPassed: state === "passed",
            ms: test.diagnostic()?.duration ?? 0,
          },
        ];
      }),
    );
    const report: RunReport = {
      tests,
      brokenFiles: modules.filter((module) => module.errors().length > 0).map((module) => module.relativeModuleId),
      strayErrors: unhandled.map(({ message }) => message.split("\n", 1)[0] ?? ""),
    };
    writeFileSync(target, JSON.stringify(report));
  }
}
