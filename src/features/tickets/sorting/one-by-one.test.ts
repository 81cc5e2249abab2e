import { expect, test } from "vitest";
import { oneByOne } from "./one-by-one";

/** Does five things, of which the second refuses, and is stopped while one is under way. */
async function working(stopAt?: number) {
  let isStopped = false;
  const done: number[] = [];
  const counts: number[] = [];
  const outcome = await oneByOne(
    [1, 2, 3, 4, 5],
    async (thing) => {
      if (thing === stopAt) isStopped = true;
      if (thing === 2) throw new Error("no");
      done.push(thing);
      return await Promise.resolve(-thing);
    },
    { isStopped: () => isStopped, onNext: (count) => counts.push(count) },
  );
  return { ...outcome, refused: outcome.refused.map(({ thing }) => thing), done, counts };
}

test("each is done for itself, what refuses holds up none of the others, and how many came before is told (S39)", async () => {
  expect(await working()).toEqual({
    ...{ results: [-1, -3, -4, -5], refused: [2], left: [] },
    ...{ done: [1, 3, 4, 5], counts: [0, 1, 2, 3, 4] },
  });
});

test("stopped, the one under way is finished and no other is begun: those that were not reached are named (S39)", async () => {
  expect(await working(3)).toMatchObject({ results: [-1, -3], refused: [2], left: [4, 5], done: [1, 3] });
  expect(await working(2)).toMatchObject({ results: [-1], refused: [2], left: [3, 4, 5] });
  expect(await working(5)).toMatchObject({ left: [] });
});
