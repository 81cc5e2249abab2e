/** What screens are shown of an event. Secrets were masked before it was written. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import { auditPlace, type AuditFilter } from "../../core/audit/rules/filter";
import { isFolded } from "../../core/audit/rules/folding";
import { leadOf, othersOf } from "../../core/audit/rules/transactions";
import { auditActor, auditChange, auditOutcome, auditTarget, type AuditActor } from "../../core/audit/table";
import { jsonObject, nullableString, nullableTimestamp, timestamp } from "../../lib/validators";
import type { EventPage, Transaction } from "./reading";

/** Somebody as a row names them; the session behind them is nobody's business. */
const shownActor = v.object({
  kind: auditActor.fields.kind,
  personId: v.union(v.id("people"), v.null()),
  label: v.string(),
});

/** What an event is about; `address` is how addresses name it, where that is not its id. */
export const shownTarget = v.object({ ...auditTarget.fields, address: v.optional(v.string()) });
export type ShownTarget = Infer<typeof shownTarget>;

const rowFields = {
  id: v.id("auditEvents"),
  sequence: v.number(),
  occurredAt: timestamp,
  action: v.string(),
  outcome: auditOutcome,
  actor: shownActor,
  impersonator: v.union(shownActor, v.null()),
  targets: v.array(shownTarget),
};
/** An event as a row of a list. */
export const eventRow = v.object(rowFields);
export type EventRow = Infer<typeof eventRow>;

/**
 * A row of a list: the event a transaction is told by, and what else was written with it. Or a run of events that are
 * folded: named by the oldest, so that it stays the same row while it grows, at the time of the newest.
 */
export const transactionRow = v.object({
  ...rowFields,
  others: v.array(v.object({ action: v.string(), count: v.number() })),
  folded: v.union(v.null(), v.object({ count: v.number(), since: timestamp })),
});
export type TransactionRow = Infer<typeof transactionRow>;

/** An event with what it changed: a line of a history. */
export const eventEntry = v.object({ ...rowFields, changes: v.array(auditChange) });
export type EventEntry = Infer<typeof eventEntry>;

/** Where an event came from, and through which session: the last characters tell sessions apart and open nothing. */
const shownOrigin = v.object({
  ip: nullableString,
  userAgent: nullableString,
  session: nullableString,
  requestId: nullableString,
  jobId: nullableString,
});

/** An event in full. */
export const eventDetail = v.object({
  ...rowFields,
  changes: v.array(auditChange),
  context: jsonObject,
  origin: v.union(shownOrigin, v.null()),
  version: v.number(),
  hash: nullableString,
  removedAt: nullableTimestamp,
});
/** An event in full with what was written in the same transaction, oldest first, itself among it. */
export const openedEvent = v.object({ ...eventDetail.fields, together: v.array(eventRow) });
export type EventDetail = Infer<typeof eventDetail>;

/** A page of rows. */
export const rowPage = v.object({
  events: v.array(transactionRow),
  next: v.union(auditPlace, v.null()),
  lookedBackTo: nullableTimestamp,
});
/** A page of a history. */
export const entryPage = v.object({
  events: v.array(eventEntry),
  next: v.union(auditPlace, v.null()),
  lookedBackTo: nullableTimestamp,
});
export type EntryPage = Infer<typeof entryPage>;

type Event = Doc<"auditEvents">;

export function rowOf({
  _id: id,
  sequence,
  occurredAt,
  action,
  outcome,
  actor,
  impersonator,
  targets,
}: Event): EventRow {
  return {
    id,
    sequence,
    occurredAt,
    action,
    outcome,
    actor: shown(actor),
    impersonator: impersonator ? shown(impersonator) : null,
    targets,
  };
}

export function entryOf(event: Event): EventEntry {
  return { ...rowOf(event), changes: event.changes };
}

/** A transaction by the event that tells it, or a run of those that the filter lets be folded. */
export function transactionOf(filter: AuditFilter, events: Transaction): TransactionRow {
  const [oldest] = events;
  if (events.length > 1 && isFolded(filter, oldest)) {
    const { occurredAt } = events.at(-1) ?? oldest;
    const folded = { count: events.length, since: oldest.occurredAt };
    return { ...rowOf(oldest), occurredAt, others: [], folded };
  }
  const lead = leadOf(events);
  return { ...rowOf(lead), others: othersOf(events, lead), folded: null };
}

export function detailOf(event: Event): EventDetail {
  const { changes, context, version, hash = null, removedAt = null } = event;
  return {
    ...rowOf(event),
    changes,
    context,
    origin: shownOriginOf(event),
    version,
    hash,
    removedAt,
  };
}

/** A page of a history as screens get it. */
export function entryPageOf({ events, next, lookedBackTo }: EventPage): EntryPage {
  return { events: events.map(entryOf), next, lookedBackTo };
}

function shown({ kind, personId, label }: AuditActor): Infer<typeof shownActor> {
  return { kind, personId: personId ?? null, label };
}

const SESSION_CHARACTERS = 6;

function shownOriginOf({ actor, origin }: Event): EventDetail["origin"] {
  const session = actor.sessionId?.slice(-SESSION_CHARACTERS) ?? null;
  if (!origin && session === null) return null;
  const { ip = null, userAgent = null, requestId = null, jobId = null } = origin ?? {};
  return { ip, userAgent, session, requestId, jobId };
}
