import { describe, expect, test } from "vitest";
import type { ShownApproval } from "./api";
import { parseApprovalsSearch } from "./list/search";
import {
  deadlineWords,
  decidedText,
  decidedTogetherText,
  delegationText,
  endingText,
  filtered,
  leftAfterMine,
  nextAfter,
  progressWords,
  quorumText,
  snoozeChoices,
  splitBySnooze,
  triageKey,
  typesOf,
  urgencyOf,
  whyNotBulk,
  whyNotTogether,
  whyTooLate,
} from "./view";

const row = (approvalId: string, more: object = {}) => ({
  approvalId,
  title: "Larger warehouse",
  requestKey: "REQ-101",
  requester: "Ada Byron",
  beneficiary: "Ben Okri",
  type: { key: "warehouse", name: "Warehouse" },
  risk: "low" as "low" | "medium" | "high",
  snoozedUntil: null as number | null,
  isHighRisk: false,
  whyNotApprove: null,
  ...more,
});

test("a snoozed row comes back by itself when its time has come", () => {
  const rows = [row("a"), row("b", { snoozedUntil: 10 }), row("c", { snoozedUntil: 11 })];
  expect(splitBySnooze(rows, 10)).toMatchObject({
    waiting: [{ approvalId: "a" }, { approvalId: "b" }],
    snoozed: [{ approvalId: "c" }],
  });
});

test("a search finds every word in title, key, names or type, together with the filters", () => {
  const rows = [
    row("a"),
    row("b", { risk: "high", title: "Read the orders", type: { key: "access", name: "Data access" } }),
  ];
  expect(filtered(rows, { q: "req-101 ada" })).toHaveLength(2);
  expect(filtered(rows, { q: "orders okri" }).map(({ approvalId }) => approvalId)).toEqual(["b"]);
  expect(filtered(rows, { type: "warehouse" }).map(({ approvalId }) => approvalId)).toEqual(["a"]);
  expect(filtered(rows, { risk: "high", q: "warehouse" })).toEqual([]);
  expect(typesOf(rows)).toEqual([
    { value: "access", label: "Data access" },
    { value: "warehouse", label: "Warehouse" },
  ]);
});

test("what ends within a day is soon; a stopped clock says so", () => {
  expect([urgencyOf(null, 5), urgencyOf(5, 5), urgencyOf(86_400_005, 5), urgencyOf(86_400_006, 5)]).toEqual([
    "none",
    "over",
    "soon",
    "later",
  ]);
  expect(deadlineWords({ expireAt: 5, isPaused: true }, 5)).toBe("Clock stopped");
  expect(deadlineWords({ expireAt: 7_200_000, isPaused: false }, 0)).toBe("Expires in 2 hours");
});

describe("deciding together", () => {
  test("leaves out high risk and what is not the viewer's to decide", () => {
    expect(whyNotTogether(row("a"))).toBeNull();
    expect(whyNotTogether(row("a", { isHighRisk: true }))).toMatch(/High risk/);
    expect(whyNotTogether(row("a", { whyNotApprove: { code: "not-eligible" } }))).not.toBeNull();
  });

  test("needs one type", () => {
    expect(whyNotBulk([row("a"), row("b")])).toBeNull();
    expect(whyNotBulk([row("a"), row("b", { type: { key: "access", name: "Data access" } })])).not.toBeNull();
  });
});

test("after a decision the list goes on with the next row, after the last with the one before", () => {
  const rows = [row("a"), row("b"), row("c")];
  expect([nextAfter(rows, "a"), nextAfter(rows, "c"), nextAfter([row("a")], "a")]).toEqual(["b", "b", null]);
});

test("letters decide, except right after g, which opens pages", () => {
  expect(["j", "k", "a", "r", "i", "h", "x", "o", "q"].map((key) => triageKey(key, 5000))).toEqual([
    "next",
    "previous",
    "approve",
    "reject",
    "askInfo",
    "snooze",
    "select",
    "open",
    null,
  ]);
  expect(triageKey("a", 800)).toBeNull();
});

test("snoozing offers times to come only", () => {
  const now = new Date(2026, 2, 2, 10).getTime();
  const choices = snoozeChoices(now);
  expect(choices.every(({ until }) => until > now)).toBe(true);
  expect(new Date(choices[2]?.until ?? 0).getDay()).toBe(1);
  expect(new Date(choices[2]?.until ?? 0).getDate()).toBe(9);
});

test("a quorum of one is not worth a word", () => {
  expect([progressWords({ approved: 0, required: 1 }), progressWords({ approved: 1, required: 2 })]).toEqual([
    null,
    "1 of 2",
  ]);
});

