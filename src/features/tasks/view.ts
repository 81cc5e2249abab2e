/** Pure view logic of "Waiting on you": what is due when, and in which order. */
import { formatDuration, formatRelative } from "../../lib/dates";

const DAY_MS = 86_400_000;
const SOON_MS = DAY_MS;

/** How urgent a due time is. */
export type Urgency = "overdue" | "soon" | "later" | "none";

/** Overdue from the very moment, soon within a day. */
export function urgency(dueAt: number | null, now: number): Urgency {
  if (dueAt === null) return "none";
  if (dueAt <= now) return "overdue";
  return dueAt - now <= SOON_MS ? "soon" : "later";
}

/** "Due in 2 days", "Overdue by 3h 5m", "No due date". */
export function dueText(dueAt: number | null, now: number): string {
  if (dueAt === null) return "No due date";
  return dueAt <= now ? `Overdue by ${formatDuration(now - dueAt)}` : `Due ${formatRelative(dueAt, now)}`;
}

/** What is due first comes first; what has no due time comes last, oldest start first. */
export function sortedByDue<Row extends { readonly dueAt: number | null; readonly startedAt: number | null }>(rows: readonly Row[]): Row[] {
  return rows.toSorted(
    (a, b) =>
      (a.dueAt ?? Number.MAX_SAFE_INTEGER) - (b.dueAt ?? Number.MAX_SAFE_INTEGER) ||
      (a.startedAt ?? Number.MAX_SAFE_INTEGER) - (b.startedAt ?? Number.MAX_SAFE_INTEGER),
  );
}
