import { expect, test } from "vitest";
import { count, initials, shortId, splitForMiddle, titleCase } from "./text";

test("a path segment becomes words, each capitalised", () => {
  expect(["task-monitor", "dbt_cloud", "REQUESTS", ""].map(titleCase)).toEqual([
    "Task Monitor",
    "Dbt Cloud",
    "Requests",
    "",
  ]);
});

test("initials are of the first and the last name", () => {
  expect(["Ada King Lovelace", "ada", "  ", "Žofie Čapková"].map(initials)).toEqual(["AL", "A", "?", "ŽČ"]);
});

test("a count agrees with its noun", () => {
  expect([count(1, "task"), count(2, "task"), count(1284, "task"), count(0, "reply", "replies")]).toEqual([
    "1 task",
    "2 tasks",
    "1,284 tasks",
    "0 replies",
  ]);
});

test("a log id shows its first eight characters and an ellipsis", () => {
  expect(shortId("k57d3abc9x")).toBe("k57d3abc…");
  expect(shortId("short")).toBe("short");
});

test("an id cut in the middle keeps its last characters", () => {
  expect(splitForMiddle("analytics.finance.revenue")).toEqual(["analytics.finance.r", "evenue"]);
  expect(splitForMiddle("short")).toEqual(["short", ""]);
});
