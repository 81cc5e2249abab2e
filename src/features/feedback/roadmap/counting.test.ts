import { expect, test } from "vitest";
import { moreText, roadmapCount } from "./counting";

const column = (shown: number, count: number, isExact = true) => ({
  ideas: Array.from({ length: shown }),
  total: { count, isExact },
});

test("a column that holds more than it shows offers all of them, and any other one nothing", () => {
  expect(moreText("Planned", column(30, 34))).toBe("Show all 34 planned");
  expect(moreText("In progress", column(30, 100, false))).toBe("Show all 100+ in progress");
  expect(moreText("Shipped", column(30, 30))).toBeNull();
  expect(moreText("Shipped", column(0, 0))).toBeNull();
});

test("the roadmap counts what its columns do not show, and says where nobody counted to the end", () => {
  expect(roadmapCount([column(30, 34), column(2, 2), column(0, 0)], 32)).toEqual({ count: 36, isExact: true });
  expect(roadmapCount([column(30, 34), column(2, 2)], 31)).toEqual({ count: 35, isExact: true });
  expect(roadmapCount([column(30, 100, false), column(2, 2)], 32)).toEqual({ count: 102, isExact: false });
});
