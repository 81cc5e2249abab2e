import { expect, onTestFinished, test, vi } from "vitest";
import { nextTurn, systemClock } from "../src/lib/clock.ts";
import { Turns } from "../src/lib/turns.ts";

/** Every piece uses up the slice of its turn. */
function slowly(): { turns: Turns; order: string[]; piece: (name: string, isFirst?: boolean) => Promise<void> } {
  let nowMs = 0;
  const clock = vi.spyOn(systemClock, "nowMs").mockImplementation(() => nowMs);
  onTestFinished(() => clock.mockRestore());
  const turns = new Turns();
  const order: string[] = [];
  const piece = (name: string, isFirst = false): Promise<void> =>
    turns.run(async () => {
      order.push(name);
      nowMs += 10;
    }, isFirst);
  return { turns, order, piece };
}

test("[SES13] pieces that somebody waits for go first, one before each of the others", async () => {
  const { turns, order, piece } = slowly();
  const all = ["a", "b", "c", "d"].map((name) => piece(name));
  all.push(piece("1", true), piece("2", true));
  expect(turns.waiting).toBe(5);
  await Promise.all(all);
  expect(order).toEqual(["a", "1", "b", "2", "c", "d"]);
});

test("[SES13] pieces that somebody waits for do not keep the others out, however many come", async () => {
  const { order, piece } = slowly();
  let isOver = false;
  const endless = (async () => {
    while (!isOver) await piece("1", true);
  })();
  const others = Promise.all(["a", "b", "c"].map((name) => piece(name)));
  await others;
  isOver = true;
  await endless;
  expect(order.filter((name) => name !== "1")).toEqual(["a", "b", "c"]);
  expect(order.length).toBeLessThan(9);
});

test("[SES13] a piece that waits for something does not hold up the next turn", async () => {
  const { turns, order, piece } = slowly();
  const slow = Promise.withResolvers<void>();
  const waiting = turns.run(() => slow.promise);
  const next = piece("next");
  for (let i = 0; i < 3; i++) await nextTurn();
  expect(order).toEqual(["next"]);
  slow.resolve();
  await Promise.all([waiting, next]);
});

test("[SES14] sockets that ask for several queries each are answered in rounds, one query of each at a time", async () => {
  const { order, piece } = slowly();
  const socket = async (name: string, queries: number): Promise<void> => {
    for (let query = 1; query <= queries; query++) await piece(`${name}${query}`);
  };
  await Promise.all([socket("a", 4), socket("b", 2), socket("c", 3), socket("d", 4)]);
  expect(order).toEqual(["a1", "b1", "c1", "d1", "a2", "b2", "c2", "d2", "a3", "c3", "d3", "a4", "d4"]);
});
