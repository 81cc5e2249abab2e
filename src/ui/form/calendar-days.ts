import { DAY_MS } from "../../../convex/lib/pure/time";

/** Days of a calendar as the portal keeps them, "2026-11-22"; pure, so that its cases stand beside it. */

const WEEK = 7;

/** "2026-11-22" as a number of a UTC day, which has no clock to change. */
function at(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function kept(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** How far a day is from the Monday of its week. */
function sinceMonday(day: string): number {
  return (new Date(at(day)).getUTCDay() + WEEK - 1) % WEEK;
}

/** The day a number of days later, or before. */
function dayAfter(day: string, days: number): string {
  return kept(at(day) + days * DAY_MS);
}

/** The same day of another month; its last day where that one is shorter. */
export function monthAfter(day: string, months: number): string {
  const date = new Date(at(day));
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return kept(Date.UTC(year, month, Math.min(date.getUTCDate(), last)));
}

/** The weeks a month lies in, from Monday to Sunday, with the days of its neighbours. */
export function weeksOf(day: string): string[][] {
  const first = `${day.slice(0, 8)}01`;
  const start = dayAfter(first, -sinceMonday(first));
  const weeks: string[][] = [];
  for (let week = start; week < first || week.slice(0, 7) === first.slice(0, 7); week = dayAfter(week, WEEK))
    weeks.push([0, 1, 2, 3, 4, 5, 6].map((days) => dayAfter(week, days)));
  return weeks;
}

/** Where a key leads from a day: days, weeks, ends of the week, months and years; null for any other key. */
export function dayByKey(day: string, key: string, isShift: boolean): string | null {
  switch (key) {
    case "ArrowLeft":
      return dayAfter(day, -1);
    case "ArrowRight":
      return dayAfter(day, 1);
    case "ArrowUp":
      return dayAfter(day, -WEEK);
    case "ArrowDown":
      return dayAfter(day, WEEK);
    case "Home":
      return dayAfter(day, -sinceMonday(day));
    case "End":
      return dayAfter(day, WEEK - 1 - sinceMonday(day));
    case "PageUp":
      return monthAfter(day, isShift ? -12 : -1);
    case "PageDown":
      return monthAfter(day, isShift ? 12 : 1);
    default:
      return null;
  }
}

/** "Sunday 22 November 2026", or "November 2026": the same words in every browser. */
export function dayInWords(day: string, of: "day" | "month"): string {
  const month = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  const whole = { ...month, weekday: "long", day: "numeric" } as const;
  return new Intl.DateTimeFormat("en-GB", of === "day" ? whole : month).format(at(day)).replace(",", "");
}
