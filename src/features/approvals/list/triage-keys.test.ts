import { expect, test } from "vitest";
import { triageKey } from "./triage-keys";

test("letters decide", () => {
  expect(["j", "k", "a", "r", "i", "h", "x", "o", "q"].map((key) => triageKey(key))).toEqual([
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
});
