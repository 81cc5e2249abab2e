import { expect, test } from "vitest";
import { changedSearch, parseSupportSearch, queueNarrowingOf, savedPartOf, searchOfSaved, UNFILTERED } from "./search";

test("cleared, a list keeps which one it is and nothing of what narrowed it", () => {
  const narrowed = { view: "queue", show: "all", q: "late", area: "a", tag: "b", team: "mine", page: 2 } as const;
  expect(Object.keys(queueNarrowingOf(narrowed))).toHaveLength(4);
  const cleared = changedSearch(narrowed, UNFILTERED);
  expect(cleared).toEqual({ view: "queue", show: "all" });
  expect(queueNarrowingOf(cleared)).toEqual({});
});

test("taking the last filter off opens no default view of the queue, as its bare address would", () => {
  expect(changedSearch({ view: "queue", q: "late", page: 2 }, UNFILTERED)).toEqual({ view: "queue", saved: "all" });
  expect(changedSearch({ view: "queue", show: "mine" }, { show: undefined })).toEqual({ view: "queue", saved: "all" });
  expect(changedSearch({ view: "queue", q: "late", saved: "v1" }, UNFILTERED)).toEqual({ view: "queue", saved: "v1" });
  expect(changedSearch({ view: "area", q: "late" }, UNFILTERED)).toEqual({ view: "area" });
  expect(parseSupportSearch({ view: "queue" })).toEqual({ view: "queue" });
});

test("a saved view holds what the queue shows, not where in it somebody is, and opens as it was saved", () => {
  const search = parseSupportSearch({
    view: "queue",
    show: "all",
    q: "late",
    team: "mine",
    cols: "state,updated",
    density: "compact",
    size: 100,
    page: 2,
    saved: "v1",
  });
  expect(savedPartOf(search)).toEqual({
    show: "all",
    q: "late",
    team: "mine",
    cols: "state,updated",
    density: "compact",
    size: "100",
  });
  const { page: _page, ...first } = search;
  expect(searchOfSaved(savedPartOf(search), "v1")).toEqual(first);
  expect(searchOfSaved({}, "all")).toEqual({ view: "queue", saved: "all" });
});

test("other columns or closer rows keep the page, cleared filters keep both, and only the queue has them", () => {
  const second = parseSupportSearch({ view: "queue", tag: "late", page: 2 });
  const looking = changedSearch(changedSearch(second, { cols: "state" }), { density: "compact" });
  expect(looking).toEqual({ ...second, cols: "state", density: "compact" });
  expect(changedSearch(looking, UNFILTERED)).toEqual({ view: "queue", cols: "state", density: "compact" });
  expect(parseSupportSearch({ cols: "state", density: "compact" })).toEqual({});
  expect(parseSupportSearch({ view: "queue", density: "huge" })).toEqual({ view: "queue" });
});
