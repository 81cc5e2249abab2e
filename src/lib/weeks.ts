/** Weeks on the reader's clock. */

import { onReadersClock } from "./dates";
import { dayFrom, shownDate } from "./readers-clock";

/** The Monday, at midnight, of the week a time lies in. */
export function weekOf(at: number): number {
  const weekday = (shownDate(at).getUTCDay() + 6) % 7;
  return dayFrom(at, -weekday);
}

/** The beginnings of the last weeks, the present one included, the earliest first. */
export function lastWeeks(now: number, count: number): number[] {
  const monday = weekOf(now);
  return Array.from({ length: count }, (_, index) => dayFrom(monday, (index - count + 1) * 7));
}

/** "5 Mar" */
export const shortDay = onReadersClock({ day: "numeric", month: "short" });
