import { expect, test } from "vitest";
import { brushedTo, rangeBetween } from "./brush-range";
import { linePoints, niceTop } from "./scale";
import { steppedTo } from "./use-points";

test("an axis ends at a round number that is not below its highest value; counts stay whole", () => {
  expect([0, 1, 2, 3, 7, 21, 26, 130, 1_000_000].map(niceTop)).toEqual([0, 1, 2, 5, 10, 25, 50, 200, 1_000_000]);
  expect(niceTop(Number.NaN)).toBe(0);
  expect(niceTop(0.3)).toBeCloseTo(0.5);
});

test("a line runs from left to right between its lowest and highest value; one that never moves lies in the middle", () => {
  expect(linePoints([1, 3, 2], { width: 100, height: 20 })).toBe("0,20 50,0 100,10");
  expect(linePoints([5, 5], { width: 100, height: 20 })).toBe("0,10 100,10");
  expect(linePoints([5], { width: 100, height: 20 })).toBe("100,10");
});

test("arrow keys step from point to point and stop at the ends; from nowhere they begin at an end", () => {
  expect(steppedTo("ArrowRight", null, 5)).toBe(0);
  expect(steppedTo("ArrowLeft", null, 5)).toBe(4);
  expect(steppedTo("ArrowRight", 4, 5)).toBe(4);
  expect(steppedTo("ArrowLeft", 0, 5)).toBe(0);
  expect(steppedTo("Home", 3, 5)).toBe(0);
  expect(steppedTo("End", 3, 5)).toBe(4);
  expect(steppedTo("x", 3, 5)).toBe(3);
});

test("each end of a range moves on its own, never past the other, and Escape chooses the whole", () => {
  const range = { from: 3, to: 5 };
  expect(brushedTo("ArrowRight", "from", range, 9)).toEqual({ from: 4, to: 5 });
  expect(brushedTo("PageUp", "from", range, 9)).toEqual({ from: 5, to: 5 });
  expect(brushedTo("ArrowLeft", "to", { from: 5, to: 5 }, 9)).toEqual({ from: 5, to: 5 });
  expect(brushedTo("End", "to", range, 9)).toEqual({ from: 3, to: 9 });
  expect(brushedTo("Home", "from", range, 9)).toEqual({ from: 0, to: 5 });
  expect(brushedTo("Escape", "to", range, 9)).toEqual({ from: 0, to: 9 });
  expect(brushedTo("Tab", "to", range, 9)).toBeUndefined();
  expect(rangeBetween(7, 2)).toEqual({ from: 2, to: 7 });
});
