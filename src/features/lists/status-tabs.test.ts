import { expect, test } from "vitest";
import { partOf, REQUEST_PARTS, statusOf, tabsOf, TASK_PARTS } from "./status-tabs";

test("a part leads to its statuses, and its statuses in any order lead back to it", () => {
  for (const parts of [REQUEST_PARTS, TASK_PARTS])
    for (const { label } of parts) expect(partOf(parts, statusOf(parts, label))).toBe(label);
  expect(partOf(REQUEST_PARTS, "Rejected,Completed,Cancelled,Expired")).toBe("Ended");
  expect(partOf(REQUEST_PARTS, undefined)).toBe("All");
  expect(partOf(REQUEST_PARTS, "Blocked,Rejected")).toBeNull();
});

test("the number of a part is the sum of its statuses, and at least so many when one of them is; all of them have the list's own", () => {
  const tabs = tabsOf(REQUEST_PARTS, [
    { status: "Blocked", count: 3, isExact: true },
    { status: "In progress", count: 4, isExact: true },
    { status: "Completed", count: 200, isExact: false },
  ]);
  const counted = (label: string) => tabs.find((tab) => tab.label === label)?.counted;
  expect(counted("Open")).toEqual({ count: 7, isExact: true });
  expect(counted("Ended")).toEqual({ count: 200, isExact: false });
  expect(counted("All")).toBeUndefined();
  const exact = tabsOf(REQUEST_PARTS, [{ status: "Blocked", count: 3, isExact: true }]);
  expect(exact[0]).toEqual({ key: "All", label: "All", counted: { count: 3, isExact: true } });
  expect(tabsOf(REQUEST_PARTS, undefined)[0]?.counted).toBeUndefined();
});
