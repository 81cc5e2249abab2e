/** The days of the audit trail's histogram, and what it says; pure, with its cases beside it. */

import { bucketOf } from "../../../../convex/lib/pure/buckets";
import { dayFrom, dayText, typedMoment } from "../../../lib/readers-clock";
import { count } from "../../../lib/text";
import { shortDay } from "../../../lib/weeks";
import type { Range } from "../../../ui/chart/brush-range";
import type { AuditSearch } from "../search";

/** Columns of the histogram at most. */
export const MAX_COLUMNS = 60;

/** What is counted: stretches of so many days each, up to today. */
export interface Days {
  readonly starts: readonly number[];
  readonly size: number;
}

/** What was found in each column. */
export interface Counted {
  readonly counts: readonly number[];
  /** Set when enough was read before all was: what is older was not counted to the end. */
  readonly countedFrom: number | null;
  /** False when columns are told by the places of their events. */
  readonly isExact: boolean;
}

/** The last 60 days, or as far back as the search goes: then several days share a column. */
export function daysOf({ from }: Pick<AuditSearch, "from">, now: number): Days {
  const today = dayFrom(now, 0);
  const usual = dayFrom(now, 1 - MAX_COLUMNS);
  const wished = from === undefined ? usual : typedMoment(from);
  const first = Math.min(usual, Number.isFinite(wished) ? wished : usual);
  let days = MAX_COLUMNS;
  while (dayFrom(today, 1 - days) > first) days += MAX_COLUMNS;
  const size = days / MAX_COLUMNS;
  return { size, starts: Array.from({ length: MAX_COLUMNS }, (_, column) => dayFrom(today, 1 - days + column * size)) };
}

/** Which columns a search is about; null for all. */
export function rangeOf({ from, to }: Pick<AuditSearch, "from" | "to">, { starts }: Days): Range | null {
  if (from === undefined && to === undefined) return null;
  const last = starts.length - 1;
  const first = from === undefined ? 0 : Math.max(0, bucketOf(starts, typedMoment(from)));
  const end = to === undefined ? last : Math.max(0, bucketOf(starts, typedMoment(to)));
  return { from: Math.min(first, last), to: Math.max(Math.min(first, last), end) };
}

/** The days of a range as the address says them; the whole is no days at all. */
export function searchOf(
  range: Range | null,
  { starts, size }: Days,
): { from?: string | undefined; to?: string | undefined } {
  const last = starts.length - 1;
  if (range === null || (range.from === 0 && range.to === last)) return { from: undefined, to: undefined };
  const [first, end] = [starts[range.from] ?? 0, starts[range.to] ?? 0];
  return { from: dayText(first), to: range.to === last ? undefined : dayText(dayFrom(end, size - 1)) };
}

/** The columns with their words. What was not counted says so. */
export function columnsOf({ starts, size }: Days, { counts, countedFrom, isExact }: Counted) {
  const firstWhole = countedFrom === null ? 0 : bucketOf(starts, countedFrom) + 1;
  return starts.map((start, column) => {
    const label = size === 1 ? shortDay(start) : `${shortDay(start)} – ${shortDay(dayFrom(start, size - 1))}`;
    const found = counts[column] ?? 0;
    const about = isExact ? "" : "about ";
    const words =
      column < firstWhole
        ? `${label}: ${found} or more, not counted to the end`
        : `${label}: ${about}${count(found, "event")}`;
    return { label, values: [found], words };
  });
}

/** What the columns come to. */
export function histogramTitle({ size }: Days, { counts, countedFrom, isExact }: Counted): string {
  const total = counts.reduce((sum, value) => sum + value, 0);
  const number = countedFrom === null ? count(total, "event") : `${total.toLocaleString("en-GB")} or more events`;
  return `${isExact ? "" : "About "}${number} in ${size * MAX_COLUMNS} days`;
}
