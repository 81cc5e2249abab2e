import { expect, test } from "vitest";
import { freshCount } from "./use-held-page";

const rows = (...ids: string[]) => ids.map((id) => ({ id }));

test.each([
  [rows("b", "a"), rows("b", "a"), 0],
  [rows("b", "a"), rows("d", "c", "b"), 2],
  [rows("a"), rows("z", "y"), 2],
  [rows(), rows("a"), 1],
  [[{ id: "m", folded: { count: 2 } }], [{ id: "m", folded: { count: 5 } }], 3],
  [
    rows("m"),
    [
      { id: "c", folded: null },
      { id: "m", folded: { count: 2 } },
    ],
    2,
  ],
])("from %j to %j come %i fresh events", (older, newer, fresh) => {
  expect(freshCount(older, newer)).toBe(fresh);
});
