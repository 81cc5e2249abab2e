import { expect, test } from "vitest";
import { areStarts, bucketOf, MAX_BUCKETS } from "./buckets";

test("a time lies in the stretch that began last; before the first it lies in none, after the last in the last", () => {
  const starts = [10, 20, 30];
  expect([9, 10, 19, 20, 29, 30, 999].map((at) => bucketOf(starts, at))).toEqual([-1, 0, 0, 1, 1, 2, 2]);
});

test("only times that follow each other begin stretches, and no more than a chart can show", () => {
  expect(areStarts([1, 2])).toBe(true);
  for (const wrong of [
    [],
    [2, 1],
    [1, 1],
    [Number.NaN],
    [1, Infinity],
    Array.from({ length: MAX_BUCKETS + 1 }, (_, n) => n),
  ])
    expect(areStarts(wrong)).toBe(false);
});
