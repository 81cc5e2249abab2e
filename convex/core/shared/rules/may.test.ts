import { describe, expect, test } from "vitest";
import { HOUR_MS } from "../../../lib/pure/time";
import type { Access } from "../../requests/rules/access";
import {
  cancelConsequence,
  listed,
  whyNotCancel,
  whyNotHold,
  whyNotLiftHold,
  whyNotRemind,
  whyNotRetryTask,
  whyNotRevoke,
  whyNotSubmitAgain,
  type WorkedTask,
} from "./may";

const nobody: Access = {
  isRequester: false,
  isBeneficiary: false,
  isDecider: false,
  isWorker: false,
  isOverseer: false,
  seesInternal: false,
  isManager: false,
};
const requester: Access = { ...nobody, isRequester: true };
const manager: Access = { ...nobody, isOverseer: true, isManager: true };
const open = { status: "In progress", hasOpenQuestion: false } as const;
const aTask = (given: Partial<WorkedTask>): WorkedTask => ({
  type: "grant_role",
  title: "Grant role",
  order: 1,
  status: "Running",
  attempt: 1,
  maxAttempts: 3,
  ...given,
});

describe("cancelling", () => {
  const irreversible = aTask({ title: "Drop user", isIrreversible: true });
  test.each([
    [
      "the requester, before anything irreversible",
      null,
      requester,
      open,
      [aTask({ isIrreversible: true, status: "Not Started", attempt: 0 })],
    ],
    ["the requester, after it began", "too-late", requester, open, [irreversible]],
    [
      "the requester, after an attempt, while it waits for the next",
      "too-late",
      requester,
      open,
      [{ ...irreversible, status: "Not Started" }],
    ],
    ["a manager, after it began", null, manager, open, [irreversible]],
    ["somebody else", "not-eligible", nobody, open, []],
    ["anybody, once it ended", "too-late", manager, { ...open, status: "Completed" }, []],
    ["the requester of a draft", "not-eligible", requester, { ...open, status: "Draft" }, []],
  ] as const)("by %s: %s", (_who, code, access, request, tasks) => {
    expect(whyNotCancel(access, request, tasks)?.code ?? null).toBe(code);
  });

  test("tells what it would do", () => {
    expect(
      cancelConsequence([
        aTask({ title: "Approve", status: "Complete", outcome: "done" }),
        aTask({ title: "Skip", status: "Complete", outcome: "skipped" }),
        aTask({ title: "Grant" }),
        aTask({ status: "Not Started" }),
        aTask({ status: "Not Started" }),
      ]),
    ).toBe(
      "2 tasks will not start. “Grant” is running and will be stopped. Completed work stays on record: “Approve”. A cancelled request is never reopened; you can submit it again as a new one.",
    );
    const made = { type: "create_schema", title: "Create the sandbox", applyBegunAt: 1, plan: { steps: [{}] } };
    const found = { type: "grant_role", title: "Grant the role", applyBegunAt: 1, plan: { steps: [] } };
    expect(
      cancelConsequence([
        aTask({ title: "Approve", status: "Complete", outcome: "done" }),
        { ...aTask({ status: "Complete", outcome: "done" }), ...made },
        { ...aTask({ status: "Complete", outcome: "done" }), ...found },
        { ...aTask({ status: "Failed", outcome: "error" }), ...made, title: "Make the user" },
        { ...aTask({ status: "Failed", outcome: "error" }), ...made, title: "Undone already", compensatedAt: 2 },
      ]),
    ).toBe(
      "What was done will be undone, as far as nothing was built on it since: “Create the sandbox” and “Make the user”. Completed work stays on record: “Approve” and “Grant the role”. A cancelled request is never reopened; you can submit it again as a new one.",
    );
    expect(cancelConsequence([])).toBe("A cancelled request is never reopened; you can submit it again as a new one.");
  });
});

