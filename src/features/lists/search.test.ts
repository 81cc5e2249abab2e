import { expect, test } from "vitest";
import { isSameView } from "../../components/views/saved-views";
import { changedSearch, pageArgsOf, parseQueueSearch, requestFilterOf, taskFilterOf, viewSearchOf } from "./search";

test("what cannot be read counts as left out, and defaults are left out", () => {
  expect(
    parseQueueSearch({ q: " ", sort: "newest", size: 50, page: 1, overdue: 0, density: "huge", status: 7 }),
  ).toEqual({ status: "7" });
  expect(parseQueueSearch({ q: "x".repeat(2_000) }).q).toHaveLength(200);
  expect(parseQueueSearch({ q: 142, sort: "due", size: 100, page: 3, overdue: 1, density: "compact" })).toEqual({
    q: "142",
    sort: "due",
    size: 100,
    page: 3,
    overdue: "1",
    density: "compact",
  });
});

test("another filter starts at the first page; another column set stays where it is", () => {
  const there = { status: "Blocked", page: 3, after: "5_6" };
  expect(changedSearch(there, { status: "Blocked,Failed" })).toEqual({ status: "Blocked,Failed" });
  expect(changedSearch(there, { density: "compact" })).toEqual({ ...there, density: "compact" });
});

test("taking the last filter off opens no default view, as a bare address would", () => {
  expect(changedSearch({ status: "Blocked", page: 3 }, { status: undefined })).toEqual({ view: "all" });
  expect(changedSearch({ page: 2 }, { page: undefined })).toEqual({ view: "all" });
  expect(changedSearch({ status: "Blocked", sort: "due" }, { status: undefined })).toEqual({ sort: "due" });
  expect(changedSearch({ status: "Blocked", view: "v1" }, { status: undefined })).toEqual({ view: "v1" });
  expect(parseQueueSearch({})).toEqual({});
});

test("a filter asks for what the address says, unknown statuses left out", () => {
  const filter = requestFilterOf(
    { q: "orders", status: "Blocked,Nonsense", person: "me", from: "2026-03-01", to: "2026-03-01", retrying: "1" },
    "viewer",
  );
  expect(filter).toEqual({
    text: "orders",
    statuses: ["Blocked"],
    requesterId: "viewer",
    isRetrying: true,
    from: new Date(2026, 2, 1).getTime(),
    before: new Date(2026, 2, 2).getTime(),
  });
  expect(taskFilterOf({ connector: "snowflake", unassigned: "1", person: "p1" }, "viewer")).toEqual({
    connectors: ["snowflake"],
    isUnassigned: true,
    assigneeId: "p1",
  });
  expect(requestFilterOf({}, "viewer")).toEqual({});
});

test("a page goes behind its cursor, or before one", () => {
  expect(pageArgsOf({})).toEqual({ sort: "newest", size: 50 });
  expect(pageArgsOf({ before: "1_2", size: 25, sort: "due" })).toEqual({ sort: "due", size: 25, before: "1_2" });
  expect(pageArgsOf({ before: "1_2", after: "3_4", page: 7 })).toMatchObject({ after: "3_4" });
  expect(pageArgsOf({ page: 7 })).toEqual({ sort: "newest", size: 50, page: 7 });
});

test("a view keeps what is listed, not where in it somebody was", () => {
  const kept = viewSearchOf({ status: "Blocked", size: 100, page: 2, after: "1_2", view: "v" });
  expect(kept).toEqual({ status: "Blocked", size: "100" });
  expect(isSameView(kept, { status: "Blocked", size: "100" })).toBe(true);
  expect(isSameView(kept, { status: "Blocked" })).toBe(false);
});

test("a view keeps nothing of what the address said in vain", () => {
  expect(viewSearchOf({ q: "ada", status: undefined } as never)).toEqual({ q: "ada" });
});
