import { describe, expect, test } from "vitest";
import { HOUR_MS } from "../../../convex/lib/pure/time";
import {
  atLeastText,
  awake,
  belongsTo,
  dueText,
  exposureText,
  forWhom,
  newsText,
  nextStep,
  reasonText,
  summary,
  urgency,
} from "./home-words";

const NOW = 1_700_000_000_000;

describe("a due time", () => {
  test.each([
    ["is overdue from the moment it is reached", 0, "overdue"],
    ["is soon within a day", 24 * HOUR_MS, "soon"],
    ["is later after a day", 24 * HOUR_MS + 1, "later"],
  ])("%s", (_guarantee, fromNow, expected) => {
    expect(urgency(NOW + fromNow, NOW)).toBe(expected);
  });

  test.each([
    ["task", 48 * HOUR_MS, "Due in 2 days"],
    ["task", -3 * HOUR_MS - 300_000, "Overdue by 3h 5m"],
    ["review", -HOUR_MS, "Overdue by 1h"],
    ["approval", 48 * HOUR_MS, "Expires in 2 days"],
    ["approval", -HOUR_MS, "Expires now"],
    ["answer", 7 * 24 * HOUR_MS, "Closes in 7 days"],
  ] as const)("of a %s says what happens then (%i ms)", (kind, fromNow, words) => {
    expect(dueText({ kind, dueAt: NOW + fromNow }, NOW)).toBe(words);
  });

  test("that does not exist is neither urgent nor said", () => {
    expect(urgency(null, NOW)).toBe("none");
    expect(dueText({ kind: "task", dueAt: null }, NOW)).toBeNull();
  });
});

describe("the line under the greeting", () => {
  const item = (dueAt: number | null, snoozedUntil: number | null = null) => ({ dueAt, snoozedUntil });
  test.each([
    ["nothing", [], "Nothing is waiting for you."],
    ["one thing", [item(null)], "1 thing is waiting for you."],
    ["one thing that is late", [item(NOW - 1)], "1 thing is waiting for you, overdue."],
    ["several, of which some are late", [item(NOW - 1), item(NOW + 1)], "2 things are waiting for you, 1 overdue."],
    ["only what was put out of sight", [item(NOW - 1, NOW + 1)], "Nothing is waiting for you."],
  ])("counts %s", (_what, items, sentence) => {
    expect(summary(items, NOW)).toBe(sentence);
  });

  test("counts a snoozed thing again from the very moment on", () => {
    expect(awake([item(null, NOW)], NOW)).toHaveLength(1);
  });
});

test.each([
  [{ name: "asked", count: 2 }, "2 new to act on"],
  [{ name: "decided", count: 1 }, "1 decided"],
  [{ name: "failed", count: 1 }, "1 failed"],
  [{ name: "replies", count: 1 }, "1 new reply"],
  [{ name: "replies", count: 3 }, "3 new replies"],
  [{ name: "access", count: 1 }, "1 change to your access"],
  [{ name: "other", count: 4 }, "4 other updates"],
] as const)("what is new (%j) in words: %s", (part, words) => {
  expect(newsText(part)).toBe(words);
});

describe("a decision in words", () => {
  const decision = {
    reason: "For the report",
    beneficiary: "Ada Byron",
    requester: "Ada Byron",
    capacity: "as manager",
    duration: "30 days",
    sensitivity: "pii",
    approved: 1,
    required: 2,
    isEscalated: false,
  } as const;
  test("says for whom, and who asked where that is somebody else", () => {
    expect(forWhom(decision)).toBe("For Ada Byron");
    expect(forWhom({ ...decision, requester: "Bea Cole" })).toBe("For Ada Byron, asked by Bea Cole");
  });

  test("says what is next, with how many approved where several must", () => {
    expect(nextStep(decision)).toBe("You decide as manager, 1 of 2 approved");
    expect(nextStep({ ...decision, required: 1 })).toBe("You decide as manager");
  });

  test("says how long, and what of the data is delicate", () => {
    expect(exposureText(decision)).toBe("30 days, personal data");
    expect(exposureText({ ...decision, sensitivity: "internal" })).toBe("30 days");
    expect(exposureText({ ...decision, sensitivity: "restricted", duration: null })).toBe("restricted");
    expect(exposureText({ ...decision, sensitivity: null, duration: null })).toBeNull();
  });
});

test.each([
  [["A"], "A"],
  [["A", "A", "B"], "A; B"],
  [["A", "B", "C", "D"], "A; B and 2 others"],
])("equal tasks of %j belong to: %s", (titles, words) => {
  expect(belongsTo(titles.map((requestTitle) => ({ requestTitle })))).toBe(words);
});

test.each([
  [{ reason: "own", uses: 1 }, "You requested it once"],
  [{ reason: "own", uses: 3 }, "You requested it 3 times"],
  [{ reason: "area", uses: 12 }, "12 times in Logistics lately"],
  [{ reason: "area", uses: 1 }, "Once in Logistics lately"],
  [{ reason: "start", uses: 0 }, null],
] as const)("a type offered for %j says why", (given, words) => {
  expect(reasonText(given, "Logistics")).toBe(words);
});

test("a count says when it stopped counting", () => {
  expect([atLeastText({ count: 7, isExact: true }), atLeastText({ count: 50, isExact: false })]).toEqual(["7", "50+"]);
});
