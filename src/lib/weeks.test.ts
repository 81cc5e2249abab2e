import { expect, test } from "vitest";
import { dayFrom, dayText } from "./readers-clock";
import { lastWeeks, weekOf } from "./weeks";

const noon = (day: string): number => new Date(`${day}T12:00:00`).getTime();

test("a week begins on its Monday at midnight, also seen from its Sunday", () => {
  expect(dayText(weekOf(noon("2026-11-22")))).toBe("2026-11-16");
  expect(dayText(weekOf(noon("2026-11-16")))).toBe("2026-11-16");
  expect(new Date(weekOf(noon("2026-11-18"))).getHours()).toBe(0);
});

test("weeks follow each other over the end of a month, a year and summer time, each at midnight", () => {
  const weeks = lastWeeks(noon("2027-04-07"), 24);
  expect(weeks.map((week) => new Date(week).getDay())).toEqual(weeks.map(() => 1));
  expect(weeks.map((week) => new Date(week).getHours())).toEqual(weeks.map(() => 0));
  expect(dayText(weeks[0] ?? 0)).toBe("2026-10-26");
  expect(dayText(weeks.at(-1) ?? 0)).toBe("2027-04-05");
  expect(dayText(dayFrom(noon("2026-12-31"), 1))).toBe("2027-01-01");
});
