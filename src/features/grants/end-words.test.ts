import { expect, test } from "vitest";
import { DAY_MS } from "../../../convex/lib/pure/time";
import { endingOf, endWords, isExtendable, splitGrants } from "./end-words";

const NOW = 1_700_000_000_000;

const held = { expiresAt: NOW + 5 * DAY_MS, isBeingRemoved: false, removalError: null };

test.each([
  ["that ends in a while", {}, "Ends in 5 days", true],
  ["that ends at this moment", { expiresAt: NOW }, "Ends now", true],
  ["without an end", { expiresAt: null }, "No end date", false],
  ["on its way out", { isBeingRemoved: true }, "Being removed", false],
  [
    "whose removal failed",
    { isBeingRemoved: true, removalError: "No answer" },
    "Should have ended; the removal failed and will be retried",
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
