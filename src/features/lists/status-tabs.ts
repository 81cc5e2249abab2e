/** The parts of a queue people work by, as sets of statuses. */

import { isOpen } from "../../../convex/core/requests/rules";
import { LISTED_REQUEST_STATUSES, LISTED_TASK_STATUSES } from "../../../convex/core/shared/rules/listed";
import { listOf, textOf } from "../../components/listing/address";
import type { StatusTab } from "../../ui/list/status-tabs";
import type { StatusCount } from "./api";

/** A part: every status, one of them, or those that belong together. */
export interface QueuePart {
  readonly label: string;
  /** Empty for all of them. */
  readonly statuses: readonly string[];
}

const one = (status: string): QueuePart => ({ label: status, statuses: [status] });
const ALL: QueuePart = { label: "All", statuses: [] };
const open = LISTED_REQUEST_STATUSES.filter(isOpen);

export const REQUEST_PARTS: readonly QueuePart[] = [
  ALL,
  { label: "Open", statuses: open },
  ...open.map(one),
  { label: "Ended", statuses: LISTED_REQUEST_STATUSES.filter((status) => !isOpen(status)) },
];
export const TASK_PARTS: readonly QueuePart[] = [ALL, ...LISTED_TASK_STATUSES.map(one)];

/** The parts as tabs, each with the sum of its statuses; all of them without one where it would only be a part of it. */
export function tabsOf(parts: readonly QueuePart[], counts: readonly StatusCount[] | undefined): StatusTab<string>[] {
  return parts.map(({ label, statuses }) => {
    const own = counts?.filter(({ status }) => statuses.length === 0 || statuses.includes(status));
    const counted = own && {
      count: own.reduce((sum, { count }) => sum + count, 0),
      isExact: own.every(({ isExact }) => isExact),
    };
    const isPartial = statuses.length === 0 && counted?.isExact === false;
    return { key: label, label, counted: isPartial ? undefined : counted };
  });
}

/** The part an address shows; null when its statuses are none of them. */
export function partOf(parts: readonly QueuePart[], status: string | undefined): string | null {
  const named = listOf(status).toSorted();
  const found = parts.find(({ statuses }) => statuses.toSorted().join() === named.join());
  return found?.label ?? null;
}

/** What the address says of a part. */
export function statusOf(parts: readonly QueuePart[], label: string): string | undefined {
  return textOf(parts.find((part) => part.label === label)?.statuses ?? []);
}
