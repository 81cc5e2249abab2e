import { describe, expect, test } from "vitest";
import {
  backoffMs,
  executorOf,
  isApproval,
  TASK_TYPES,
  typeOf,
  wasDoneByHand,
  whyNotFinish,
  whyNotRetry,
  whyNotStart,
} from "./rules";
import type { TaskStatus } from "./table";

const ALL: TaskStatus[] = ["Not Started", "Running", "Complete", "Failed"];

describe("moves a task allows", () => {
  test.each(ALL)("start from %s", (status) => {
    expect(whyNotStart({ status })).toEqual(status === "Not Started" ? null : { code: "wrong-state", status });
  });
  test.each(ALL)("finish from %s", (status) => {
    expect(whyNotFinish({ status })).toEqual(status === "Running" ? null : { code: "wrong-state", status });
  });

  const failed = { type: "grant_role", status: "Failed" as const, attempt: 1, maxAttempts: 3 };
  test.each([
    ["an attempt is left", failed, "system", null],
    ["the last attempt failed", { ...failed, attempt: 3 }, "system", "attempts-used-up"],
    ["the last attempt failed but an admin wants it", { ...failed, attempt: 3 }, "person", null],
    ["it is an approval", { ...failed, type: "approve_access" }, "person", "never-retried"],
    ["it runs", { ...failed, status: "Running" as const }, "person", "wrong-state"],
    ["it is complete", { ...failed, status: "Complete" as const }, "person", "wrong-state"],
  ] as const)("retry when %s", (_name, task, by, code) => {
    expect(whyNotRetry(task, by)?.code ?? null).toBe(code);
  });
});

const done = { type: "manual_check", status: "Complete", outcome: "done" } as const;
const resolved = { type: "grant_role", status: "Complete", outcome: "resolved_manually" } as const;
test.each([
  ["a manual task that is done", done, true],
  ["a manual task that runs", { ...done, status: "Running", outcome: undefined }, false],
  ["a manual task that was not needed", { ...done, outcome: "skipped" }, false],
  ["a connector's task that somebody resolved", resolved, true],
  ["one the connector had begun", { ...resolved, applyBegunAt: 1 }, false],
  ["one the connector did", { ...resolved, outcome: "done" }, false],
  ["a decision", { ...resolved, type: "approve_access" }, false],
] as const)("%s was done manually or was not", (_what, task, isByHand) => {
  expect(wasDoneByHand(task)).toBe(isByHand);
});

test("backoff doubles and has a ceiling", () => {
  expect([1, 2, 3].map(backoffMs)).toEqual([15_000, 30_000, 60_000]);
  expect(backoffMs(40)).toBe(3_600_000);
});

test("types: known ones are found, others are not, and inherited names are no types", () => {
  for (const name of Object.keys(TASK_TYPES)) expect(typeOf(name)?.title).toBeTruthy();
  expect(typeOf("rotate_key")).toBeNull();
  expect(typeOf("toString")).toBeNull();
  expect(isApproval({ type: "approve_cost" })).toBe(true);
  expect(isApproval({ type: "manual_check" })).toBe(false);
});

test("what people do has one attempt: only machines are asked again by themselves", () => {
  const retried = Object.entries(TASK_TYPES).filter(([, { maxAttempts }]) => maxAttempts > 1);
  expect(new Set(retried.map(([, { executor }]) => executor))).toEqual(new Set(["connector", "portal"]));
});

test.each([
  ["grant_role", "connector"],
  ["verify", "portal"],
  ["approve_access", "approval"],
  ["manual_check", "manual"],
  ["rotate_key", null],
] as const)("%s is executed by: %s", (type, executor) => {
  expect(executorOf({ type })).toBe(executor);
});

test("every connector type names its system and its operation, and nothing else does", () => {
  for (const [name, type] of Object.entries(TASK_TYPES)) {
    if (type.executor === "connector") expect(type.operation, name).toBe(name.replaceAll("_", "-"));
    else expect(type.operation === undefined, name).toBe(type.builtIn === undefined);
  }
});
