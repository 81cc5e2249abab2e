import { expect, test } from "vitest";
import { deadlineWords, urgencyOf } from "./deadline-words";

test("what ends within a day is soon; a paused deadline says so, and what nobody decides is denied", () => {
  expect([urgencyOf(null, 5), urgencyOf(5, 5), urgencyOf(86_400_005, 5), urgencyOf(86_400_006, 5)]).toEqual([
    "none",
    "over",
    "soon",
    "later",
  ]);
  expect(deadlineWords({ expireAt: 5, isPaused: true }, 5)).toBe("Deadline paused");
  expect(deadlineWords({ expireAt: 5, isPaused: false }, 5)).toBe("Expires now, then denied");
  expect(deadlineWords({ expireAt: 7_200_000, isPaused: false }, 0)).toBe("Expires in 2 hours, then denied");
});
