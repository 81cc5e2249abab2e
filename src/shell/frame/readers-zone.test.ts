import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS, momentUtc } from "../../../convex/lib/pure/time";
import { wallClock } from "../../../convex/lib/pure/zones";
import { formatDateTime, formatDeadline, formatRelative, formatTimeOrDate, withReadersTimes } from "../../lib/dates";
import { dayFrom, dayText, deviceClock, setReadersClock, typedMoment, typedText } from "../../lib/readers-clock";
import { lastWeeks, shortDay } from "../../lib/weeks";
import { goByZone } from "./readers-zone";

afterEach(() => setReadersClock(null));

/** Clocks that change by an hour, by half of one, twice a year, never, and at the date line. */
const ZONES = [
  "UTC",
  "Europe/London",
  "America/New_York",
  "America/St_Johns",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Auckland",
  "Pacific/Kiritimati",
] as const;
const [FIRST, LAST] = [Date.UTC(2020, 0, 1), Date.UTC(2030, 0, 1)];

const offsetIn = (zone: string, at: number): number => wallClock(zone).shownAt(at) - at;

/** The days on which the clocks of a zone change. */
function changesOf(zone: string): number[] {
  const days = Array.from({ length: (LAST - FIRST) / DAY_MS }, (_, day) => FIRST + day * DAY_MS);
  return days.filter((day) => offsetIn(zone, day) !== offsetIn(zone, day + DAY_MS));
}

/** A zone and a whole minute, half of them about when its clocks change. */
const aMoment = fc.oneof(
  fc.record({
    zone: fc.constantFrom(...ZONES),
    at: fc.integer({ min: FIRST / MINUTE_MS, max: LAST / MINUTE_MS }).map((minutes) => minutes * MINUTE_MS),
  }),
  fc
    .constantFrom(...ZONES.flatMap((zone) => changesOf(zone).map((day) => ({ zone, day }))))
    .chain(({ zone, day }) =>
      fc.integer({ min: -900, max: 2340 }).map((minutes) => ({ zone, at: day + minutes * MINUTE_MS })),
    ),
);

describe("whatever the zone, also while its clocks change [N10]", () => {
  test("what a field shows of a moment is read back as that moment, or as the first time the clock shows it", () => {
    fc.assert(
      fc.property(aMoment, ({ zone, at }) => {
        goByZone(zone);
        const back = typedMoment(typedText(at));
        expect(typedText(back)).toBe(typedText(at));
        expect([0, HOUR_MS / 2, HOUR_MS]).toContain(at - back);
      }),
      { numRuns: 2000 },
    );
  });

  test("what is typed is shown as it was typed, or later by what the clock skips", () => {
    fc.assert(
      fc.property(aMoment, ({ zone, at: shown }) => {
        goByZone(zone);
        const typed = new Date(shown).toISOString().slice(0, 16);
        const later = Date.parse(`${typedText(typedMoment(typed))}Z`) - shown;
        expect([0, HOUR_MS / 2, HOUR_MS]).toContain(later);
      }),
      { numRuns: 2000 },
    );
  });

  test("a day begins once, ends when the next begins, and has 23 to 25 hours", () => {
    fc.assert(
      fc.property(aMoment, fc.integer({ min: -400, max: 400 }), ({ zone, at }, days) => {
        goByZone(zone);
        const [start, end] = [dayFrom(at, days), dayFrom(at, days + 1)];
        expect(Math.abs(end - start - 24 * HOUR_MS)).toBeLessThanOrEqual(HOUR_MS);
        expect(dayFrom(start, 0)).toBe(start);
        expect(dayFrom(end - 1, 0)).toBe(start);
        expect(typedMoment(dayText(start))).toBe(start);
      }),
      { numRuns: 1000 },
    );
  });
});

test("the clock of a device is that of its zone", () => {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  fc.assert(
    fc.property(aMoment, ({ at }) => {
      expect(deviceClock.shownAt(at)).toBe(wallClock(zone).shownAt(at));
      expect(deviceClock.momentOf(at)).toBe(wallClock(zone).momentOf(at));
    }),
  );
});

test("everything a reader reads is on one clock: dates, times, days, weeks, and what is typed", () => {
  const at = Date.UTC(2026, 2, 5, 22, 30);
  goByZone("Asia/Tokyo");
  expect(formatDeadline(at)).toBe("06/03/2026, 07:30 GMT+9");
  expect(formatDateTime(at)).toBe("06/03/2026, 07:30");
  expect(shortDay(at)).toBe("6 Mar");
  expect(formatTimeOrDate(at, Date.UTC(2026, 2, 6, 3))).toBe("07:30");
  expect(formatRelative(Date.UTC(2026, 2, 7, 16), at)).toBe("in 2 days");
  expect(lastWeeks(Date.UTC(2026, 2, 8, 15), 1)).toEqual([Date.UTC(2026, 2, 8, 15)]);
  expect(typedMoment("2026-03-06T07:30")).toBe(at);
  expect(typedMoment("2026-03-06")).toBe(Date.UTC(2026, 2, 5, 15));
  goByZone("America/New_York");
  expect(formatDeadline(at)).toBe("05/03/2026, 17:30 GMT-5");
  // A zone this browser does not know yet.
  goByZone("Mars/Base");
  expect(formatDeadline(at)).not.toContain("GMT-5");
  goByZone(null);
  expect(typedText(typedMoment("2026-03-06T07:30"))).toBe("2026-03-06T07:30");
});

test("a sentence written for everybody is read on its reader's own clock", () => {
  goByZone("Asia/Tokyo");
  const at = Date.UTC(2026, 2, 5, 22, 30);
  const sentence = `Ada Byron; escalates ${momentUtc(at)}, since 05/03/2026; read at 09:00 UTC`;
  expect(withReadersTimes(sentence)).toBe(
    "Ada Byron; escalates 06/03/2026, 07:30 GMT+9, since 05/03/2026; read at 18:00 GMT+9",
  );
});

test.each(["", "tomorrow", "2026-3-6", "2026-03-06T7:30", "2026-03-06T07:30:15"])("%j is no time", (text) => {
  expect(typedMoment(text)).toBeNaN();
});
