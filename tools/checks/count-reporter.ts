/** A vitest reporter that says nothing and writes what happened, as counts, to the file PORTAL_TEST_COUNT names. */
import { writeFileSync } from "node:fs";
import type { Reporter } from "vitest/node";

/** What a run came to. */
export interface RunReport {
  readonly passed: number;
  readonly failed: number;
  /** Files that could not be loaded, and errors outside of any test. */
  readonly errors: number;
}

/** vitest makes one of these itself; the default export is what its --reporter option loads. */
export default class CountReporter implements Reporter {
  onTestRunEnd(...[modules, unhandled]: Parameters<NonNullable<Reporter["onTestRunEnd"]>>): void {
    const target = process.env["PORTAL_TEST_COUNT"];
    if (target === undefined) return;
    const states = modules.flatMap((module) => [...module.children.allTests()].map((test) => test.result().state));
    const report: RunReport = {
      passed: states.filter((state) => state === "passed").length,
      failed: states.filter((state) => state === "failed").length,
      errors: modules.filter((module) => module.errors().length > 0).length + unhandled.length,
    };
    writeFileSync(target, JSON.stringify(report));
  }
}
