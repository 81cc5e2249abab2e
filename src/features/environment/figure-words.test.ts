import { expect, test } from "vitest";
import type { ClientErrorGroup } from "../../../contracts/environment";
import { errorsFound, formatFigure } from "./figure-words";

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
