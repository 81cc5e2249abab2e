import { describe, expect, test } from "vitest";
import type { ApprovalStep, DetailTask, RequestDetail } from "./api";
import {
  areTakenBack,
  attemptText,
  groupByOrder,
  holderText,
  mentionAt,
  mentionParts,
  outcomeText,
  primaryAction,
  progressText,
  sizeText,
  stepText,
} from "./view";

function aTask(given: Partial<DetailTask> = {}): DetailTask {
  const task = {
    id: "t1",
    type: "grant_role",
    title: "Grant role",
    order: 1,
    status: "Running",
    outcome: null,
    kind: "automatic",
    system: null,
    holder: null,
    candidates: [],
    waitingOn: null,
    attempt: 1,
    maxAttempts: 3,
    retryAt: null,
    approval: null,
    whyNotRetry: "An admin can try it again.",
    ...given,
  };
  return task as unknown as DetailTask;
}

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
  [{ outcome: "cancelled", status: "Failed" }, "Stopped"],
  [{ outcome: "error", status: "Failed" }, null],
  [{ outcome: "skipped" }, "Not needed"],
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
  expect(attemptText(aTask({ status: "Failed", retryAt: 1 }))).toBe("Attempt 1 of 3 failed, tried again by itself");
});

test("a step says how far it is", () => {
  const aDecision = (verdict: "approve" | "takeBack") => ({ verdict }) as ApprovalStep["decisions"][number];
  expect(stepText({ state: "Active", required: 2, approved: 1 })).toBe("1 of 2 approved");
  expect(
    stepText({ state: "Approved", required: 1, approved: 1 }, areTakenBack([{ decisions: [aDecision("approve")] }])),
  ).toBe("Approved");
  expect(
    stepText(
      { state: "Approved", required: 1, approved: 1 },
      areTakenBack([{ decisions: [aDecision("approve"), aDecision("takeBack")] }]),
    ),
  ).toBe("Taken back");
  expect(stepText({ state: "Waiting", required: null, approved: 0 })).toBe("Comes later");
});

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
    ["a holder works", { viewer: { ...viewer, task: "t1" } }, { kind: "work", to: "/requests/tasks/t1" }],
    [
      "a manager repairs",
      { tasks: [aTask({ status: "Failed", whyNotRetry: null })] },
      { kind: "repair", to: "/requests/tasks/t1" },
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

describe("mentions", () => {
  test("are found in a text, the longer name first", () => {
    expect(mentionParts("Hi @Ada Byron and @Ada!", ["Ada", "Ada Byron"])).toEqual([
      { text: "Hi ", isMention: false },
      { text: "@Ada Byron", isMention: true },
      { text: " and ", isMention: false },
      { text: "@Ada", isMention: true },
      { text: "!", isMention: false },
    ]);
    expect(mentionParts("mail@ada.com", [])).toEqual([{ text: "mail@ada.com", isMention: false }]);
  });

  test.each([
    ["@", { start: 0, query: "" }],
    ["Hi @ad", { start: 3, query: "ad" }],
    ["Hi @ada by", { start: 3, query: "ada by" }],
    ["Hi @ada byron is", null],
    ["mail@ada", null],
    ["Hi", null],
  ] as const)("%j is being typed as %j", (text, place) => {
    expect(mentionAt(text, text.length)).toEqual(place);
  });
});

test("sizes of files", () => {
  expect([sizeText(10), sizeText(20_480), sizeText(1_572_864)]).toEqual(["10 B", "20 kB", "1.5 MB"]);
});
