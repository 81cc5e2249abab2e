/** Who takes part in a ticket beside its requester: added and removed by requester and agents, and free to leave (S5). */

import type { Doc, Id } from "../../_generated/dataModel";
import { can } from "../../access/rules";
import { closeNotices } from "../../core/notifications/model";
import { isOwnOf, MAX_PARTICIPANTS, type ReadTicket } from "../../core/tickets/model";
import { whyNotMove } from "../../core/tickets/rules";
import { refuse, refuseIf } from "../../lib/errors";
import { record, type TicketStep } from "./steps/step";
import { PARTY_KINDS, tellShared } from "./steps/telling";

/** Lets somebody read and reply. Nobody is added who answers tickets: they would answer this one no longer. */
export async function addParticipant(step: TicketStep, read: ReadTicket, personId: Id<"people">): Promise<void> {
  asHost(read);
  refuseIf(whyNotMove(read.ticket.state, "share"));
  const { ctx, at, person } = step;
  const { ticket, participants } = read;
  const added = await ctx.db.get(personId);
  if (added?.status !== "active") refuse({ code: "not-eligible", message: "Only active people can take part." });
  if (can({ ...added, impersonation: null }, "tickets.answer"))
    refuse({ code: "not-eligible", message: "They answer tickets, so they can already read this one." });
  if (await isOwnOf(ctx, read, added)) refuse({ code: "duplicate", message: "They already take part." });
  if (participants.length >= MAX_PARTICIPANTS)
    refuse({
      code: "not-eligible",
      message: `At most ${MAX_PARTICIPANTS} people can take part besides its requester.`,
    });
  await ctx.db.insert("ticketParticipants", { ticketId: ticket._id, personId, addedById: person._id, since: at });
  await record(step, ticket, "ticket.shared", { personId });
  await tellShared(step, ticket, personId);
}

/** Takes somebody out, or lets them leave: they read nothing of it from now on, and unsent mail is not sent. */
export async function removeParticipant(step: TicketStep, read: ReadTicket, personId: Id<"people">): Promise<void> {
  const { ctx, at, person } = step;
  const isSelf = personId === person._id;
  if (!isSelf) asHost(read);
  const row = read.participants.find((one): one is Doc<"ticketParticipants"> => one.personId === personId);
  if (!row) refuse({ code: "not-found" });
  await ctx.db.delete(row._id);
  await record(step, read.ticket, isSelf ? "ticket.left" : "ticket.unshared", { personId });
  const subjectId = read.ticket._id;
  const reason = "You no longer take part in this ticket.";
  await closeNotices(ctx, { subjectId, kinds: PARTY_KINDS, recipientId: personId, reason, at });
}

function asHost({ isRequester, isAgent }: ReadTicket): void {
  if (!isRequester && !isAgent)
    refuse({ code: "not-eligible", message: "Its requester and support decide who takes part." });
}
