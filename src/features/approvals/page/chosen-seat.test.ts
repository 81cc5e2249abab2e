import { expect, test } from "vitest";
import { chosenSeat } from "./chosen-seat";

test("a chosen seat that ended meanwhile is gone, which is not the same as none", () => {
  const seats = [{ id: "a" }, { id: "b" }];
  expect(chosenSeat(seats, "b")).toBe(seats[1]);
  expect(chosenSeat(seats, null)).toBeNull();
  expect(chosenSeat([{ id: "a" }], "b")).toBe("gone");
  expect(chosenSeat([], "b")).toBe("gone");
});
