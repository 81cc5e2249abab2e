import { expect, test } from "vitest";
import { toggled } from "./use-selection";

const pageIds = ["a", "b", "c", "d", "e"];

test("touching a row chooses it, touching it again lets go of it", () => {
  expect(toggled({ pageIds, ids: ["a"], touched: null }, "c", false)).toEqual(["a", "c"]);
  expect(toggled({ pageIds, ids: ["a", "c"], touched: "c" }, "c", false)).toEqual(["a"]);
});

test("a range goes from the row touched before, in either direction", () => {
  expect(toggled({ pageIds, ids: ["b"], touched: "b" }, "d", true)).toEqual(["b", "c", "d"]);
  expect(toggled({ pageIds, ids: ["d"], touched: "d" }, "b", true)).toEqual(["d", "b", "c"]);
  expect(toggled({ pageIds, ids: ["b", "c", "d"], touched: "b" }, "d", true)).toEqual([]);
});

test("a range from a row of another page is the one row", () => {
  expect(toggled({ pageIds, ids: ["x"], touched: "x" }, "b", true)).toEqual(["x", "b"]);
});
