/** What the charts over the queue say; pure, with its cases beside it. */

import { isOpen } from "../../../../convex/core/requests/rules";
import { LISTED_REQUEST_STATUSES } from "../../../../convex/core/shared/rules/listed";
import { dayFrom, dayText } from "../../../lib/readers-clock";
import { count } from "../../../lib/text";
import { lastWeeks, shortDay } from "../../../lib/weeks";
import type { QueueSearch } from "../search";

/** Weeks the chart looks back, the present one included. */
export const WEEKS = 12;

/** The ages told apart, the youngest first: by the day a request was created, on the reader's calendar. */
const AGES = [
  { label: "Today", fromDays: 0 },
  { label: "1–2 days", fromDays: -2 },
  { label: "3–6 days", fromDays: -6 },
  { label: "1–2 weeks", fromDays: -13 },
] as const;
const OLDEST = "Over 2 weeks";

/** The stretches of time the backend is asked to count by. */
export function flowWish(now: number): { weeks: number[]; ages: number[] } {
  return { weeks: lastWeeks(now, WEEKS), ages: AGES.map(({ fromDays }) => dayFrom(now, fromDays)).toReversed() };
}

/** The ages with their numbers, the youngest first. */
export function sharesOf(ages: readonly number[]): { label: string; value: number }[] {
  const youngestFirst = ages.toReversed();
  return [...AGES.map(({ label }) => label), OLDEST].map((label, index) => ({
    label,
    value: youngestFirst[index] ?? 0,
  }));
}

/** What of the list an age is made of. */
export function ageSearch(index: number, now: number): QueueSearch {
  const status = LISTED_REQUEST_STATUSES.filter(isOpen).join(",");
  const from = AGES[index];
  const younger = AGES[index - 1];
  return {
    status,
    ...(from ? { from: dayText(dayFrom(now, from.fromDays)) } : {}),
    ...(younger ? { to: dayText(dayFrom(now, younger.fromDays - 1)) } : {}),
    view: "all",
  };
}

/** What of the list was created in a week. */
export function weekSearch(week: number): QueueSearch {
  return { from: dayText(week), to: dayText(dayFrom(week, 6)), view: "all" };
}

/** The weeks as points of a chart. */
export function weekPoints(starts: readonly number[], weeks: readonly { created: number; closed: number }[]) {
  return starts.map((start, index) => {
    const { created = 0, closed = 0 } = weeks[index] ?? {};
    const label = shortDay(start);
    return { label, values: [created, closed], words: `Week of ${label}: ${created} created, ${closed} closed` };
  });
}

/** What the weeks come to. */
export function flowTitle(weeks: readonly { created: number; closed: number }[]): string {
  const created = weeks.reduce((sum, week) => sum + week.created, 0);
  const closed = weeks.reduce((sum, week) => sum + week.closed, 0);
  return `${count(created, "request")} created, ${closed.toLocaleString("en-GB")} closed`;
}

/** What the ages come to. */
export function ageTitle(ages: readonly number[]): string {
  const total = ages.reduce((sum, value) => sum + value, 0);
  const old = ages[0] ?? 0;
  if (total === 0) return "No request is open";
  if (old === 0) return `${count(total, "request")} open, none for more than 2 weeks`;
  return `${old.toLocaleString("en-GB")} of ${count(total, "open request")} ${old === 1 ? "is" : "are"} more than 2 weeks old`;
}
