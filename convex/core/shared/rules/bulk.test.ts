import { describe, expect, test } from "vitest";
import { BULK_REASON_MAX_LENGTH, type BulkTask, whyNotAssign, whyNotReason, whyNotRequest, whyNotTask } from "./bulk";

const aTask = (given: Partial<BulkTask>): BulkTask => ({
  type: "manual_check",
  status: "Running",
  attempt: 1,
  maxAttempts: 1,
  ...given,
});
const open = { status: "In progress" } as const;

describe("one item of many is left alone", () => {
  test.each(["retryFailed", "markFailed", "assign"] as const)("once its request has ended (%s)", (operation) => {
    const failed = aTask({ status: "Failed" });
    const no = whyNotTask(operation, failed, { status: "Completed" }, "ada");
    expect(no).not.toBeNull();
    expect(no).toEqual(whyNotRequest(operation, { status: "Completed" }, [failed]));
  });

  test("when an approval would have to be decided for it", () => {
    const approval = aTask({ type: "approve_access" });
    for (const operation of ["retryFailed", "markFailed", "assign"] as const)
      expect(whyNotTask(operation, approval, open, "ada")?.["message"]).toBe(
        "Only its approvers can decide an approval.",
      );
  });

  test.each([
    ["is carried out by the portal", aTask({ type: "grant_role" }), "not-eligible"],
    ["was skipped", aTask({ status: "Complete", outcome: "skipped" }), "wrong-state"],
    ["has failed", aTask({ status: "Failed" }), "wrong-state"],
    ["is held by this person", aTask({ assigneeId: "ada" }), "duplicate"],
  ])("in handing it on when it %s", (_why, task, code) => {
    expect(whyNotAssign(task, "ada")?.code).toBe(code);
    expect(whyNotTask("assign", task, open, "ada")?.code).toBe(code);
  });

  test("but a manual task of somebody else is handed on, and so is one that nobody holds", () => {
    expect(whyNotTask("assign", aTask({ assigneeId: "bea" }), open, "ada")).toBeNull();
    expect(whyNotAssign(aTask({ status: "Not Started" }), "ada")).toBeNull();
  });
});

test("a reason has words, and as many as its limit", () => {
  expect(whyNotReason(" ")?.code).toBe("reason-required");
  expect(whyNotReason("x".repeat(BULK_REASON_MAX_LENGTH))).toBeNull();
  expect(whyNotReason("x".repeat(BULK_REASON_MAX_LENGTH + 1))?.code).toBe("too-long");
});
