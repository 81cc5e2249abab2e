import { expect, test } from "vitest";
import type { QueueColumn } from "../../components/listing/shown-columns";
import { sortBy, TIME_ORDERS, withOrders } from "./columns";

const all: QueueColumn<string>[] = ["request", "status", "due"].map((key) => ({
  key,
  heading: key,
  cell: () => key,
  csv: [],
}));

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
