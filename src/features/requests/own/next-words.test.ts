import { expect, test } from "vitest";
import type { OwnRequest } from "./api";
import { asksViewer, nextText } from "./next-words";
import { changedSearch, ownFilterOf, pageArgsOf, parseOwnSearch } from "./search";

const request = (
  status: OwnRequest["status"],
  more: Partial<OwnRequest> = {},
): Pick<OwnRequest, "status" | "byName" | "waitsFor"> => ({ status, byName: null, waitsFor: null, ...more });

test("an address with more words than a search takes still opens the list", () => {
  expect(parseOwnSearch({ q: "x".repeat(2_000) }).q).toHaveLength(200);
});

test("the address names part, words, filters, order and page; anything else is left out", () => {
  const search = {
    show: "open",
    q: "x",
    type: "warehouse",
    from: "2026-01-02",
    overdue: "1",
    sort: "due",
    size: 100,
    page: 2,
    after: "5_1",
  } as const;
  expect(parseOwnSearch({ ...search, other: 1 })).toEqual(search);
  expect(parseOwnSearch({ show: "some", sort: "colour", size: 7, page: -1 })).toEqual({});
});

test("another set of rows starts at its first page, the next page of the same set does not", () => {
  expect(changedSearch({ show: "open", page: 3, after: "5_1" }, { q: "orders" })).toEqual({
    show: "open",
    q: "orders",
  });
  expect(changedSearch({ show: "open", page: 3, after: "5_1" }, { page: 4, after: "2_1" })).toEqual({
    show: "open",
    page: 4,
    after: "2_1",
  });
});

test("the address becomes the question to the backend", () => {
  expect(ownFilterOf(parseOwnSearch({ only: "REQ-4,REQ-1", show: "ended" }))).toEqual({
    keys: ["REQ-4", "REQ-1"],
    part: "ended",
  });
  expect(
    ownFilterOf({ q: "orders", type: "warehouse,sandbox", from: "2026-01-02", to: "2026-01-03", overdue: "1" }),
  ).toEqual({
    text: "orders",
    typeIds: ["warehouse", "sandbox"],
    from: new Date(2026, 0, 2).getTime(),
    before: new Date(2026, 0, 4).getTime(),
    isOverdue: true,
  });
  expect(pageArgsOf({ sort: "due", before: "5_1" })).toEqual({ sort: "due", size: 50, before: "5_1" });
});

test("the next step is said in a few words", () => {
  expect(nextText(request("Draft"))).toBe("Finish and send it");
  expect(nextText(request("In progress", { waitsFor: "Grant the role: Snowflake" }))).toBe("Grant the role: Snowflake");
  expect(nextText(request("Rejected"))).toBe("Nothing more to do");
});

test("a question or a draft waits for the viewer, somebody else's request does not", () => {
  expect(
    [request("Needs info"), request("Draft"), request("In progress"), request("Needs info", { byName: "Bea" })].map(
      asksViewer,
    ),
  ).toEqual([true, true, false, false]);
});
