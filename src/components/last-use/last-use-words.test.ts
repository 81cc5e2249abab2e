import { expect, test } from "vitest";
import { lastUseWords } from "./last-use-words";

const at = (day: number, hour: number) => new Date(2026, 2, day, hour).getTime();
const NOW = at(10, 9);

test.each([
  [
    "known with the hour of the reading",
    { lastUsedAt: at(7, 15), asOf: at(10, 6) },
    "Last used 3 days ago, as of 06:00",
  ],
  ["never used", { lastUsedAt: null, asOf: at(10, 6) }, "No use recorded since it was given, as of 06:00"],
  [
    "read on another day",
    { lastUsedAt: null, asOf: at(9, 18) },
    "No use recorded since it was given, as of 09/03/2026, 18:00",
  ],
  ["not read yet", null, "Not known"],
])("the use of an access that is %s", (_what, use, words) => {
  expect(lastUseWords(use, NOW)).toBe(words);
});
