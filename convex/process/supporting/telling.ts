/** Who hears of what happens in a ticket. Of an internal note nobody does. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { notify } from "../../core/notifications/model";
import { activeHoldersOf } from "../../core/people/model";
import type { ReadTicket } from "../../core/tickets/model";
import { shorten } from "../../lib/pure/text";
import { pathTo } from "../../site/links";
import type { Step } from "../steps/step";

/** Agents who hear of one ticket, at most, and how much of an answer a notice quotes. */
const MAX_AGENTS = 50;
const QUOTED = 200;

type Telling = Pick<Step, "ctx" | "at">;

/** The people who answer tickets. */
async function agents(ctx: Pick<QueryCtx, "db">): Promise<Doc<"people">[]> {
  const admins = await activeHoldersOf(ctx, "admin", MAX_AGENTS);
  return admins.length > 0 ? admins : await activeHoldersOf(ctx, "superAdmin", MAX_AGENTS);
}

function noticeOf({ _id, key, title }: Doc<"tickets">) {
  return {
    subject: { type: "ticket", id: _id, label: `${key} ${title}` },
    to: pathTo("ticket", { id: key }),
  };
}

/** A new ticket: whoever answers tickets hears of it, never its requester. */
export async function tellNew({ ctx, at }: Telling, ticket: Doc<"tickets">): Promise<void> {
  for (const { _id } of await agents(ctx)) {
    if (_id === ticket.requesterId) continue;
    const title = `${ticket.key}: ${ticket.title}`;
    await notify(ctx, { ...noticeOf(ticket), recipientId: _id, kind: "ticket.created", title, at });
  }
}

/** What an agent said to everybody in the ticket: requester and participants hear of it. */
export async function tellAnswer(
  { ctx, at }: Telling,
  { ticket, participants }: Pick<ReadTicket, "ticket" | "participants">,
  { by, title, body }: { readonly by: Id<"people">; readonly title: string; readonly body: string },
): Promise<void> {
  for (const recipientId of [ticket.requesterId, ...participants.map(({ personId }) => personId)])
    if (recipientId !== by)
      await notify(ctx, {
        ...noticeOf(ticket),
        recipientId,
        kind: "ticket.answered",
        title,
        body: shorten(body, QUOTED),
        at,
      });
}

/** What requester or participants said: the agent who has the ticket hears of it, without one all agents. */
export async function tellReply(
  { ctx, at }: Telling,
  ticket: Doc<"tickets">,
  { by, body }: { readonly by: Id<"people">; readonly body: string },
): Promise<void> {
  const recipients = ticket.assigneeId ? [ticket.assigneeId] : (await agents(ctx)).map(({ _id }) => _id);
  for (const recipientId of recipients)
    if (recipientId !== by && recipientId !== ticket.requesterId)
      await notify(ctx, {
        ...noticeOf(ticket),
        recipientId,
        kind: "ticket.replied",
        title: `New reply in ${ticket.key}`,
        body: shorten(body, QUOTED),
        at,
      });
}

/** An agent was given a ticket by somebody else. */
export async function tellAssigned({ ctx, at }: Telling, ticket: Doc<"tickets">, recipientId: Id<"people">) {
  const title = `${ticket.key} was assigned to you`;
  await notify(ctx, { ...noticeOf(ticket), recipientId, kind: "ticket.assigned", title, at });
}
