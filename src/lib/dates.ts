const locale = "en-GB";

const dateFormat = new Intl.DateTimeFormat(locale, { day: "2-digit", month: "2-digit", year: "numeric" });
const dateTimeFormat = new Intl.DateTimeFormat(locale, {
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});
const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

/** A point in time: milliseconds since 1970 or a Date. */
export type Instant = number | Date;

function isValid(at: Instant): boolean {
  return Number.isFinite(typeof at === "number" ? at : at.getTime());
}

/** "05/03/2026"; "-" for an impossible date. */
export function formatDate(at: Instant): string {
  return isValid(at) ? dateFormat.format(at) : "-";
}

/** "05/03/2026, 14:07"; "-" for an impossible date. */
export function formatDateTime(at: Instant): string {
  return isValid(at) ? dateTimeFormat.format(at) : "-";
}

const units = [
  { unit: "year", ms: 365 * 86_400_000 },
  { unit: "month", ms: 30 * 86_400_000 },
  { unit: "week", ms: 7 * 86_400_000 },
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
] as const;

/** "5 minutes ago", "in 2 days", "just now" under a minute; largest fitting unit, rounded towards now. */
export function formatRelative(at: Instant, now: Instant): string {
  if (!isValid(at)) return "-";
  const difference = Number(at) - Number(now);
  for (const { unit, ms } of units) {
    if (Math.abs(difference) >= ms) return relativeFormat.format(Math.trunc(difference / ms), unit);
  }
  return difference > 0 ? "in less than a minute" : "just now";
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