describe("taking an approval back", () => {
  const approval = aTask({ type: "approve_cost", order: 1, status: "Complete", outcome: "done" });
  test.each([
    [
      "while nothing after it has begun",
      null,
      open,
      [approval, aTask({ order: 1 }), aTask({ order: 2, status: "Not Started" })],
    ],
    [
      "past what was left out",
      null,
      open,
      [
        approval,
        aTask({ order: 2, status: "Complete", outcome: "skipped" }),
        aTask({ order: 3, status: "Not Started" }),
      ],
    ],
    ["once something after it has begun", "wrong-state", open, [approval, aTask({ order: 2 })]],
    [
      "once the request is over",
      "too-late",
      { status: "Cancelled" },
      [approval, aTask({ order: 2, status: "Not Started", outcome: "cancelled" })],
    ],
  ] as const)("%s: %s", (_when, code, request, tasks) => {
    expect(whyNotRevoke(request, approval, tasks)?.code ?? null).toBe(code);
  });
});

describe("reminding", () => {
  const now = 100 * HOUR_MS;
  test.each([
    ["a step that was left alone for a day", null, requester, open, [{ nudgedAt: now - 24 * HOUR_MS }]],
    ["one of two steps", null, requester, open, [{ nudgedAt: now }, {}]],
    ["a step reminded an hour ago", "too-early", requester, open, [{ nudgedAt: now - 3_600_000 }]],
    ["nobody", "not-eligible", requester, open, []],
    ["while a question is open", "not-eligible", requester, { status: "Needs info", hasOpenQuestion: true }, [{}]],
    ["by somebody else", "not-eligible", nobody, open, [{}]],
  ] as const)("%s: %s", (_case, code, access, request, steps) => {
    expect(whyNotRemind(access, request, steps, now)?.code ?? null).toBe(code);
  });
});

describe("a hold", () => {
  const now = 100 * HOUR_MS;
  const held = { status: "In progress", hold: {} } as const;
  test.each([
    ["on what is under way", null, manager, { status: "In progress" }],
    ["on what was held until a moment ago", null, manager, { status: "In progress", hold: { until: now } }],
    ["on what is held", "duplicate", manager, held],
    ["on a draft", "not-eligible", manager, { status: "Draft" }],
    ["on what has ended", "too-late", manager, { status: "Completed" }],
    ["by the requester", "not-eligible", requester, { status: "In progress" }],
  ] as const)("%s: %s", (_case, code, access, request) => {
    expect(whyNotHold(access, request, now)?.code ?? null).toBe(code);
  });

  test.each([
    ["what is held", null, manager, held],
    ["what is not", "not-eligible", manager, { status: "In progress" }],
    ["what has ended meanwhile", "too-late", manager, { ...held, status: "Cancelled" }],
    ["what is not theirs to manage", "not-eligible", requester, held],
  ] as const)("is lifted from %s: %s", (_case, code, access, request) => {
    expect(whyNotLiftHold(access, request, { isParty: false, isTheirs: false })?.code ?? null).toBe(code);
  });
});

test("an approval is never tried again, a failed task is, by a manager", () => {
  expect(whyNotRetryTask(manager, open, aTask({ status: "Failed" }))).toBeNull();
  expect(whyNotRetryTask(manager, open, aTask({ status: "Failed", type: "approve_access" }))?.code).toBe(
    "never-retried",
  );
  expect(whyNotRetryTask(requester, open, aTask({ status: "Failed" }))?.code).toBe("not-eligible");
});

test("only what ended without success is submitted again, by its requester", () => {
  expect(whyNotSubmitAgain(requester, { ...open, status: "Rejected" })).toBeNull();
  expect(whyNotSubmitAgain(requester, { ...open, status: "Completed" })?.code).toBe("not-eligible");
  expect(whyNotSubmitAgain(manager, { ...open, status: "Rejected" })?.code).toBe("not-eligible");
});

test("lists of names read as a sentence", () => {
  expect([listed([]), listed(["A"]), listed(["A", "B"]), listed(["A", "B", "C"], "or")]).toEqual([
    "",
    "A",
    "A and B",
    "A, B or C",
  ]);
});
