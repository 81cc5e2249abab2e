import { expect, test } from "vitest";
import { type QueueColumn, shownColumns, toggledColumns } from "./shown-columns";

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
