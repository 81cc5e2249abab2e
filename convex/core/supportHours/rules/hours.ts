/** What support hours can be, what holds while nobody set them, and how they read. */

import type { Refusal } from "../../../lib/pure/refusal";
import { dayWords } from "../../../lib/pure/time";
import { zoneProblem } from "../../../lib/pure/zones";
import type { Priority } from "../../../lib/validators";
import type { Interval, SupportHours } from "../table";
import { DAY_MINUTES } from "./calendar";

/** Where super admins find them: among the options, though they are none of the numbers. */
export const HOURS_TITLE = "Support hours";
export const HOURS_OPTION = "support.hours";

export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
/** Times of work on one day, and free days, at most. */
export const MAX_INTERVALS = 4;
export const MAX_HOLIDAYS = 100;
/** Work of a week, at least: with less a target would lie years away. */
const MIN_WEEK_MINUTES = 5 * 60;
/** The shortest and longest target. */
const MIN_TARGET = 15;
const MAX_TARGET = 240 * 60;

const ALL_DAY: readonly Interval[] = [{ from: 0, to: DAY_MINUTES }];

/** What holds while nobody set it: around the clock. */
export const USUAL_HOURS: SupportHours = {
  timeZone: "UTC",
  week: WEEKDAYS.map(() => [...ALL_DAY]),
  holidays: [],
  targets: {
    Low: { first: 120 * 60, solved: 240 * 60 },
    Medium: { first: 48 * 60, solved: 120 * 60 },
    High: { first: 8 * 60, solved: 24 * 60 },
    Critical: { first: 2 * 60, solved: 8 * 60 },
  },
};

/** What is wrong with support hours, by field: `timeZone`, `week`, `holidays` or `targets`; the first message of each. */
export function hoursProblems(hours: SupportHours): Readonly<Record<string, string>> {
  const problems = {
    timeZone: zoneProblem(hours.timeZone),
    week: weekProblem(hours.week),
    holidays: holidaysProblem(hours.holidays),
    targets: targetsProblem(hours.targets),
  };
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, message]) => (message ? [[field, message]] : [])),
  );
}

/** Why support hours cannot become these, or null. */
export function whyNotHours(hours: SupportHours, now: SupportHours): Refusal | null {
  const fields = hoursProblems(hours);
  if (Object.keys(fields).length > 0) return { code: "invalid-form", fields };
  return JSON.stringify(hours) === JSON.stringify(now)
    ? { code: "not-eligible", message: "Nothing has changed." }
    : null;
}

function weekProblem(week: SupportHours["week"]): string | null {
  if (week.length !== WEEKDAYS.length) return "Give every day of the week";
  for (const [place, day] of week.entries()) {
    const problem = dayProblem(day);
    if (problem !== null) return `${WEEKDAYS[place]}: ${problem}`;
  }
  const minutes = week.flat().reduce((sum, { from, to }) => sum + to - from, 0);
  return minutes < MIN_WEEK_MINUTES ? "Support works at least five hours a week" : null;
}

function dayProblem(day: readonly Interval[]): string | null {
  if (day.length > MAX_INTERVALS) return `at most ${MAX_INTERVALS} times of work`;
  let last = -1;
  for (const { from, to } of day) {
    if (!isMinute(from) || !isMinute(to)) return "times must be between 00:00 and 24:00";
    if (to <= from) return "working hours must end after they start";
    if (from <= last) return "working hours must follow each other, with a break between them";
    last = to;
  }
  return null;
}

function isMinute(minute: number): boolean {
  return Number.isInteger(minute) && minute >= 0 && minute <= DAY_MINUTES;
}

function holidaysProblem(holidays: SupportHours["holidays"]): string | null {
  if (holidays.length > MAX_HOLIDAYS) return `At most ${MAX_HOLIDAYS} free days`;
  const wrong = holidays.find((day) => !isDay(day));
  if (wrong !== undefined) return `"${wrong.slice(0, 20)}" is not a day such as 25/12/2026`;
  const twice = holidays.find((day, place) => holidays.indexOf(day) !== place);
  return twice === undefined ? null : `${dayWords(twice)} is there twice`;
}

function isDay(day: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

function targetsProblem(targets: SupportHours["targets"]): string | null {
  for (const [priority, { first, solved }] of Object.entries(targets)) {
    for (const minutes of [first, solved])
      if (!Number.isInteger(minutes) || minutes < MIN_TARGET || minutes > MAX_TARGET)
        return `${priority}: between a quarter of an hour and 240 hours`;
    if (solved < first) return `${priority}: a ticket is not solved before it is answered`;
  }
  return null;
}

/** How soon a ticket is to be answered first or, once it was, solved; in minutes of working time. */
export function targetOf(hours: SupportHours, priority: Priority, isAnswered: boolean): number {
  const { first, solved } = hours.targets[priority];
  return isAnswered ? solved : first;
}
