import { describe, expect, test } from "vitest";
import type { RequestDetail } from "../api";
import { aTask } from "../tasks/task.testing";
import { primaryAction } from "./primary-action";

const shut = { comment: null, note: "no", answer: "no", cancel: "no", remind: "no", submitAgain: "no" };

function aRequest(given: Partial<RequestDetail>): RequestDetail {
  const viewer = { isRequester: false, isManager: false, seesInternal: false, seatIn: null, task: null };
  return {
    id: "r1",
    type: { key: "access" },
    key: "REQ-142",
    status: "In progress",
    viewer,
    whyNot: shut,
    tasks: [],
    ...given,
  } as unknown as RequestDetail;
}

describe("the one primary action", () => {
  const viewer = aRequest({}).viewer;
  test.each([
    [
      "the requester of a draft goes on with it",
      { status: "Draft", viewer: { ...viewer, isRequester: true } },
      { kind: "continue", to: "/requests/create?type=access&draft=r1" },
    ],
    ["the requester answers", { whyNot: { ...shut, answer: null } }, { kind: "answer" }],
    [
      "a seat decides",
      { status: "Pending approval", viewer: { ...viewer, seatIn: "a1" } },
      { kind: "decide", to: "/approvals/a1" },
    ],
    ["a holder works", { viewer: { ...viewer, task: "REQ-1-2" } }, { kind: "work", to: "/requests/tasks/REQ-1-2" }],
    [
      "a manager repairs",
      { tasks: [aTask({ status: "Failed", whyNotRetry: null })] },
      { kind: "repair", to: "/requests/tasks/REQ-1-1" },
    ],
    [
      "the requester submits again",
      { status: "Rejected", whyNot: { ...shut, submitAgain: null } },
      { kind: "submitAgain" },
    ],
    [
      "the requester reminds",
      { whyNot: { ...shut, remind: null }, viewer: { ...viewer, isRequester: true } },
      { kind: "remind" },
    ],
    ["nobody else is asked for anything", {}, null],
  ] as const)("%s", (_case, given, action) => {
    expect(primaryAction(aRequest(given as unknown as Partial<RequestDetail>), false)).toEqual(action);
  });
});
