import { expect, test } from "vitest";
import { changedSearch, everybody, filterOf, pageArgsOf, parseUsersSearch, viewSearchOf } from "./search";

test("what cannot be read counts as left out, and so do defaults", () => {
  expect(parseUsersSearch({ q: " ", sort: "name", size: 50, page: 1, status: 7, person: ["x"] })).toEqual({
    status: "7",
  });
  expect(parseUsersSearch({ q: "x".repeat(2_000) }).q).toHaveLength(200);
  expect(parseUsersSearch({ q: 142, sort: "seen", size: "100", page: 3, person: "p1" })).toEqual({
    q: "142",
    sort: "seen",
    size: 100,
    page: 3,
    person: "p1",
  });
});

test("another set of people begins at its first page and closes the details; opening somebody keeps the place", () => {
  const there = { status: "active", page: 3, after: "~ada_6", person: "p1" };
  expect(changedSearch(there, { role: "admin" })).toEqual({ status: "active", role: "admin" });
  expect(changedSearch(there, { sort: "seen" })).toEqual({ status: "active", sort: "seen" });
  expect(changedSearch(there, { person: "p2" })).toEqual({ ...there, person: "p2" });
  expect(changedSearch(there, { person: undefined })).toEqual({ status: "active", page: 3, after: "~ada_6" });
});

test("taking the last filter off or closing the details opens no default view, as a bare address would", () => {
  expect(changedSearch({ status: "active" }, { status: undefined })).toEqual({ view: "all" });
  expect(changedSearch({ person: "p1", tab: "history" }, { person: undefined })).toEqual({ view: "all" });
  expect(changedSearch({ status: "active", view: "v1" }, { status: undefined })).toEqual({ view: "v1" });
  expect(parseUsersSearch({})).toEqual({});
});

test("other columns and closer rows keep place and details, and stay while the filters are cleared", () => {
  const there = { status: "active", page: 3, after: "~ada_6", person: "p1" };
  const look = { cols: "person,seen", density: "compact" as const };
  expect(changedSearch(there, look)).toEqual({ ...there, ...look });
  expect(everybody({ ...there, ...look })).toEqual({ ...look, view: "all" });
  expect(parseUsersSearch({ density: "cosy" })).toEqual({});
});

test("a filter asks for what the address says, unknown roles and statuses left out", () => {
  expect(filterOf({ q: "ada", role: "admin,king", status: "suspended,removed", area: "a1" })).toEqual({
    text: "ada",
    roles: ["admin"],
    statuses: ["suspended", "removed"],
    businessAreaId: "a1",
  });
  expect(filterOf({ status: "nothing", sort: "seen", page: 2 })).toEqual({});
  expect(pageArgsOf({ after: "a", before: "b" })).toEqual({ sort: "name", size: 50, after: "a" });
});

test("a view keeps what is listed, not where in it somebody was; everybody is everybody, also with a default view", () => {
  const there = {
    q: "ada",
    role: "admin",
    sort: "seen" as const,
    size: 100 as const,
    page: 3,
    after: "x",
    view: "v1",
    person: "p1",
  };
  expect(viewSearchOf(there)).toEqual({ q: "ada", role: "admin", sort: "seen", size: "100" });
  expect(parseUsersSearch({ ...viewSearchOf(there), view: "v1" })).toEqual({
    q: "ada",
    role: "admin",
    sort: "seen",
    size: 100,
    view: "v1",
  });
  expect(everybody(there)).toEqual({ sort: "seen", size: 100, view: "all" });
  expect(changedSearch({ view: "v1", role: "admin" }, { status: "active" })).toEqual({
    view: "v1",
    role: "admin",
    status: "active",
  });
});

test("a view keeps nothing of what the address said in vain", () => {
  expect(viewSearchOf({ q: "ada", status: undefined } as never)).toEqual({ q: "ada" });
});
