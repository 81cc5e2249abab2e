/**
 * Events a list tells in one row, with their number, while nothing else happened between them: they would fill screens,
 * and each says the same. What was searched or asked for is never folded.
 */

import type { AuditEventFields } from "../table";
import type { AuditFilter } from "./filter";
import { isSameTransaction } from "./transactions";

type Event = Pick<AuditEventFields, "action" | "outcome" | "occurredAt" | "sequence" | "origin" | "actor">;

/** How several of them are told. */
const FOLDED: Readonly<Record<string, string>> = { "mail.delivered": "mails were delivered" };

/** Whether an event shares a row with those of its action beside it. */
export function isFolded(
  { action, targetType, text }: AuditFilter,
  event: Pick<AuditEventFields, "action" | "outcome">,
): boolean {
  const isLookedFor = action !== undefined || targetType !== undefined || text !== undefined;
  return !isLookedFor && event.outcome === "success" && event.action in FOLDED;
}

/** Whether an event belongs to the row of the one after it: they are folded, or one transaction wrote them. */
export function isOneRow(filter: AuditFilter, later: Event, event: Event): boolean {
  const [isLaterFolded, isThisFolded] = [isFolded(filter, later), isFolded(filter, event)];
  if (isLaterFolded && isThisFolded) return later.action === event.action;
  return !isLaterFolded && !isThisFolded && isSameTransaction(later, event);
}

/** A row of several: "12 mails were delivered". */
export function foldedWords(action: string, count: number): string {
  return `${count.toLocaleString("en-GB")} ${FOLDED[action] ?? "events"}`;
}
