import { manualClock } from "@data-portal/engine/testing";
import { expect, test } from "vitest";
import { FIGURES_EVERY_MS, KEPT_FIGURES, keepFigures } from "./figure-history.ts";

const figures = {
  documents: 3,
  tables: 2,
  connections: 1,
  subscriptions: 1,
  commits: 0,
  scheduledPending: 0,
  bytesOnDisk: 4096,
};

test("a reading is kept at once and every minute, the last hour alone, and none after the end", () => {
  const clock = manualClock(0);
  let commits = 0;
  const history = keepFigures(() => ({ ...figures, commits: (commits += 1) }), clock);
  expect(history.readings()).toMatchObject([{ at: 0, commits: 1 }]);
  for (let minute = 0; minute < KEPT_FIGURES + 5; minute += 1) clock.advance(FIGURES_EVERY_MS);
  expect(history.readings()).toHaveLength(KEPT_FIGURES);
  expect(history.readings().at(-1)).toMatchObject({
    at: (KEPT_FIGURES + 5) * FIGURES_EVERY_MS,
    commits: KEPT_FIGURES + 6,
  });
  history.close();
  clock.advance(FIGURES_EVERY_MS);
  expect(history.readings().at(-1)?.commits).toBe(KEPT_FIGURES + 6);
});

test("where the backend runs elsewhere there is nothing to keep", () => {
  const clock = manualClock(0);
  const history = keepFigures(() => null, clock);
  clock.advance(10 * FIGURES_EVERY_MS);
  expect(history.readings()).toEqual([]);
});
