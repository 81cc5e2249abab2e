import { expect, test } from "vitest";
import { stillRows } from "./frozen";

const rows = (...ids: string[]) => ids.map((id) => ({ id }));
const told = (before: string[], live: string[]) => {
  const still = stillRows(rows(...before), rows(...live));
  return { shown: still.rows.map(({ id }) => id).join(""), gone: [...still.goneIds].join(""), waiting: still.waiting };
};

test("a new row waits instead of pushing the others; the one it pushed off the page stays", () => {
  expect(told(["c", "b", "a"], ["d", "c", "b"])).toEqual({ shown: "cba", gone: "", waiting: 1 });
});

test("a row that left the list stays, marked; the one that came up after it follows at the end", () => {
  expect(told(["c", "b", "a"], ["c", "a", "z"])).toEqual({ shown: "cbaz", gone: "b", waiting: 0 });
});

test("a list that became empty keeps its rows, marked", () => {
  expect(told(["b", "a"], [])).toEqual({ shown: "ba", gone: "ba", waiting: 0 });
});

test("a list that was empty shows what came only when asked, unless it never had a row", () => {
  expect(told([], ["a"])).toEqual({ shown: "a", gone: "", waiting: 0 });
  expect(told(["a"], ["b"])).toEqual({ shown: "a", gone: "", waiting: 1 });
});

test("rows show their latest values where they lie", () => {
  const still = stillRows(
    [
      { id: "a", n: 1 },
      { id: "b", n: 1 },
    ],
    [
      { id: "b", n: 2 },
      { id: "a", n: 2 },
    ],
  );
  expect(still.rows).toEqual([
    { id: "a", n: 2 },
    { id: "b", n: 2 },
  ]);
});

test("a row that says what it said before is the one before, so that only what changed is drawn again", () => {
  const before = [
    { id: "a", says: { n: 1 } },
    { id: "b", says: { n: 1 } },
  ];
  const [a, b] = stillRows(before, [
    { id: "a", says: { n: 1 } },
    { id: "b", says: { n: 2 } },
  ]).rows;
  expect(a).toBe(before[0]);
  expect(b).toEqual({ id: "b", says: { n: 2 } });
});
