/** Events that one transaction wrote belong together: a list shows them as one row, led by the event that caused it. */

import type { AuditEventFields } from "../table";
import type { ActionCount } from "./sentences";

type Written = Pick<AuditEventFields, "occurredAt" | "sequence" | "origin" | "action"> & {
  readonly actor?: Pick<AuditEventFields["actor"], "personId">;
};

/**
 * Whether two events were written together. A transaction has one time, one call behind it, and at most one person;
 * where nothing is kept of the call, its events follow each other.
 */
export function isSameTransaction(one: Written, other: Written): boolean {
  if (one.occurredAt !== other.occurredAt) return false;
  const [person, otherPerson] = [one.actor?.personId, other.actor?.personId];
  if (person !== undefined && otherPerson !== undefined && person !== otherPerson) return false;
  const [call, otherCall] = [callOf(one), callOf(other)];
  return call === otherCall && (call !== null || Math.abs(one.sequence - other.sequence) === 1);
}

function callOf({ origin }: Written): string | null {
  return origin?.requestId ?? origin?.jobId ?? null;
}

/** What only prepares: somebody who submits has begun a draft on the way. */
const PREPARING = new Set([
  "request.drafted",
  "request.draftSaved",
  "task.claimed",
  "request.uploadAllowed",
  "ticket.uploadAllowed",
  "idea.uploadAllowed",
]);

/** The event a transaction is told by: the first that does more than prepare. Takes events oldest first. */
export function leadOf<Event extends Written>(events: readonly [Event, ...Event[]]): Event {
  return events.find(({ action }) => !PREPARING.has(action)) ?? events[0];
}

/** The other actions of a transaction, how often each, in the order they came. */
export function othersOf(events: readonly Written[], lead: Written): ActionCount[] {
  const counts = new Map<string, number>();
  for (const { action, sequence } of events)
    if (sequence !== lead.sequence) counts.set(action, (counts.get(action) ?? 0) + 1);
  return [...counts].map(([action, count]) => ({ action, count }));
}
