import { expect, test } from "vitest";
import { type QueueColumn, shownColumns, sortBy, TIME_ORDERS, toggledColumns, withOrders } from "./columns";

const all: QueueColumn<string>[] = ["request", "status", "due"].map((key) => ({
  key,
  heading: key,
  cell: () => key,
  csv: [],
}));

test("the first column is always shown, the others as named or as usual", () => {
  expect(shownColumns(all, undefined, ["request", "status"]).map(({ key }) => key)).toEqual(["request", "status"]);
  expect(shownColumns(all, "due", ["request", "status"]).map(({ key }) => key)).toEqual(["request", "due"]);
});

test("showing and hiding keeps the order, and forgets what is usual", () => {
  expect(toggledColumns(all, ["request", "status"], "due", ["request", "status"])).toBe("request,status,due");
  expect(toggledColumns(all, ["request", "status", "due"], "due", ["request", "status"])).toBeUndefined();
});

test("a head sorts newest first, then oldest, and says which it is", () => {
  const sorts: string[] = [];
  const by = sortBy("newest", (sort) => sorts.push(sort));
  by("newest", "oldest").onSort();
  by("updated").onSort();
  by(null, "due").onSort();
  expect(sorts).toEqual(["oldest", "updated", "due"]);
  expect([by("newest", "oldest").direction, by("updated").direction]).toEqual(["descending", null]);
});

test("another order changes a head and no cell, so that no row is drawn again", () => {
  const under = (sort: "newest" | "due") =>
    withOrders(
      all,
      TIME_ORDERS,
      sortBy(sort, () => undefined),
    );
  expect(under("newest").map((column) => column.sort?.direction)).toEqual([undefined, undefined, null]);
  expect(under("due").map((column) => column.sort?.direction)).toEqual([undefined, undefined, "ascending"]);
  expect(under("due").map(({ cell }) => cell)).toEqual(all.map(({ cell }) => cell));
});
