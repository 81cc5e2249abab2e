/** Support hours as people read and type them. */

import type { Interval, SupportHours } from "../table";
import { DAY_MINUTES, neverRests } from "./calendar";
import { WEEKDAYS } from "./hours";

/** "09:30"; the end of a day is "24:00". */
export function clockText(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** "09:00-12:00, 13:00-17:30"; empty for a day without work. */
export function dayText(day: readonly Interval[]): string {
  return day.map(({ from, to }) => `${clockText(from)}-${clockText(to)}`).join(", ");
}

/** What was typed as `dayText` writes it, in any of the usual dashes; null for what is no times. */
export function intervalsOf(text: string): Interval[] | null {
  if (text.trim() === "") return [];
  const intervals: Interval[] = [];
  for (const part of text.split(/[,;]/)) {
    const [from = null, to = null, ...more] = part.split(/[-–—]|\bto\b/).map(minuteOf);
    if (from === null || to === null || more.length > 0) return null;
    intervals.push({ from, to });
  }
  return intervals;
}

/** Minutes of a day from "9:30" or "9", or null. */
function minuteOf(clock: string): number | null {
  const [, hour, minute = "0"] = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(clock.trim()) ?? [];
  if (hour === undefined || Number(minute) > 59) return null;
  const at = Number(hour) * 60 + Number(minute);
  return at <= DAY_MINUTES ? at : null;
}

/** Minutes from typed hours, "1.5" or "1,5"; null for what is no number of quarters of an hour. */
export function minutesOf(hours: string): number | null {
  const text = hours.trim().replace(",", ".");
  const minutes = /^\d{1,4}(\.\d{1,2})?$/.test(text) ? Number(text) * 60 : Number.NaN;
  return minutes % 15 === 0 ? minutes : null;
}

/** Minutes as such hours: "0.25", "8". */
export function minutesText(minutes: number): string {
  return String(minutes / 60);
}

/** "Around the clock", or "Monday to Friday 09:00-12:00, 13:00-17:30, Europe/London". */
export function hoursText(hours: SupportHours): string {
  if (neverRests(hours)) return "Around the clock";
  const days: { readonly first: number; last: number; readonly text: string }[] = [];
  for (const [place, day] of hours.week.entries()) {
    const text = dayText(day);
    const before = days.at(-1);
    if (before && before.text === text) before.last = place;
    else days.push({ first: place, last: place, text });
  }
  const spans = days.flatMap(({ first, last, text }) =>
    text === "" ? [] : [`${WEEKDAYS[first]}${first === last ? "" : ` to ${WEEKDAYS[last]}`} ${text}`],
  );
  return `${spans.join("; ")}, ${hours.timeZone}`;
}
