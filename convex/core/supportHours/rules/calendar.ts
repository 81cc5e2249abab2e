/**
 * Working time: what of the time between two moments counts, and when so much of it has passed. Days and hours are
 * those of the calendar's own zone, so that a day on which clocks change is an hour shorter or longer where it is one.
 */

import { DAY_MS, MINUTE_MS } from "../../../lib/pure/time";
import { wallClock } from "../../../lib/pure/zones";
import type { SupportHours } from "../table";

type Calendar = Pick<SupportHours, "timeZone" | "week" | "holidays">;

/** Some time, from one moment to another. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Minutes of a day. */
export const DAY_MINUTES = DAY_MS / MINUTE_MS;
/** Days that are looked through: a calendar that passes `hoursProblem` has the time of every target within them. */
const MAX_DAYS = 800;

/** Whether support never rests, so that all time counts. */
export function neverRests({ week, holidays }: Calendar): boolean {
  return holidays.length === 0 && week.every(([day]) => day?.from === 0 && day.to === DAY_MINUTES);
}

/** The moment at which so many milliseconds of working time have passed since another. */
export function afterWorking(calendar: Calendar, from: number, ms: number): number {
  if (neverRests(calendar)) return from + ms;
  let left = ms;
  let last = from;
  for (const span of spansFrom(calendar, from)) {
    last = span.from + left;
    if (last <= span.to) return last;
    left -= span.to - span.from;
    last = span.to;
  }
  return last;
}

/** The milliseconds of working time from one moment to another, which may be years. */
export function workingBetween(calendar: Calendar, from: number, to: number): number {
  if (to <= from) return 0;
  if (neverRests(calendar)) return to - from;
  let sum = 0;
  for (let start = from; start < to; start += MAX_DAYS * DAY_MS) {
    const end = Math.min(to, start + MAX_DAYS * DAY_MS);
    for (const span of spansFrom(calendar, start)) {
      if (span.from >= end) break;
      sum += Math.min(span.to, end) - span.from;
    }
  }
  return sum;
}

/** When support is back, where it rests at this moment; null while it works. */
export function backAt(calendar: Calendar, at: number): number | null {
  const { value: next } = spansFrom(calendar, at).next();
  return next === undefined || next.from <= at ? null : next.from;
}

/** Working time from a moment on, in order and without overlaps. */
function* spansFrom(calendar: Calendar, from: number): Generator<Span, undefined> {
  const free = new Set(calendar.holidays);
  const clock = wallClock(calendar.timeZone);
  // The zone's day of this moment began a day ago at most; days of the clock are counted, not 24 hours.
  const first = Math.floor(clock.shownAt(from) / DAY_MS) * DAY_MS;
  let reached = from;
  for (let day = 0; day <= MAX_DAYS; day++) {
    const midnight = first + day * DAY_MS;
    const date = new Date(midnight);
    if (free.has(date.toISOString().slice(0, 10))) continue;
    for (const interval of calendar.week[(date.getUTCDay() + 6) % 7] ?? []) {
      const start = Math.max(reached, clock.momentOf(midnight + interval.from * MINUTE_MS));
      const end = clock.momentOf(midnight + interval.to * MINUTE_MS);
      if (end <= start) continue;
      yield { from: start, to: end };
      reached = end;
    }
  }
}
