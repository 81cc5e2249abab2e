import { describe, expect, test } from "vitest";
import type { TaskStatus } from "../table";
import { offeredTo, whyNotAssign, whyNotClaim, whyNotReport, type WorkFacts } from "./work";

const ada = { id: "ada", isManager: false };
const manager = { id: "mona", isManager: true };
const aTask = (given: Partial<WorkFacts>): WorkFacts => ({
  type: "manual_check",
  status: "Running",
  attempt: 1,
  maxAttempts: 1,
  candidateIds: ["ada", "bea"],
  ...given,
});

describe("a task that is done manually", () => {
  test("is reported by whoever holds it, by a candidate while nobody does, and by an admin", () => {
    expect(whyNotReport(aTask({ assigneeId: "ada" }), ada)).toBeNull();
    expect(whyNotReport(aTask({}), ada)).toBeNull();
    expect(whyNotReport(aTask({ assigneeId: "bea" }), manager)).toBeNull();
  });

  test("is offered to each of its candidates once, while it runs and nobody has it", () => {
    expect(offeredTo(aTask({ candidateIds: ["ada", "bea", "ada"] }))).toEqual(["ada", "bea"]);
    expect(offeredTo(aTask({ candidateIds: undefined }))).toEqual([]);
    expect(offeredTo(aTask({ assigneeId: "bea" }))).toEqual([]);
    for (const status of ["Not Started", "Complete", "Failed"] as const)
      expect(offeredTo(aTask({ status }))).toEqual([]);
    for (const type of ["approve_access", "notify", "unknown"]) expect(offeredTo(aTask({ type }))).toEqual([]);
  });

  test("is not reported by a candidate once somebody else holds it, nor by anybody else", () => {
    expect(whyNotReport(aTask({ assigneeId: "bea" }), ada)?.code).toBe("not-eligible");
    expect(whyNotReport(aTask({ candidateIds: [] }), ada)?.code).toBe("not-eligible");
  });

  test.each<TaskStatus>(["Complete", "Failed"])(
    "is neither taken nor handed on when it is %s, and says so",
    (status) => {
      const over = { code: "wrong-state", status };
      expect(whyNotClaim(aTask({ status }), ada)).toEqual(over);
      expect(whyNotAssign(aTask({ status, assigneeId: "ada" }), ada)).toEqual(over);
    },
  );
});
