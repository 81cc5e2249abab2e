import { describe, expect, test } from "vitest";
import { movedColumns, orderedColumns, shownColumns, toggledColumns } from "./shown-columns";

const all = ["request", "status", "requester", "due"].map((key) => ({ key }));
const usual = ["request", "status", "requester"];
const keysOf = (columns: readonly { readonly key: string }[]): string[] => columns.map(({ key }) => key);

describe("the columns that are shown", () => {
  test("are the usual ones in their own order, or those named in the order they are named", () => {
    expect(keysOf(shownColumns(all, undefined, ["requester", "status"]))).toEqual(["request", "status", "requester"]);
    expect(keysOf(shownColumns(all, "request,due,status", usual))).toEqual(["request", "due", "status"]);
  });

  test("begin with the first there is, and know no strange name and none twice", () => {
    expect(keysOf(shownColumns(all, "due,request,due,salary", usual))).toEqual(["request", "due"]);
    expect(keysOf(shownColumns(all, "", usual))).toEqual(["request"]);
    expect(shownColumns([], "due", usual)).toEqual([]);
  });
});

test("a hidden column is offered after the one it follows, wherever that was moved", () => {
  expect(keysOf(orderedColumns(all, ["request", "requester", "status"]))).toEqual([
    "request",
    "requester",
    "due",
    "status",
  ]);
});

test("showing and hiding keeps the order, and forgets what is usual", () => {
  expect(toggledColumns(all, ["request", "status", "requester"], "due", usual)).toBe("request,status,requester,due");
  expect(toggledColumns(all, ["request", "requester", "status"], "due", usual)).toBe("request,requester,due,status");
  expect(toggledColumns(all, ["request", "requester", "due", "status"], "due", usual)).toBe("request,requester,status");
  expect(toggledColumns(all, ["request", "status", "requester", "due"], "due", usual)).toBeUndefined();
});

test("a column changes places with the one beside it, and nothing goes before the first or after the last", () => {
  expect(movedColumns(all, usual, "requester", -1, usual)).toBe("request,requester,status");
  expect(movedColumns(all, ["request", "requester", "status"], "requester", 1, usual)).toBeUndefined();
  expect(movedColumns(all, ["request", "due", "status"], "due", -1, usual)).toBe("request,due,status");
  expect(movedColumns(all, ["request", "due", "status"], "status", 1, usual)).toBe("request,due,status");
  expect(movedColumns(all, ["request", "due", "status"], "request", 1, usual)).toBe("request,due,status");
});
