/** Tickets of one matter become one conversation, and two again: a merge moves a pointer, never a word (S2). */

import { currentHours } from "../../core/supportHours/model";
import { dueOf } from "../../core/tickets/clock";
import type { ReadTicket } from "../../core/tickets/model";
import { UNFINISHED, whyNotMerge, whyNotUnmerge } from "../../core/tickets/rules";
import { partsOf } from "../../core/tickets/together";
import { waitFieldsOf } from "../../core/tickets/waits";
import { refuse, refuseIf } from "../../lib/errors";
import { refuseMove } from "./steps/ended";
import { asAgentOf, noteIn, recordOf, type TicketStep } from "./steps/step";
import { tellCarriesOn } from "./steps/telling";
import { endWaitMeanwhile } from "./waits/waiting";

/** Merges a ticket into another, which its agent answers too. Those of two requesters are merged only where said. */
export async function merge(
  step: TicketStep,
  read: ReadTicket,
  into: ReadTicket,
  acrossRequesters: boolean,
): Promise<void> {
  const { ctx, at, person } = step;
  const { ticket } = read;
  asAgentOf(read);
  asAgentOf(into);
  await refuseMove(ctx, ticket, "merge");
  const parts = (await partsOf(ctx, ticket._id)).length + (await partsOf(ctx, into.ticket._id)).length + 2;
  refuseIf(whyNotMerge(ticket, into.ticket, parts));
  if (ticket.requesterId !== into.ticket.requesterId && !acrossRequesters)
    refuse({ code: "not-eligible", message: "Two people wrote them. Confirm that you want to merge them anyway." });
  const { state, updatedAt, dueAt, pausedSeconds, pausedSince, turnAt } = ticket;
  await ctx.db.patch(ticket._id, {
    state: "merged",
    mergedIntoId: into.ticket._id,
    mergedAt: at,
    beforeMerge: {
      state,
      updatedAt,
      dueAt,
      pausedSeconds,
      ...(pausedSince !== undefined && { pausedSince }),
      ...(turnAt !== undefined && { turnAt }),
      ...waitFieldsOf(ticket),
    },
    pausedSince: pausedSince ?? at,
    alarmAt: undefined,
    turnAt: undefined,
    waitsForId: undefined,
    waitsForTaskId: undefined,
    silence: undefined,
    updatedAt: at,
  });
  await noteIn(step, ticket._id, `Merged into ${into.ticket.key}.`);
  await noteIn(step, into.ticket._id, `Merged ${ticket.key} into this ticket.`);
  await recordOf(step, [ticket, into.ticket], "ticket.merged");
  await tellCarriesOn(step, read, into, person._id);
}

/** Undoes a merge: the ticket is what it was before, with what its requester said since; a request it waited for may have ended. */
export async function unmerge(step: TicketStep, read: ReadTicket): Promise<void> {
  const { ctx, at, person } = step;
  const { ticket } = read;
  asAgentOf(read);
  refuseIf(whyNotUnmerge(ticket, at));
  const { beforeMerge, mergedIntoId } = ticket;
  const target = mergedIntoId && (await ctx.db.get(mergedIntoId));
  if (!beforeMerge || !target) refuse({ code: "not-found" });
  const { dueAt, ...before } = beforeMerge;
  // What is due is counted anew: hours and targets may be others by now (S8). What is over stays as it was.
  const due = UNFINISHED.includes(before.state) ? dueOf(await currentHours(ctx), { ...ticket, ...before }) : { dueAt };
  await ctx.db.patch(ticket._id, {
    mergedIntoId: undefined,
    mergedAt: undefined,
    beforeMerge: undefined,
    pausedSince: undefined,
    ...before,
    ...due,
  });
  await noteIn(step, ticket._id, `No longer merged into ${target.key}.`);
  await noteIn(step, target._id, `${ticket.key} is no longer merged into this ticket.`);
  await recordOf(step, [ticket, target], "ticket.unmerged");
  await tellCarriesOn(step, read, null, person._id);
  await endWaitMeanwhile(step, ticket._id);
}
