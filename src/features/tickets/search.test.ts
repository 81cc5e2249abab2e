import { expect, test } from "vitest";
import { changedSearch, queueNarrowingOf, UNFILTERED } from "./search";

test("cleared, a list keeps which one it is and nothing of what narrowed it", () => {
  const narrowed = { view: "queue", show: "all", q: "late", area: "a", tag: "b", team: "mine", page: 2 } as const;
  expect(Object.keys(queueNarrowingOf(narrowed))).toHaveLength(4);
  const cleared = changedSearch(narrowed, UNFILTERED);
  expect(cleared).toEqual({ view: "queue", show: "all" });
  expect(queueNarrowingOf(cleared)).toEqual({});
});
