import { expect, test } from "vitest";
import { triageKey } from "./triage-keys";

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
