/** Who has a ticket: it is claimed, assigned or put back, and each of these is undone (S43). */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../../_generated/dataModel";
import { can } from "../../../access/rules";
import { closeNotices } from "../../../core/notifications/model";
import { isOwnOf, type ReadTicket } from "../../../core/tickets/model";
import { whyNotUndo } from "../../../core/tickets/rules/giving";
import { refuse, refuseIf } from "../../../lib/errors";
import { asAgent, takenUp } from "../answering";
import { record, type TicketStep } from "../steps/step";
import { tellAssigned } from "../steps/telling";

/** What names a claim or an assignment to undo it: the ticket, and the place of the event in the audit trail. */
export const given = v.object({ key: v.string(), event: v.number() });
export type Given = Infer<typeof given>;

/** Gives a ticket to an agent, or to nobody; answers what undoes it. */
export async function assignTicket(step: TicketStep, read: ReadTicket, to: Id<"people"> | null): Promise<Given> {
  await asAgent(step, read, "steer");
  const { ctx, at, person } = step;
  const { ticket } = read;
  const { key, assigneeId: from } = ticket;
  if (to !== null) await refuseHolder(step, read, to);
  const event = await record(step, ticket, to === null ? "ticket.unassigned" : "ticket.assigned", { assigneeId: to });
  await ctx.db.patch(ticket._id, {
    assigneeId: to ?? undefined,
    lastGiven: {
      event,
      at,
      byId: person._id,
      wasNew: ticket.state === "new",
      ...(to && { to }),
      ...(from && { from }),
    },
    ...(to !== null && { ...(await takenUp(step, ticket)), updatedAt: at }),
  });
  if (from !== undefined && from !== to)
    await closeAssigned(step, ticket, from, to === null ? "Put back" : "Assigned to somebody else");
  if (to !== null && to !== person._id) await tellAssigned(step, ticket, to);
  return { key, event };
}

/**
 * Undoes that, by what the ticket says it changed: whoever had the ticket has it again, and one that nobody has answered
 * since is new again. The notice about it goes, and nobody is sent another one. Refused where it cannot be theirs again.
 */
export async function undoAssign(step: TicketStep, read: ReadTicket, { event }: Given): Promise<void> {
  await asAgent(step, read, "steer");
  const { ctx, at, person } = step;
  const { ticket } = read;
  const { lastGiven, state, firstResponseAt } = ticket;
  refuseIf(whyNotUndo(ticket, { event, personId: person._id, at }));
  const { to, from, wasNew } = lastGiven ?? refuse({ code: "changed-meanwhile" });
  if (from !== undefined) await refuseHolder(step, read, from);
  const isNew = wasNew && from === undefined && state === "open" && firstResponseAt === undefined;
  await ctx.db.patch(ticket._id, {
    assigneeId: from,
    lastGiven: undefined,
    updatedAt: at,
    ...(isNew && { state: "new" as const }),
  });
  await record(step, ticket, "ticket.assignUndone", { assigneeId: from ?? null });
  if (to !== undefined && to !== person._id) await closeAssigned(step, ticket, to, "Assignment undone");
}

/** The notice of having a ticket asks nothing any more of whoever has it no longer. */
export async function closeAssigned(
  { ctx, at }: TicketStep,
  { _id: subjectId }: Pick<Doc<"tickets">, "_id">,
  recipientId: Id<"people">,
  reason: string,
): Promise<void> {
  await closeNotices(ctx, { subjectId, kinds: ["ticket.assigned"], recipientId, reason, at });
}

async function refuseHolder({ ctx }: TicketStep, read: ReadTicket, personId: Id<"people">): Promise<void> {
  const holds = await ctx.db.get(personId);
  const answers = holds !== null && can({ ...holds, impersonation: null }, "tickets.answer");
  if (!answers || (await isOwnOf(ctx, read, holds)))
    refuse({ code: "not-eligible", message: "They cannot answer this ticket." });
}
