/** Who ended a ticket: agents who come too late for it are told, as they read in it anyway. */

import type { Doc } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { targetKey } from "../../../core/audit/model";
import { nameOf } from "../../../core/people/model";
import { ticketTarget } from "../../../core/tickets/model";
import { type TicketMove, whyNotMove } from "../../../core/tickets/rules";
import { refuse } from "../../../lib/errors";

type ReadCtx = Pick<QueryCtx, "db">;

/** More than happens to a ticket in one moment. */
const AT_ONCE = 20;

/** What resolved it, in words after a name. */
const RESOLVED: Readonly<Record<string, (key: string) => string>> = {
  "ticket.resolved": (key) => `resolved ${key}`,
  "ticket.solved": (key) => `marked ${key} as solved`,
};
/** What merged it. Also the ticket it was merged into has that event. */
const MERGED: typeof RESOLVED = { "ticket.merged": (key) => `merged ${key}` };

/** Refuses what cannot be done with a ticket as it stands; says who ended it where a person did. */
export async function refuseMove(ctx: ReadCtx, ticket: Doc<"tickets">, move: TicketMove): Promise<void> {
  const refusal = whyNotMove(ticket.state, move);
  if (refusal === null) return;
  const ended = await endingOf(ctx, ticket);
  refuse(ended === null ? refusal : { ...refusal, message: `${ended} in the meantime. Read it again.` });
}

/** "Kim Tester resolved TKT-12"; null where nobody ended it, or the clock did. */
async function endingOf(ctx: ReadCtx, ticket: Doc<"tickets">): Promise<string | null> {
  const { key, state, resolvedAt, mergedAt } = ticket;
  const [at, did] = state === "merged" ? [mergedAt, MERGED] : state === "resolved" ? [resolvedAt, RESOLVED] : [];
  if (at === undefined || did === undefined) return null;
  const entries = await ctx.db
    .query("auditTargets")
    .withIndex("by_key", (q) => q.eq("key", targetKey(ticketTarget(ticket))).eq("occurredAt", at))
    .take(AT_ONCE);
  for (const { eventId } of entries) {
    const event = await ctx.db.get(eventId);
    const words = event && did[event.action];
    if (words && event.actor.personId) return `${await nameOf(ctx, event.actor.personId)} ${words(key)}`;
  }
  return null;
}
