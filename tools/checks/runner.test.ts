import { expect, test } from "vitest";
import { whyNotThisRuntime } from "../lib/runtime.mjs";
import { countReport } from "./vitest-run.ts";

test("every test counts once", () => {
  expect(countReport({ passed: 2, failed: 1, errors: 0 }, 1)).toEqual({ passed: 2, failed: 1 });
});

test("a file that cannot be loaded counts as a failure", () => {
  expect(countReport({ passed: 2, failed: 0, errors: 1 }, 1)).toEqual({ passed: 2, failed: 1 });
});

test("a runner that ends badly without a failed test counts as a failure", () => {
  expect(countReport({ passed: 2, failed: 0, errors: 0 }, 1)).toEqual({ passed: 2, failed: 1 });
  expect(countReport(null, 0)).toEqual({ passed: 0, failed: 1 });
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
