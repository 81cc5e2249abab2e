import { expect, test } from "vitest";
import { allRows, type KeptRows, nextRows } from "./use-still-rows";

interface Row {
  readonly id: string;
  readonly votes?: number;
}

const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id }));
const shown = (kept: KeptRows<Row> | null) => kept?.still.rows.map(({ id }) => id).join("");
/** What lies there after these answers, one after the other. */
const after = (...answers: (Row[] | undefined)[]) =>
  answers.reduce<KeptRows<Row> | null>((kept, live) => nextRows(kept, live), null);

test("nothing lies there until the first answer, which is shown in its order", () => {
  expect(after(undefined)).toBeNull();
  expect(shown(after(undefined, rows("b", "a")))).toBe("ba");
});

test("while rows are read anew those that were shown stay, and nothing is laid out again", () => {
  const kept = after(rows("b", "a"));
  expect(nextRows(kept, undefined)).toBe(kept);
  expect(nextRows(kept, kept?.live)).toBe(kept);
});

test("rows stay in their places while their order changes, with their latest values", () => {
  const kept = after(
    [
      { id: "b", votes: 2 },
      { id: "a", votes: 1 },
    ],
    [
      { id: "a", votes: 3 },
      { id: "b", votes: 2 },
    ],
  );
  expect(kept?.still.rows).toEqual([
    { id: "b", votes: 2 },
    { id: "a", votes: 3 },
  ]);
});

test("what comes in between waits over several answers, and what is read further down follows at once", () => {
  const kept = after(rows("b", "a"), rows("c", "b", "a"), rows("c", "b", "a", "z"));
  expect([shown(kept), kept?.still.waiting]).toEqual(["baz", 1]);
});

test("all of them are shown in the order of the list when that is asked for, and none as gone", () => {
  const kept = after(rows("b", "a"), rows("d", "a"));
  if (!kept) throw new Error("No rows");
  expect([shown(kept), [...kept.still.goneIds]]).toEqual(["ba", ["b"]]);
  const all = allRows(kept);
  expect([shown(all), [...all.still.goneIds], all.still.waiting]).toEqual(["da", [], 0]);
  expect(nextRows(all, kept.live)).toBe(all);
});
