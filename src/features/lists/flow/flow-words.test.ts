import { expect, test } from "vitest";
import { dayText } from "../../../lib/readers-clock";
import { ageSearch, ageTitle, flowTitle, flowWish, sharesOf, weekSearch } from "./flow-words";

const NOW = new Date("2026-11-22T15:00:00").getTime();

test("each age leads to the days it was counted by, and none of them overlap", () => {
  const { ages } = flowWish(NOW);
  expect(ages.map(dayText)).toEqual(["2026-11-09", "2026-11-16", "2026-11-20", "2026-11-22"]);
  const days = [0, 1, 2, 3, 4].map((index) => {
    const { from, to } = ageSearch(index, NOW);
    return [from, to];
  });
  expect(days).toEqual([
    ["2026-11-22", undefined],
    ["2026-11-20", "2026-11-21"],
    ["2026-11-16", "2026-11-19"],
    ["2026-11-09", "2026-11-15"],
    [undefined, "2026-11-08"],
  ]);
});

test("ages come youngest first, with the oldest apart", () => {
  expect(sharesOf([4, 7, 0, 11, 9]).map(({ value }) => value)).toEqual([9, 11, 0, 7, 4]);
  expect(sharesOf([4, 7, 0, 11, 9]).at(-1)?.label).toBe("Over 2 weeks");
});

test("twelve weeks are counted, and one leads to the requests created in it", () => {
  const { weeks } = flowWish(NOW);
  expect(weeks).toHaveLength(12);
  expect(weekSearch(weeks[11] ?? 0)).toMatchObject({ from: "2026-11-16", to: "2026-11-22" });
});

test("titles say what was found", () => {
  expect(flowTitle([{ created: 1, closed: 0 }])).toBe("1 request created, 0 closed");
  expect(ageTitle([0, 0])).toBe("No request is open");
  expect(ageTitle([0, 3])).toBe("3 requests open, none for more than 2 weeks");
  expect(ageTitle([1, 3])).toBe("1 of 4 open requests is more than 2 weeks old");
});