test("a step says how many of its people it takes where there are several", () => {
  const seat = { isOver: false, source: "rule" as const };
  const step = { required: 1, approved: 1, rejected: 0, rejections: 1, quorum: "any one of them", seats: [seat] };
  expect(quorumText(step)).toBe("1 of 1 approved.");
  expect(quorumText({ ...step, seats: [seat, { ...seat, source: "delegation" }, { ...seat, isOver: true }] })).toBe(
    "1 of 1 approved.",
  );
  expect(quorumText({ ...step, seats: [seat, seat, seat] })).toBe("1 of 1 approved (any one of them).");
  expect(quorumText({ ...step, required: 2, seats: [seat, seat] })).toBe("1 of 2 approved (both needed).");
  expect(quorumText({ ...step, required: 2, seats: [seat, seat, seat] })).toBe("1 of 2 approved (any 2 of 3).");
  expect(quorumText({ ...step, required: 3, seats: [seat, seat, seat] })).toBe("1 of 3 approved (all of them needed).");
  expect(quorumText({ ...step, required: 2, rejected: 1, rejections: 2, seats: [seat, seat, seat] })).toBe(
    "1 of 2 approved (any 2 of 3). 1 of 2 rejections that end it.",
  );
  expect(quorumText({ ...step, required: null })).toBe("Approved by any one of them.");
});

test("whoever approves is told whether that decides it", () => {
  const pending = { state: "Pending" as const };
  expect(decidedText("REQ-1", "approve", { state: "Approved" }, 0)).toBe("REQ-1 approved");
  expect(decidedText("REQ-1", "reject", { state: "Rejected" }, 1)).toBe("REQ-1 rejected");
  expect(decidedText("REQ-1", "approve", pending, leftAfterMine({ required: 2, approved: 0 }))).toBe(
    "You approved REQ-1; one more person has to approve",
  );
  expect(decidedText("REQ-1", "approve", pending, leftAfterMine({ required: 4, approved: 1 }))).toBe(
    "You approved REQ-1; 2 more people have to approve",
  );
  expect(decidedText("REQ-1", "approve", pending, leftAfterMine({ required: 2, approved: 1 }))).toBe(
    "You approved REQ-1; its next step is open",
  );
  expect(decidedText("REQ-1", "reject", pending, 0)).toBe("You rejected REQ-1; others still decide");
  const one = (state: "Pending" | "Approved") => ({ result: { requestKey: "REQ-1", state, holdUntil: null } });
  expect(decidedTogetherText("approve", [one("Approved"), one("Approved")])).toBe("2 requests approved");
  expect(decidedTogetherText("approve", [one("Pending"), one("Approved")])).toBe(
    "You approved 2 requests; for 1 of them others still have to approve",
  );
  expect(decidedTogetherText("reject", [one("Pending")])).toBe("You rejected 1 request; others still decide");
  expect(decidedTogetherText("approve", [one("Pending")])).toBe("You approved 1 request; others still have to approve");
});

test("what came of an approval is told by where its request is now", () => {
  const after = (status: ShownApproval["request"]["status"]) => endingText({ state: "Approved", request: { status } });
  expect([after("In progress"), after("Pending approval")]).toEqual([
    "The request goes on with its next task.",
    "The request goes on with its next task.",
  ]);
  expect([after("Completed"), after("Rejected")]).toEqual([
    "The request is completed.",
    "The request was rejected afterwards.",
  ]);
  expect(endingText({ state: "Revoked", request: { status: "Rejected" } })).toMatch(/taken back/);
});

test("an approval is taken back while there is time, and the reason is told when there is none", () => {
  const held = { state: "Approved" as const, me: { whyNotTakeBack: null } };
  const begun = { ...held, me: { whyNotTakeBack: { code: "wrong-state", status: "Running" } } };
  expect([whyTooLate(held, 1), whyTooLate(held, null)]).toEqual([null, null]);
  expect(whyTooLate(held, 0)).toBe("The time to take it back is over.");
  expect(whyTooLate(begun, 0)).toBe("The next task has begun.");
  expect(
    whyTooLate({ ...held, me: { whyNotTakeBack: { code: "too-late", message: "The request is completed." } } }, null),
  ).toBe("The request is completed.");
  expect(whyTooLate({ ...begun, state: "Revoked" }, 5)).toBe("It was taken back already.");
});

test("what the URL cannot say is the default", () => {
  expect(parseApprovalsSearch({ tab: "nonsense", risk: "huge", q: 5 })).toEqual({});
  expect(parseApprovalsSearch({ tab: "decided", q: "ada", risk: "high", type: "x" })).toEqual({
    tab: "decided",
    q: "ada",
    risk: "high",
    type: "x",
  });
});

test("a delegation is told to each of the people it is about", () => {
  const one = { from: "Ada Byron", to: "Ben Okri", isOwn: false, isArranged: false, startsAt: 5 };
  expect(delegationText({ ...one, isOwn: true }, 5)).toBe("Ben Okri sits in for you");
  expect(delegationText(one, 5)).toBe("You sit in for Ada Byron");
  expect(delegationText({ ...one, isArranged: true }, 5)).toBe("Ben Okri sits in for Ada Byron");
  expect(delegationText({ ...one, isArranged: true }, 4)).toBe("Ben Okri will sit in for Ada Byron");
});
