/** Who has a ticket: it is claimed, assigned or put back, and each of these is undone (S43). */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../../_generated/dataModel";
import { can } from "../../../access/rules";
import { closeNotices } from "../../../core/notifications/model";
import { isOwnOf, type ReadTicket } from "../../../core/tickets/model";
import { refuse } from "../../../lib/errors";
import { asAgent, takenUp } from "../answering";
import { record, type TicketStep } from "../step";
import { tellAssigned } from "../telling";

const holder = v.union(v.null(), v.id("people"));

/** What an assignment changed: whose the ticket is, whose it was, and whether nobody had taken it up before. */
export const given = v.object({ key: v.string(), to: holder, from: holder, wasNew: v.boolean() });
export type Given = Infer<typeof given>;

/** Gives a ticket to an agent, or to nobody; answers what undoes it. */
export async function assignTicket(step: TicketStep, read: ReadTicket, to: Id<"people"> | null): Promise<Given> {
  asAgent(read, "steer");
  const { ctx, at, person } = step;
  const { ticket } = read;
  if (to !== null) await refuseHolder(step, read, to);
  await ctx.db.patch(ticket._id, {
    assigneeId: to ?? undefined,
    ...(to !== null && { ...(await takenUp(step, ticket)), updatedAt: at }),
  });
  await record(step, ticket, to === null ? "ticket.unassigned" : "ticket.assigned", { assigneeId: to });
  if (ticket.assigneeId !== undefined && ticket.assigneeId !== to)
    await closeAssigned(step, ticket, ticket.assigneeId, to === null ? "Put back" : "Assigned to somebody else");
  if (to !== null && to !== person._id) await tellAssigned(step, ticket, to);
  return { key: ticket.key, to, from: ticket.assigneeId ?? null, wasNew: ticket.state === "new" };
}

/**
 * Undoes that: whoever had the ticket has it again, and one that nobody has answered since is new again. The notice about
 * it goes, and nobody is sent another one. Refused once somebody else was given it, and where it cannot be theirs again.
 */
export async function undoAssign(step: TicketStep, read: ReadTicket, { to, from, wasNew }: Given): Promise<void> {
  asAgent(read, "steer");
  const { ctx, at, person } = step;
  const { ticket } = read;
  if ((ticket.assigneeId ?? null) !== to)
    refuse({ code: "changed-meanwhile", message: "It has been assigned again since." });
  if (from !== null) await refuseHolder(step, read, from);
  const isNew = wasNew && from === null && ticket.state === "open" && ticket.firstResponseAt === undefined;
  await ctx.db.patch(ticket._id, {
    assigneeId: from ?? undefined,
    updatedAt: at,
    ...(isNew && { state: "new" as const }),
  });
  await record(step, ticket, "ticket.assignUndone", { assigneeId: from });
  if (to !== null && to !== person._id) await closeAssigned(step, ticket, to, "Assignment undone");
}

/** The notice of having a ticket asks nothing any more of whoever has it no longer. */
async function closeAssigned(
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
