import { expect, test } from "vitest";
import { dayText } from "../../../lib/readers-clock";
import { columnsOf, daysOf, histogramTitle, rangeOf, searchOf } from "./histogram-words";

const NOW = new Date("2026-11-22T15:00:00").getTime();
const days = daysOf({}, NOW);

test("sixty days up to today, one column each; a search that goes further back widens the columns, never their number", () => {
  expect(days.size).toBe(1);
  expect(days.starts).toHaveLength(60);
  expect(dayText(days.starts[59] ?? 0)).toBe("2026-11-22");
  const far = daysOf({ from: "2026-05-01" }, NOW);
  expect(far.starts).toHaveLength(60);
  expect(far.starts[0]).toBeLessThanOrEqual(new Date(2026, 4, 1).getTime());
  expect(far.size).toBe(4);
  expect(daysOf({ from: "9999-99-99" }, NOW).size).toBe(1);
});

test("what is brushed is what the address says, and the other way round", () => {
  const range = { from: 3, to: 9 };
  const said = searchOf(range, days);
  expect(said).toEqual({ from: "2026-09-27", to: "2026-10-03" });
  expect(rangeOf({ from: "2026-09-27", to: "2026-10-03" }, days)).toEqual(range);
  expect(searchOf({ from: 50, to: 59 }, days)).toEqual({ from: "2026-11-13", to: undefined });
  expect(searchOf({ from: 0, to: 59 }, days)).toEqual({ from: undefined, to: undefined });
  expect(rangeOf({}, days)).toBeNull();
  expect(rangeOf({ to: "2020-01-01" }, days)).toEqual({ from: 0, to: 0 });
});

test("figures that are not whole say so", () => {
  const counts = days.starts.map((_, column) => column);
  expect(histogramTitle(days, { counts, countedFrom: null, isExact: true })).toBe("1,770 events in 60 days");
  expect(histogramTitle(days, { counts, countedFrom: null, isExact: false })).toBe("About 1,770 events in 60 days");
  const cut = { counts, countedFrom: days.starts[10] ?? 0, isExact: true };
  expect(histogramTitle(days, cut)).toBe("1,770 or more events in 60 days");
  expect(columnsOf(days, cut)[10]?.words).toContain("or more");
  expect(columnsOf(days, cut)[11]?.words).toBe("5 Oct: 11 events");
});
