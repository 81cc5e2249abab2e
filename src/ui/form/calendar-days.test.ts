import { expect, test } from "vitest";
import { dayByKey, dayInWords, monthAfter, weeksOf } from "./calendar-days";

test("a month is whole weeks from Monday to Sunday, however it begins", () => {
  const november = weeksOf("2026-11-22");
  expect(november.map(([monday]) => monday)).toEqual([
    "2026-10-26",
    "2026-11-02",
    "2026-11-09",
    "2026-11-16",
    "2026-11-23",
    "2026-11-30",
  ]);
  // February 2027 begins on a Monday and ends on a Sunday.
  expect(weeksOf("2027-02-14")).toHaveLength(4);
  for (const week of november) expect(week).toHaveLength(7);
  expect(november.flat().filter((day) => day.startsWith("2026-11"))).toHaveLength(30);
});

test.each([
  ["ArrowLeft", false, "2026-11-21"],
  ["ArrowRight", false, "2026-11-23"],
  ["ArrowUp", false, "2026-11-15"],
  ["ArrowDown", false, "2026-11-29"],
  ["Home", false, "2026-11-16"],
  ["End", false, "2026-11-22"],
  ["PageUp", false, "2026-10-22"],
  ["PageDown", false, "2026-12-22"],
  ["PageUp", true, "2025-11-22"],
  ["PageDown", true, "2027-11-22"],
  ["a", false, null],
])("%s (Shift: %s) leads from Sunday, 22 November 2026, to %s", (key, isShift, day) => {
  expect(dayByKey("2026-11-22", key, isShift)).toBe(day);
});

test("a month that is shorter ends with its own last day, also in a leap year", () => {
  expect(monthAfter("2027-01-31", 1)).toBe("2027-02-28");
  expect(monthAfter("2028-01-31", 1)).toBe("2028-02-29");
  expect(monthAfter("2026-12-31", -1)).toBe("2026-11-30");
});

test("days and months are said in British English whatever the browser's language", () => {
  expect(dayInWords("2026-11-22", "day")).toBe("Sunday 22 November 2026");
  expect(dayInWords("2026-11-22", "month")).toBe("November 2026");
});
