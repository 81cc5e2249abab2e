import { expect, test } from "vitest";
import { daysProblem, endingOf, endWords, extendedEnd, isExtendable, reasonProblem, splitGrants } from "./view";

const NOW = 1_700_000_000_000;
const DAY_MS = 86_400_000;
const held = { expiresAt: NOW + 5 * DAY_MS, isBeingRemoved: false, removalError: null };

test.each([
  ["that ends in a while", {}, "Ends in 5 days", true],
  ["that ends at this moment", { expiresAt: NOW }, "Ends now", true],
  ["without an end", { expiresAt: null }, "No end", false],
  ["on its way out", { isBeingRemoved: true }, "Being removed", false],
  [
    "whose removal failed",
    { isBeingRemoved: true, removalError: "No answer" },
    "Should be gone; the removal failed and is tried again",
    false,
  ],
] as const)("an access %s says so, and can be extended only while it makes sense", (_what, with_, words, canExtend) => {
  expect(endWords({ ...held, ...with_ }, NOW)).toBe(words);
  expect(isExtendable({ ...held, ...with_ })).toBe(canExtend);
});

test("the end is soon within a week", () => {
  expect([NOW, NOW + 7 * DAY_MS, NOW + 7 * DAY_MS + 1, null].map((expiresAt) => endingOf({ expiresAt }, NOW))).toEqual([
    "over",
    "soon",
    "later",
    "never",
  ]);
});

test("what ended is shown for 30 days", () => {
  const grants = [{ endedAt: null }, { endedAt: NOW - 30 * DAY_MS }, { endedAt: NOW - 30 * DAY_MS - 1 }];
  expect(splitGrants(grants, NOW)).toEqual({ held: [grants[0]], ended: [grants[1]] });
});

test("an extension counts from the end there is, and takes whole days up to what the type allows", () => {
  expect(extendedEnd(Date.UTC(2026, 0, 31), 30)).toBe(Date.UTC(2026, 2, 2));
  expect(["1", "180", " 30 "].map((days) => daysProblem(days, 180))).toEqual([null, null, null]);
  expect(["", "0", "181", "1.5", "-1", "1e2", "many"].map((days) => daysProblem(days, 180))).toEqual(
    Array(7).fill("Enter a whole number from 1 to 180"),
  );
});

test("an extension needs a reason as long as the type's", () => {
  expect(reasonProblem("  ", { reasonMin: 20 })).toBe("Reason is required");
  expect(reasonProblem("because", { reasonMin: 20 })).toBe("Reason must be at least 20 characters");
  expect(reasonProblem("The quarterly report needs it.", { reasonMin: 20 })).toBeNull();
});
