import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../convex/lib/pure/time";
import {
  formatDate,
  formatDateTime,
  formatDateTimeSeconds,
  formatDeadline,
  formatDuration,
  formatRelative,
  withReadersTimes,
  wholeSecondsBetween,
  zoneName,
} from "./dates";
import { deviceClock, setReadersClock } from "./readers-clock";

const at = new Date(2026, 2, 5, 9, 7).getTime();

test("a date has a two-digit day and month and the whole year, British order", () => {
  expect(formatDate(at)).toBe("05/03/2026");
});

test("a date-time adds hours and minutes on a 24-hour clock", () => {
  expect(formatDateTime(at)).toBe("05/03/2026, 09:07");
  expect(formatDateTime(new Date(2026, 11, 31, 0, 0))).toBe("31/12/2026, 00:00");
});

test("a deadline in a sentence for everybody is read on the reader's own clock, near or far", () => {
  setReadersClock({ ...deviceClock, zone: "Asia/Kolkata" });
  try {
    expect(withReadersTimes("escalates 17:20 UTC")).toBe("escalates 22:50 GMT+5:30");
    expect(withReadersTimes("starts 05/03/2026 17:20 UTC")).toBe("starts 05/03/2026, 22:50 GMT+5:30");
  } finally {
    setReadersClock(null);
  }
});

test("where the order of seconds matters they are said, and a zone is named as people call it", () => {
  expect(formatDateTimeSeconds(at + 9_000)).toBe("05/03/2026, 09:07:09");
  expect(formatDateTimeSeconds(Number.NaN)).toBe("-");
  expect(zoneName(at)).toMatch(/^[A-Z]+([+-]\d+(:\d+)?)?$/);
});

test("a deadline names the zone its time is in", () => {
  expect(formatDeadline(at)).toBe(`05/03/2026, 09:07 ${zoneName(at)}`);
  expect(formatDeadline(Number.NaN)).toBe("-");
});

test("an impossible date is a dash", () => {
  expect(formatDate(Number.NaN)).toBe("-");
  expect(formatDateTime(new Date("nonsense"))).toBe("-");
  expect(formatRelative(Number.NaN, at)).toBe("-");
});

test.each([
  [at - 20_000, "just now"],
  [at + 20_000, "in less than a minute"],
  [at - MINUTE_MS, "1 minute ago"],
  [at - 59 * MINUTE_MS, "59 minutes ago"],
  [at - 5 * 60 * MINUTE_MS, "5 hours ago"],
  [at - DAY_MS, "yesterday"],
  [at + 2 * DAY_MS, "in 2 days"],
  [at - 21 * DAY_MS, "3 weeks ago"],
  [at - 400 * DAY_MS, "1 year ago"],
  [at + 45 * DAY_MS, "in 6 weeks"],
  [at - 70 * DAY_MS, "2 months ago"],
])("relative to now: %s is %s", (instant, words) => {
  expect(formatRelative(instant, at)).toBe(words);
});

test.each([
  [new Date(2026, 2, 7, 8, 0), new Date(2026, 2, 5, 9, 0), "in 2 days"],
  [new Date(2026, 2, 6, 23, 0), new Date(2026, 2, 5, 9, 0), "tomorrow"],
  [new Date(2026, 2, 3, 20, 0), new Date(2026, 2, 5, 9, 0), "2 days ago"],
  [new Date(2026, 2, 8, 8, 53), new Date(2026, 2, 5, 9, 0), "in 3 days"],
  [new Date(2026, 2, 10, 8, 59), new Date(2026, 2, 5, 9, 0), "in 5 days"],
  [new Date(2026, 2, 30, 9, 0), new Date(2026, 2, 28, 8, 0), "in 2 days"],
])("from a day on the calendar counts: %s seen on %s is %s", (instant, now, words) => {
  expect(formatRelative(instant, now)).toBe(words);
});

test("a duration is whole seconds and never negative", () => {
  expect(wholeSecondsBetween(1000, 3999)).toBe(2);
  expect(wholeSecondsBetween(3000, 1000)).toBe(0);
});

test("a length of time uses at most two units", () => {
  expect([0, 45_000, 120_000, 185_000, 7_440_000, 100 * HOUR_MS, -1].map(formatDuration)).toEqual([
    "0s",
    "45s",
    "2m",
    "3m 5s",
    "2h 4m",
    "4d 4h",
    "-",
  ]);
});
