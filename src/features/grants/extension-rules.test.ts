import { expect, test } from "vitest";
import { daysProblem, extendedEnd, reasonProblem } from "./extension-rules";

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
