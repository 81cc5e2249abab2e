import { expect, test } from "vitest";
import { whyNotThisRuntime } from "../lib/runtime.mjs";
import type { TestReport } from "./count-reporter.ts";
import { countRun, failedLines, slowestLines } from "./vitest-run.ts";

const aTest = (name: string, isPassed: boolean, ms = 1): TestReport => ({ file: "a.test.ts", name, isPassed, ms });
const twoPassed = [aTest("one", true), aTest("two", true)];

test("every test counts once", () => {
  expect(
    countRun({ report: { tests: [...twoPassed, aTest("three", false)], brokenFiles: [], strayErrors: [] }, code: 1 }),
  ).toEqual({ passed: 2, failed: 1 });
});

test("a file that cannot be loaded counts as a failure", () => {
  expect(countRun({ report: { tests: twoPassed, brokenFiles: ["b.test.ts"], strayErrors: [] }, code: 1 })).toEqual({
    passed: 2,
    failed: 1,
  });
});

test("a runner that ends badly without a failed test counts as a failure", () => {
  expect(countRun({ report: { tests: twoPassed, brokenFiles: [], strayErrors: [] }, code: 1 })).toEqual({
    passed: 2,
    failed: 1,
  });
  expect(countRun({ report: null, code: 0 })).toEqual({ passed: 0, failed: 1 });
});

test("what failed is named: tests, files, stray errors, and else the runner", () => {
  const report = {
    tests: [...twoPassed, aTest("three", false)],
    brokenFiles: ["b.test.ts"],
    strayErrors: ["Too late"],
  };
  expect(failedLines({ report, code: 1 })).toEqual(["a.test.ts > three", "b.test.ts", "Too late"]);
  const whole = { tests: twoPassed, brokenFiles: [], strayErrors: [] };
  expect(failedLines({ report: whole, code: 0 })).toEqual([]);
  expect(failedLines({ report: whole, code: 7 })).toEqual(["the test runner itself ended with 7"]);
  expect(failedLines({ report: null, code: 0 })).toEqual(["the test runner itself ended with 0"]);
});

test("the slowest tests are listed longest first, with file and name", () => {
  const tests = [aTest("quick", true, 20), aTest("slow", false, 12_340), aTest("middling", true, 900)];
  expect(slowestLines(tests, 2)).toEqual(["  12.3 s  a.test.ts > slow", "   0.9 s  a.test.ts > middling"]);
});

test.each([
  ["20.19.0", "npm/10.8.2 node/v20.19.0"],
  ["24.21.0", ""],
])("Node %s with %s will do", (node, agent) => {
  expect(whyNotThisRuntime(node, agent)).toBeNull();
});

test.each([
  ["20.18.3", "npm/10.8.2", /Node 20\.18\.3 is too old/],
  ["18.20.0", "npm/10.8.2", /Install Node 20\.19/],
  ["22.0.0", "npm/8.19.4", /npm 8 is too old/],
])("Node %s with %s is refused with what to do", (node, agent, expected) => {
  expect(whyNotThisRuntime(node, agent)).toMatch(expected);
});
