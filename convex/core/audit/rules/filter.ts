/** What a list of events is narrowed by, and the place in it where a page begins. */

import { v, type Infer } from "convex/values";
import { auditOutcome, type AuditActor, type AuditEventFields } from "../table";
import { eventKindOf } from "./kinds";
import { sentenceText } from "./sentences";

export const auditFilter = v.object({
  /** From this time on. */
  from: v.optional(v.number()),
  /** Up to and with this time. */
  to: v.optional(v.number()),
  /** A person's id, or "system" or "visitor". */
  actor: v.optional(v.string()),
  /** The id of the person who impersonated somebody. */
  impersonator: v.optional(v.string()),
  action: v.optional(v.string()),
  /** A kind of event; one that nobody knows has no events. */
  kind: v.optional(v.string()),
  targetType: v.optional(v.string()),
  targetId: v.optional(v.string()),
  outcome: v.optional(auditOutcome),
  /** Words that actor, action, targets or addresses must hold. */
  text: v.optional(v.string()),
});
export type AuditFilter = Infer<typeof auditFilter>;

/** A place in the audit trail, newest first: what comes after it is older, or was written before it at the same time. */
export const auditPlace = v.object({ occurredAt: v.number(), sequence: v.number() });
export type AuditPlace = Infer<typeof auditPlace>;

/** The longest search text. */
export const MAX_TEXT = 100;

type Event = Omit<AuditEventFields, "hash">;

/** Whether an event is older than a place. */
export function isAfter(place: AuditPlace | null, event: AuditPlace): boolean {
  if (!place) return true;
  return (
    event.occurredAt < place.occurredAt || (event.occurredAt === place.occurredAt && event.sequence < place.sequence)
  );
}

/** Whether an event meets every part of a filter. */
export function meetsFilter(filter: AuditFilter, event: Event): boolean {
  const { from = -Infinity, to = Infinity } = filter;
  if (event.occurredAt < from || event.occurredAt > to) return false;
  if (filter.actor !== undefined && !isActor(event.actor, filter.actor)) return false;
  if (filter.impersonator !== undefined && event.impersonator?.personId !== filter.impersonator) return false;
  if (filter.action !== undefined && event.action !== filter.action) return false;
  if (filter.kind !== undefined && eventKindOf(event.action) !== filter.kind) return false;
  if (filter.outcome !== undefined && event.outcome !== filter.outcome) return false;
  if (!meetsTarget(filter, event)) return false;
  return holdsText(filter.text ?? "", event);
}

function isActor(actor: AuditActor, wanted: string): boolean {
  return wanted === "system" || wanted === "visitor" ? actor.kind === wanted : actor.personId === wanted;
}

function meetsTarget({ targetType, targetId }: AuditFilter, { targets }: Event): boolean {
  if (targetType === undefined && targetId === undefined) return true;
  return targets.some(
    ({ type, id }) => (targetType === undefined || type === targetType) && (targetId === undefined || id === targetId),
  );
}

/** Whether every word of a text stands somewhere in an event's sentence, or in what its row shows. */
export function holdsText(text: string, event: Event): boolean {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return true;
  const { actor, impersonator, action, targets, context, origin } = event;
  const shown = [
    actor.label,
    impersonator?.label ?? "",
    action,
    sentenceText(event),
    ...targets.flatMap(({ type, id, label }) => [type, id, label ?? ""]),
    origin?.ip ?? "",
    String(context["ip"] ?? ""),
  ];
  const hay = shown.join(" ").toLowerCase();
  return words.every((word) => hay.includes(word));
}
