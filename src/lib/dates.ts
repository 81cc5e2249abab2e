import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../convex/lib/pure/time";
import { dayFrom, readersZone } from "./readers-clock";

const locale = "en-GB";

/** How a moment is written on the reader's clock, in these parts. */
export function onReadersClock(parts: Intl.DateTimeFormatOptions): (at: Instant) => string {
  const format = inReadersZone(parts);
  return (at) => format().format(at);
}

/** A format is made when it is first used, and again for another zone. */
function inReadersZone(parts: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let made: { readonly zone: string | undefined; readonly format: Intl.DateTimeFormat } | null = null;
  return () => {
    const zone = readersZone();
    if (made === null || made.zone !== zone)
      made = { zone, format: new Intl.DateTimeFormat(locale, { ...parts, timeZone: zone }) };
    return made.format;
  };
}

const day = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
const time = { hour: "2-digit", minute: "2-digit" } as const;
const dateText = onReadersClock(day);
const dateTimeText = onReadersClock({ ...day, ...time });
const relativeFormat = new Intl.RelativeTimeFormat(locale);
const dayFormat = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

/** A point in time: milliseconds since 1970 or a Date. */
export type Instant = number | Date;

function isValid(at: Instant): boolean {
  return Number.isFinite(typeof at === "number" ? at : at.getTime());
}

/** "05/03/2026"; "-" for an impossible date. */
export function formatDate(at: Instant): string {
  return isValid(at) ? dateText(at) : "-";
}

/** "05/03/2026, 14:07"; "-" for an impossible date. */
export function formatDateTime(at: Instant): string {
  return isValid(at) ? dateTimeText(at) : "-";
}

const secondText = onReadersClock({ ...day, ...time, second: "2-digit" });

/** "05/03/2026, 14:07:09", where the order of seconds matters; "-" for an impossible date. */
export function formatDateTimeSeconds(at: Instant): string {
  return isValid(at) ? secondText(at) : "-";
}

const zoneFormat = inReadersZone({ timeZoneName: "short" });

/** The time zone the reader's times are in: "GMT+1", "BST", "UTC". */
export function zoneName(at: Instant): string {
  return (
    zoneFormat()
      .formatToParts(at)
      .find(({ type }) => type === "timeZoneName")?.value ?? ""
  );
}

/** "05/03/2026, 14:07 GMT": a time that somebody has to keep names its zone; "-" for an impossible date. */
export function formatDeadline(at: Instant): string {
  return isValid(at) ? `${formatDateTime(at)} ${zoneName(at)}` : "-";
}

/** As the portal writes a deadline; without its day where it is at most half a day away. */
const writtenUtc = /\b(?:(\d\d)\/(\d\d)\/(\d{4}) )?(\d\d):(\d\d) UTC\b/g;

/** A sentence the portal wrote for everybody, its deadlines as this reader reads them. */
export function withReadersTimes(sentence: string): string {
  return sentence.replace(writtenUtc, (_, day: string | undefined, month, year, hour, minute) => {
    if (day !== undefined)
      return formatDeadline(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)));
    const at = new Date().setUTCHours(Number(hour), Number(minute), 0, 0);
    return `${timeText(at)} ${zoneName(at)}`;
  });
}

const weekdayText = onReadersClock({ weekday: "long" });

/** "Monday 09/03/2026, 09:00", for a day somebody counts on; "-" for an impossible date. */
export function formatWeekday(at: Instant): string {
  return isValid(at) ? `${weekdayText(at)} ${formatDateTime(at)}` : "-";
}

const timeText = onReadersClock(time);

/** "14:07" for a time of the same day where the reader is, else "05/03/2026, 14:07". */
export function formatTimeOrDate(at: Instant, now: Instant): string {
  return isValid(at) && startOfDay(at) === startOfDay(now) ? timeText(at) : formatDateTime(at);
}

/** What is so many days away or more is told in these. */
const farUnits = [
  { unit: "year", from: 365, days: 365 },
  { unit: "month", from: 56, days: 30.4 },
  { unit: "week", from: 14, days: 7 },
] as const;

/**
 * "5 minutes ago", "in 3 hours", "just now" under a minute. From a day on the calendar counts: "tomorrow" is the next
 * day whatever the hour, and what lies further away is rounded to weeks, months and years.
 */
export function formatRelative(at: Instant, now: Instant): string {
  if (!isValid(at)) return "-";
  const difference = Number(at) - Number(now);
  const distance = Math.abs(difference);
  if (distance < MINUTE_MS) return difference > 0 ? "in less than a minute" : "just now";
  if (distance < HOUR_MS) return relativeFormat.format(Math.trunc(difference / MINUTE_MS), "minute");
  if (distance < DAY_MS) return relativeFormat.format(Math.trunc(difference / HOUR_MS), "hour");
  const days = Math.round((startOfDay(at) - startOfDay(now)) / DAY_MS);
  const far = farUnits.find(({ from }) => Math.abs(days) >= from);
  return far ? relativeFormat.format(Math.round(days / far.days), far.unit) : dayFormat.format(days, "day");
}

/** Midnight where the reader is. */
function startOfDay(at: Instant): number {
  return dayFrom(Number(at), 0);
}

/**
 * Makes the formats that lists write their times with: the first of its kind costs milliseconds, a twentieth of what a
 * list may take on a slow device.
 */
export function makeFormats(): void {
  const now = Date.now();
  formatDate(now);
  formatDeadline(now);
  formatRelative(now - HOUR_MS, now);
}

/** Whole seconds between two times, never negative: the duration of a task monitor execution. */
export function wholeSecondsBetween(start: Instant, end: Instant): number {
  return Math.max(0, Math.floor((Number(end) - Number(start)) / 1000));
}

/** "45s", "3m 5s", "2h 4m": a length of time in at most two units. */
export function formatDuration(ms: number): string {
  if (!Number.isFinite(ms) || ms < 0) return "-";
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return inUnits(days, "d", hours % 24, "h");
  if (hours > 0) return inUnits(hours, "h", minutes % 60, "m");
  if (minutes > 0) return inUnits(minutes, "m", seconds % 60, "s");
  return `${seconds}s`;
}

function inUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large}${largeUnit}` : `${large}${largeUnit} ${small}${smallUnit}`;
}
