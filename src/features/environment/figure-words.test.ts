import { expect, test } from "vitest";
import type { ClientErrorGroup } from "../../../contracts/environment";
import { errorsFound, formatBytes, formatFigure } from "./figure-words";

test.each([
  ["bytes are whole", 512, "512 B"],
  ["thousands are kilobytes", 1000, "1.0 kB"],
  ["small amounts keep one decimal", 24_120_000, "24.1 MB"],
  ["large amounts keep none", 240_000_000, "240 MB"],
  ["rounding never shows 1000 of a smaller unit", 999_950, "1.0 MB"],
  ["the largest unit takes what is above it", 5e15, "5000 TB"],
  ["nothing is nothing", 0, "0 B"],
  ["an unknown size is a dash", Number.NaN, "-"],
  ["a negative size is a dash", -1, "-"],
])("%s", (_guarantee, bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test("figures are grouped by thousands", () => {
  expect(formatFigure(1_284_000)).toBe("1,284,000");
  expect(formatFigure(Number.NaN)).toBe("-");
});

test("errors are found by every word of message, page, browser or reference", () => {
  const group = (key: string, message: string): ClientErrorGroup => ({
    key,
    name: "TypeError",
    message,
    level: "error",
    place: "/requests/…",
    count: 1,
    people: 1,
    firstSeenAt: 0,
    lastSeenAt: 0,
    pages: [`/requests/${key}`],
    browsers: ["Firefox 128 on Windows"],
    references: [`REF${key}`],
    newest: { stack: null, breadcrumbs: [], boundary: null },
  });
  const groups = [group("A", "row is gone"), group("B", "x is undefined")];
  const found = (query: string) =>
    errorsFound(groups, query)
      .map(({ key }) => key)
      .join("");
  expect(["", "gone", "firefox undefined", "refb", "/requests/a", "nothing"].map(found)).toEqual([
    "AB",
    "A",
    "B",
    "B",
    "A",
    "",
  ]);
});
