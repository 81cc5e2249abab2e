import { describe, expect, test } from "vitest";
import type { RequestProgress } from "./api";
import { byAttention, currentStep, dueLook, holderText, positionText, stripLabel } from "./progress-words";

type ProgressStep = RequestProgress["steps"][number];

function aStep(with_: Partial<ProgressStep>): ProgressStep {
  return {
    id: "task-1" as ProgressStep["id"],
    order: 1,
    isAutomatic: true,
    title: "Grant role",
    status: "Running",
    holder: null,
    waitingOn: null,
    since: null,
    ...with_,
  };
}

describe("a progress strip", () => {
  const steps = [
    aStep({ status: "Complete" }),
    aStep({ order: 2, status: "Running" }),
    aStep({ order: 3, status: "Not Started" }),
  ];

  test("stands at the first task that is not complete", () => {
    expect(currentStep(steps)?.order).toBe(2);
    expect(positionText(steps)).toBe("Task 2 of 3");
  });

  test("says when every task is complete, and when there is none", () => {
    expect(positionText([aStep({ status: "Complete" })])).toBe("All tasks complete");
    expect(positionText([])).toBe("No tasks yet");
  });

  test("is told in one sentence to those who do not see it", () => {
    expect(stripLabel(steps)).toBe("1 of 3 tasks complete");
  });
});

describe("who holds a request", () => {
  test.each([
    ["the assignee by name", { holder: "Ada King" }, "With Ada King"],
    ["what it waits on when nobody is assigned", { waitingOn: "the area owner" }, "Waiting on the area owner"],
    ["the portal while a connector works", {}, "The portal is working on it"],
    ["nobody while a manual task has no assignee", { isAutomatic: false }, "Nobody holds it yet"],
    ["an admin after a failure", { status: "Failed", holder: "Ada King" }, "Failed; an admin can retry or resolve it"],
    [
      "the portal, which tries again, after a failure that may pass",
      { status: "Failed", waitingOn: "Retrying, attempt 2 of 3" },
      "Retrying, attempt 2 of 3",
    ],
    ["nobody yet before it starts", { status: "Not Started", holder: "Ada King" }, "Not started yet"],
  ] as const)("is %s", (_guarantee, with_, words) => {
    expect(holderText(aStep(with_), "In progress")).toBe(words);
  });

  test("is the requester while a question to them is open", () => {
    expect(holderText(aStep({ holder: "Ada King" }), "Needs info")).toBe("Waiting for your answer");
  });
});

test("what needs somebody comes first, and the rest keeps its order", () => {
  const requests = (["In progress", "Blocked", "Pending approval", "Needs info"] as const).map((status) => ({
    status,
  }));
  expect(byAttention(requests).map(({ status }) => status)).toEqual([
    "Needs info",
    "Blocked",
    "In progress",
    "Pending approval",
  ]);
});

test.each([
  [0, "text-danger"],
  [86_400_000, "text-warning"],
  [86_400_001, "text-muted"],
])("a due date %i ms away is %s", (fromNow, look) => {
  expect(dueLook(1000 + fromNow, 1000)).toContain(look);
});
