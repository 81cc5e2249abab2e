import { expect, test } from "vitest";
import { positionText } from "./counting";

const place = { page: 2, size: 50, rows: 50, isExactPlace: true };
const counted = (count: number, isExact = true) => ({ count, isExact, at: 0 });

test("a page says which part of how many it is", () => {
  expect(positionText(place, counted(312))).toBe("51–100 of 312");
  expect(positionText(place, counted(1000, false))).toBe("51–100 of 1,000+");
  expect(positionText(place, undefined)).toBe("51–100");
  expect(positionText({ ...place, isExactPlace: false }, counted(312))).toBe("50 rows");
});

test("a page that has grown since the list was counted claims no number below its own rows", () => {
  expect(positionText({ page: 1, size: 50, rows: 2, isExactPlace: true }, counted(1))).toBe("1–2");
});
