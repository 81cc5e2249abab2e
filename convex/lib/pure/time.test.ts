import { expect, test } from "vitest";
import { durationText } from "./time";

test.each([
  [59_000, "1 minute"],
  [90 * 60_000, "90 minutes"],
  [5 * 3_600_000, "5 hours"],
  [50 * 3_600_000, "2 days"],
])("%i ms are %s", (ms, words) => {
  expect(durationText(ms)).toBe(words);
});
