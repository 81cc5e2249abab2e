/**
 * A requester shares a ticket with the business area they are in: its people read it and write nothing (S24). Whoever
 * leaves the area reads it no longer, and nobody does once its requester left.
 */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { currentArea, currentAreaId } from "../../core/people/mergedAreas";
import { isSharedWith, type ReadTicket } from "../../core/tickets/model";
import { whyNotMove } from "../../core/tickets/rules";
import { refuse, refuseIf } from "../../lib/errors";
import { record, type TicketStep } from "./steps/step";

/** The area a ticket is shared with, or could be; null where neither. */
export const sharedArea = v.union(
  v.null(),
  v.object({ name: v.string(), isShared: v.boolean(), canShare: v.boolean(), canEnd: v.boolean() }),
);

/** Lets the area of its requester read a ticket. Theirs alone to say. */
export async function shareWithArea(step: TicketStep, { ticket, isRequester }: ReadTicket): Promise<void> {
  if (!isRequester) refuse({ code: "not-eligible", message: "Only its requester can share a ticket with their area." });
  refuseIf(whyNotMove(ticket.state, "share"));
  const areaId = await currentAreaId(step.ctx, step.person.businessAreaId);
  if (areaId === undefined) refuse({ code: "not-eligible", message: "You do not belong to a business area." });
  if (await isSharedWith(step.ctx, ticket, step.person)) return;
  await step.ctx.db.patch(ticket._id, { sharedAreaId: areaId, sharedAreaAt: step.at });
  await record(step, ticket, "ticket.areaShared", { areaId });
}

/** Ends that: nobody of the area reads it for being in it. */
export async function unshareWithArea(step: TicketStep, { ticket, ...read }: ReadTicket): Promise<void> {
  if (!read.isRequester && !read.isAgent)
    refuse({ code: "not-eligible", message: "Its requester and support decide who can read a ticket." });
  const { sharedAreaId } = ticket;
  if (sharedAreaId === undefined) return;
  await step.ctx.db.patch(ticket._id, { sharedAreaId: undefined, sharedAreaAt: undefined });
  await record(step, ticket, "ticket.areaUnshared", { areaId: sharedAreaId });
}

/** The area as somebody sees it who reads the ticket. */
export async function sharedAreaOf(
  ctx: Pick<QueryCtx, "db">,
  { ticket, isRequester, isAgent }: ReadTicket,
  person: Doc<"people">,
): Promise<Infer<typeof sharedArea>> {
  const requester = isRequester ? person : await ctx.db.get(ticket.requesterId);
  const isShared = requester !== null && (await isSharedWith(ctx, ticket, requester));
  const canShare = isRequester && !isShared && whyNotMove(ticket.state, "share") === null;
  const area = isShared || canShare ? await currentArea(ctx, requester?.businessAreaId) : null;
  return area && { name: area.name, isShared, canShare, canEnd: isShared && (isRequester || isAgent) };
}
