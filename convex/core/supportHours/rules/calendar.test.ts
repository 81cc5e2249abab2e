/** Working time (S8): what counts, in the zone's own days. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../lib/pure/time";
import type { Interval, SupportHours } from "../table";
import { afterWorking, backAt, DAY_MINUTES, workingBetween } from "./calendar";
import { hoursProblems, USUAL_HOURS } from "./hours";
import { dayText, hoursText, intervalsOf, minutesOf, minutesText } from "./hoursText";

const office = (change: Partial<SupportHours> = {}): SupportHours => ({
  ...USUAL_HOURS,
  timeZone: "Europe/London",
  week: [1, 2, 3, 4, 5, 6, 7].map((day) =>
    day < 6
      ? [
          { from: 9 * 60, to: 12 * 60 },
          { from: 13 * 60, to: 17 * 60 },
        ]
      : [],
  ),
  ...change,
});

const at = (text: string): number => Date.parse(text);
const shown = (moment: number): string => new Date(moment).toISOString().replace(":00.000Z", "Z");

describe("working time", () => {
  test("is all time where support never rests, whatever the zone", () => {
    for (const timeZone of ["UTC", "Asia/Kathmandu"])
      expect(afterWorking({ ...USUAL_HOURS, timeZone }, 12_345, 2 * DAY_MS)).toBe(12_345 + 2 * DAY_MS);
    expect(workingBetween(USUAL_HOURS, 5, 12)).toBe(7);
    expect(backAt(USUAL_HOURS, 5)).toBeNull();
  });

  test.each([
    ["within a morning", "2026-03-02T09:30Z", 2, "2026-03-02T11:30Z"],
    ["over lunch", "2026-03-02T11:00Z", 2, "2026-03-02T14:00Z"],
    ["to the last minute", "2026-03-02T09:00Z", 7, "2026-03-02T17:00Z"],
    ["over night", "2026-03-02T16:00Z", 2, "2026-03-03T10:00Z"],
    ["over a weekend", "2026-03-06T16:00Z", 2, "2026-03-09T10:00Z"],
    ["from a Sunday", "2026-03-08T10:00Z", 1, "2026-03-09T10:00Z"],
    ["over the change to summer time, by the clock on the wall", "2026-03-27T16:00Z", 2, "2026-03-30T09:00Z"],
    ["over the change back", "2026-10-23T15:00Z", 2, "2026-10-26T10:00Z"],
  ])("passes %s", (_, from, hours, to) => {
    expect(shown(afterWorking(office(), at(from), hours * HOUR_MS))).toBe(to);
    expect(workingBetween(office(), at(from), at(to))).toBe(hours * HOUR_MS);
  });

  test("does not pass on a holiday", () => {
    const hours = office({ holidays: ["2026-03-03", "2026-03-04"] });
    expect(shown(afterWorking(hours, at("2026-03-02T16:00Z"), 2 * HOUR_MS))).toBe("2026-03-05T10:00Z");
  });

  test("is that of the zone's day, where it is already tomorrow", () => {
    const hours = office({ timeZone: "Pacific/Auckland" });
    // Monday 09:00 in Auckland is Sunday 20:00 in UTC.
    expect(shown(afterWorking(hours, at("2026-03-01T12:00Z"), HOUR_MS))).toBe("2026-03-01T21:00Z");
  });

  test("of a night on which the clocks change is an hour shorter or longer", () => {
    const nights = office({ week: USUAL_HOURS.week.map(() => [{ from: 0, to: 6 * 60 }]) });
    const of = (day: string): number => workingBetween(nights, at(`${day}T00:00Z`) - HOUR_MS, at(`${day}T12:00Z`));
    expect([of("2026-03-28"), of("2026-03-29"), of("2026-10-25")]).toEqual([6, 5, 7].map((hours) => hours * HOUR_MS));
  });

  test("is that of the clock as it still stands, on the day it is changed", () => {
    const hours = office({
      timeZone: "Pacific/Auckland",
      week: USUAL_HOURS.week.map(() => [{ from: 0, to: 120 }]),
    });
    // Clocks go from 2:00 to 3:00 on 27/09/2026; midnight is twelve hours ahead of UTC still.
    const evening = at("2026-09-26T11:00Z");
    expect(shown(backAt(hours, evening) ?? 0)).toBe("2026-09-26T12:00Z");
    expect(shown(afterWorking(hours, evening, 2 * HOUR_MS))).toBe("2026-09-26T14:00Z");
  });

  test("is none where the end lies before the beginning, and is counted over years", () => {
    const hours = { ...USUAL_HOURS, timeZone: "UTC", week: [[{ from: 540, to: 600 }], [], [], [], [], [], []] };
    const monday = at("2026-01-05T00:00Z");
    expect(workingBetween(hours, monday + DAY_MS, monday)).toBe(0);
    expect(workingBetween(USUAL_HOURS, monday + DAY_MS, monday)).toBe(0);
    expect(workingBetween(hours, monday, monday + 300 * 7 * DAY_MS)).toBe(300 * 60 * MINUTE_MS);
  });

  test("says when support is back, and nothing while it works", () => {
    const back = (moment: string): string | null => {
      const found = backAt(office(), at(moment));
      return found === null ? null : shown(found);
    };
    expect(back("2026-03-06T16:59Z")).toBeNull();
    expect(back("2026-03-06T17:00Z")).toBe("2026-03-09T09:00Z");
    expect(back("2026-03-09T12:30Z")).toBe("2026-03-09T13:00Z");
  });
});

const interval = fc
  .tuple(fc.integer({ min: 0, max: DAY_MINUTES - 1 }), fc.integer({ min: 1, max: DAY_MINUTES }))
  .filter(([from, to]) => from < to)
  .map(([from, to]) => ({ from, to }));
const day = fc.oneof(
  fc.constant<Interval[]>([]),
  interval.map((one) => [one]),
  fc
    .uniqueArray(fc.integer({ min: 0, max: DAY_MINUTES }), { minLength: 4, maxLength: 4 })
    .map((minutes) => minutes.toSorted((a, b) => a - b))
    .map(([a = 0, b = 0, c = 0, d = 0]) => [
      { from: a, to: b },
      { from: c, to: d },
    ]),
);
const calendar = fc
  .record({
    timeZone: fc.constantFrom("UTC", "Europe/London", "America/New_York", "Asia/Kathmandu", "Pacific/Chatham"),
    week: fc.array(day, { minLength: 7, maxLength: 7 }),
    holidays: fc.uniqueArray(
      fc
        .integer({ min: 0, max: 900 })
        .map((days) => new Date(at("2025-12-01T00:00Z") + days * DAY_MS).toISOString().slice(0, 10)),
      { maxLength: 20 },
    ),
  })
  .map((change) => ({ ...USUAL_HOURS, ...change }))
  .filter((hours) => Object.keys(hoursProblems(hours)).length === 0);
const moment = fc
  .integer({ min: 0, max: 500 * 24 * 60 })
  .map((minutes) => at("2026-01-01T00:00Z") + minutes * MINUTE_MS);
const duration = fc.integer({ min: 1, max: 14_400 }).map((minutes) => minutes * MINUTE_MS);

describe("for every calendar that is allowed", () => {
  test("as much working time lies before a target as the target has, and not less a moment earlier", () => {
    fc.assert(
      fc.property(calendar, moment, duration, (hours, from, ms) => {
        const due = afterWorking(hours, from, ms);
        expect(workingBetween(hours, from, due)).toBe(ms);
        expect(workingBetween(hours, from, due - 1)).toBe(ms - 1);
      }),
      { numRuns: 200 },
    );
  });

  test("working time adds up, and is never more than time", () => {
    fc.assert(
      fc.property(calendar, moment, duration, duration, (hours, from, first, second) => {
        const [middle, end] = [from + first, from + first + second];
        const whole = workingBetween(hours, from, end);
        expect(workingBetween(hours, from, middle) + workingBetween(hours, middle, end)).toBe(whole);
        expect(whole).toBeLessThanOrEqual(end - from);
      }),
      { numRuns: 200 },
    );
  });

  test("support is back at the first moment that counts", () => {
    fc.assert(
      fc.property(calendar, moment, (hours, from) => {
        const back = backAt(hours, from);
        expect(workingBetween(hours, from, (back ?? from) + 1)).toBe(1);
        if (back !== null) expect(workingBetween(hours, from, back)).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});

describe("support hours read", () => {
  test("as days that are alike, together", () => {
    expect(hoursText(USUAL_HOURS)).toBe("Around the clock");
    expect(hoursText(office())).toBe("Monday to Friday 09:00-12:00, 13:00-17:00, Europe/London");
    const odd = office({ week: [[{ from: 0, to: DAY_MINUTES }], [], [], [{ from: 570, to: 600 }], [], [], []] });
    expect(hoursText(odd)).toBe("Monday 00:00-24:00; Thursday 09:30-10:00, Europe/London");
  });

  test("and a day is typed as it reads, in any usual way", () => {
    for (const day of USUAL_HOURS.week.concat(office().week)) expect(intervalsOf(dayText(day))).toEqual(day);
    const morning = [{ from: 9 * 60 + 30, to: 12 * 60 }];
    for (const text of ["9:30-12", " 9.30 – 12:00 ", "09:30 to 12:00"]) expect(intervalsOf(text)).toEqual(morning);
    for (const wrong of ["9", "9-", "9-24:01", "9:60-10", "9-10-11", "9-10,", "nine-ten", "-1-2"])
      expect(intervalsOf(wrong)).toBeNull();
  });

  test("and targets are typed in hours, by the quarter", () => {
    for (const minutes of [15, 60, 90, 14_400]) expect(minutesOf(minutesText(minutes))).toBe(minutes);
    expect(minutesOf(" 1,5 ")).toBe(90);
    for (const wrong of ["", "x", "0.1", "-1", "1e3", "12345"]) expect(minutesOf(wrong)).toBeNull();
  });
});
