import { expect, test } from "vitest";
import type { DetailTask, RequestDetail } from "../api";
import { attemptText, groupByOrder, holderText, mendText, outcomeText, progressText, whyNotAsk } from "./task-words";
import { aTask } from "./task.testing";

test("tasks that run side by side stand together, in order", () => {
  const groups = groupByOrder([aTask({ order: 2 }), aTask({ order: 1 }), aTask({ order: 2 })]);
  expect(groups.map(({ order, tasks }) => [order, tasks.length])).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(progressText([aTask({ status: "Complete" }), aTask()])).toBe("1 of 2 tasks complete");
  expect(
    progressText([
      aTask({ status: "Complete", outcome: "skipped" }),
      aTask({ status: "Complete", outcome: "done" }),
      aTask(),
    ]),
  ).toBe("1 of 2 tasks complete");
});

test.each([
  [{ outcome: null }, null],
  [{ outcome: "done", kind: "approval" }, "Approved"],
  [{ outcome: "done" }, null],
  [{ outcome: "cancelled", status: "Not Started" }, null],
  [{ outcome: "cancelled", status: "Failed" }, "Cancelled"],
  [{ outcome: "error", status: "Failed" }, null],
  [{ outcome: "skipped" }, "Skipped"],
  [{ outcome: "resolved_manually" }, "Resolved manually"],
  [{ outcome: "timed_out", status: "Failed" }, "No answer in time"],
  [{ outcome: "revoked", status: "Complete", kind: "approval" }, "Taken back"],
] as const)("how a task ended %j is told as %s", (given, words) => {
  expect(outcomeText(aTask(given))).toBe(words);
});

test.each([
  [{ holder: { id: "p" as never, name: "Ada Byron" } }, "Ada Byron"],
  [{ kind: "manual", candidates: ["A", "B", "C", "D"] }, "Open to A, B, C and 1 more"],
  [{ system: "Snowflake" }, "Snowflake"],
  [{ waitingOn: { text: "the night job" } }, "the night job"],
  [{ status: "Not Started" }, null],
] as const)("who holds a task %j: %s", (given, words) => {
  expect(holderText(aTask(given as Partial<DetailTask>))).toBe(words);
});

test("attempts are told from the second on, and while one is coming", () => {
  expect(attemptText(aTask())).toBeNull();
  expect(attemptText(aTask({ attempt: 2 }))).toBe("Attempt 2 of 3");
  expect(attemptText(aTask({ status: "Failed", retryAt: 1 }))).toBe("Attempt 1 of 3 failed, retried automatically");
});

test("a stuck task says who looks into it, and an admin is told what they can do, not about themselves", () => {
  const told = (isManager: boolean, holder: DetailTask["holder"], status: RequestDetail["status"] = "Blocked") =>
    mendText({ holder }, { status, viewer: { isManager } as RequestDetail["viewer"] });
  const ada = { id: "p" as never, name: "Ada Byron" };
  expect(told(false, null)).toBe("The admins are looking into it.");
  expect(told(true, null)).toBe("You can retry it or resolve it manually.");
  for (const isManager of [false, true]) {
    expect(told(isManager, ada)).toBe("Ada Byron is looking into it.");
    expect(told(isManager, null, "Cancelled")).toBeNull();
  }
});

test("whoever cannot mend a stuck task asks about it, as long as there is somebody to read it", () => {
  const blocked = { status: "Blocked", whyNot: { comment: null }, viewer: { isManager: false } } as RequestDetail;
  const stuck = aTask({ status: "Failed" });
  expect(whyNotAsk(blocked, stuck)).toBeNull();
  expect(whyNotAsk(blocked, aTask({ status: "Failed", retryAt: 1 }))).not.toBeNull();
  expect(whyNotAsk(blocked, aTask({ status: "Failed", kind: "approval" }))).not.toBeNull();
  expect(whyNotAsk({ ...blocked, status: "In progress" }, stuck)).not.toBeNull();
  expect(whyNotAsk({ ...blocked, viewer: { ...blocked.viewer, isManager: true } }, stuck)).not.toBeNull();
});
