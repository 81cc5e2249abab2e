import { expect, test } from "vitest";
import { taskPasses } from "../../shared/rules/queues";
import { endingOf } from "./ended";
import { TASK_ENDINGS } from "./endings";

test("a decision that nobody made in time is no fault, and a system that did not answer is one", () => {
  const kindOf = (type: string, outcome: "timed_out" | "rejected" | "error" | "cancelled") => {
    const ending = endingOf({ type, outcome });
    return ending && TASK_ENDINGS[ending].kind;
  };
  expect(kindOf("approve_access", "timed_out")).toBe("decision");
  expect(kindOf("approve_access", "rejected")).toBe("decision");
  expect(kindOf("grant_access", "timed_out")).toBe("fault");
  expect(kindOf("grant_access", "error")).toBe("fault");
  expect(kindOf("grant_access", "cancelled")).toBe("decision");
  expect(endingOf({ type: "grant_access", outcome: undefined })).toBeNull();
});

test("a filter for faults leaves decisions out, although both are called failed", () => {
  const failed = { status: "Failed" as const, createdAt: 0 };
  const faults = { endings: ["error" as const, "timedOut" as const] };
  const passes = (type: string, outcome: "error" | "timed_out" | "rejected" | "cancelled") =>
    taskPasses({ ...failed, type, outcome }, faults, 0);
  expect(passes("grant_access", "error")).toBe(true);
  expect(passes("grant_access", "timed_out")).toBe(true);
  expect(passes("approve_access", "timed_out")).toBe(false);
  expect(passes("approve_access", "rejected")).toBe(false);
  expect(passes("grant_access", "cancelled")).toBe(false);
  expect(taskPasses({ type: "grant_access", status: "Running", createdAt: 0 }, faults, 0)).toBe(false);
});
