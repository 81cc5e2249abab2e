/** Days and weeks on the reader's clock. A day may have 23 or 25 hours, so they are counted on the calendar. */

/** Midnight of the day a number of days from the one a time lies in. */
export function dayFrom(at: number, days: number): number {
  const day = new Date(at);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime();
}

/** The Monday, at midnight, of the week a time lies in. */
export function weekOf(at: number): number {
  const weekday = (new Date(at).getDay() + 6) % 7;
  return dayFrom(at, -weekday);
}

/** The beginnings of the last weeks, the present one included, the earliest first. */
export function lastWeeks(now: number, count: number): number[] {
  const monday = weekOf(now);
  return Array.from({ length: count }, (_, index) => dayFrom(monday, (index - count + 1) * 7));
}

/** A day as addresses write it: "2026-03-05". */
export function dayText(at: number): string {
  const day = new Date(at);
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

const shortFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** "5 Mar" */
export function shortDay(at: number): string {
  return shortFormat.format(at);
}
