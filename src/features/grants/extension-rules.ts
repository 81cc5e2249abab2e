/** What an extension would lead to, and what is wrong with it as typed. */

import { DAY_MS } from "../../../convex/lib/pure/time";

/** The end an access would have, counted from the one it has. */
export function extendedEnd(currentEnd: number, days: number): number {
  return currentEnd + days * DAY_MS;
}

/** What is wrong with the days as typed, or null. */
export function daysProblem(days: string, maxDays: number): string | null {
  return /^\d{1,4}$/.test(days.trim()) && Number(days) >= 1 && Number(days) <= maxDays
    ? null
    : `Enter a whole number from 1 to ${maxDays}`;
}

/** What is wrong with the reason as typed, or null. */
export function reasonProblem(reason: string, { reasonMin }: { readonly reasonMin: number }): string | null {
  if (reason.trim() === "") return "Reason is required";
  return reason.trim().length < reasonMin ? `Reason must be at least ${reasonMin} characters` : null;
}
