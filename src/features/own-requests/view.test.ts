import { describe, expect, test } from "vitest";
import type { OwnRequest } from "./api";
import { nextText, parseOwnSearch, shownRequests } from "./view";

const request = (key: string, status: OwnRequest["status"], more: Partial<OwnRequest> = {}): OwnRequest => ({
  id: key as OwnRequest["id"], key, title: `Title of ${key}`, typeId: "t", typeName: "Warehouse", status, risk: "low", createdAt: 0, updatedAt: 0, dueAt: null, forName: null, byName: null, waitsFor: null, ...more,
});
const all = [request("REQ-4", "Completed"), request("REQ-3", "Needs info"), request("REQ-2", "Draft"), request("REQ-1", "Pending approval", { forName: "Bea" })];
const keys = (search: Parameters<typeof shownRequests>[1]) => shownRequests(all, search).map(({ key }) => key);

describe("the list", () => {
  test("begins with what waits for the viewer", () => {
    expect(keys({})).toEqual(["REQ-3", "REQ-2", "REQ-4", "REQ-1"]);
  });

  test.each([["open", ["REQ-3", "REQ-1"]], ["drafts", ["REQ-2"]], ["ended", ["REQ-4"]]] as const)("shows only what is asked for: %s", (show, expected) => {
    expect(keys({ show })).toEqual(expected);
  });

  test("finds by every word of key, title, type, status and people", () => {
    expect(keys({ q: "ware bea" })).toEqual(["REQ-1"]);
    expect(keys({ q: "req-4" })).toEqual(["REQ-4"]);
    expect(keys({ q: "nothing" })).toEqual([]);
  });
});

test("a link limits the list to the requests it names", () => {
  expect(keys({ only: "REQ-4,REQ-1" })).toEqual(["REQ-4", "REQ-1"]);
  expect(keys({ only: "REQ-4,REQ-1", show: "ended" })).toEqual(["REQ-4"]);
  expect(parseOwnSearch({ only: "REQ-4" })).toEqual({ only: "REQ-4" });
});

test("the URL holds part and words; anything else is left out", () => {
  expect(parseOwnSearch({ show: "open", q: "x", other: 1 })).toEqual({ show: "open", q: "x" });
  expect(parseOwnSearch({ show: "some", q: 3 })).toEqual({});
});

test("the next step is said in a few words", () => {
  expect(nextText(request("a", "Draft"))).toBe("Finish and send it");
  expect(nextText(request("a", "In progress", { waitsFor: "Give the role: Snowflake" }))).toBe("Give the role: Snowflake");
  expect(nextText(request("a", "Rejected"))).toBe("Nothing more to do");
});
