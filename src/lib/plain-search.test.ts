import { expect, test } from "vitest";
import { parsePlainSearch, stringifyPlainSearch, wholeOf } from "./plain-search";

test("an address is plain: no text is put into quotes, however much it looks like a number", () => {
  expect(stringifyPlainSearch({ q: "cost", overdue: "1", page: 3, status: "Blocked,Failed", none: undefined })).toBe(
    "?q=cost&overdue=1&page=3&status=Blocked,Failed",
  );
  expect(stringifyPlainSearch({ q: "142", flag: "true" })).toBe("?q=142&flag=true");
  expect(stringifyPlainSearch({})).toBe("");
});

test("what is written is read again as it was", () => {
  for (const q of ["cost", "142", "007", "true", "null", '"quoted"', '"half', "a & b=c?", "50% + 1", "ä, ö: ü", "[1]"])
    expect(parsePlainSearch(stringifyPlainSearch({ q }))).toEqual({ q });
});

test("a link of an earlier version, with its texts in quotes, still means the same", () => {
  expect(parsePlainSearch("?overdue=%221%22&q=%22142%22&page=3")).toEqual({ overdue: "1", q: "142", page: "3" });
});

test("the first of several values counts, and no name reaches the prototype", () => {
  expect(parsePlainSearch("?q=a&q=b&__proto__=x")).toEqual({ q: "a" });
});

test("numbers are whole, in digits, and not below what is asked for", () => {
  expect(["3", 3, "0", "-1", "1.5", "1e3", "x", "", null, true].map((value) => wholeOf(value))).toEqual([
    3,
    3,
    0,
    ...Array.from({ length: 7 }, () => undefined),
  ]);
  expect(wholeOf("1", 2)).toBeUndefined();
});
