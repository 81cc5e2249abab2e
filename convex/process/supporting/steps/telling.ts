/** Who hears of what happens in a ticket. Of an internal note only those it mentions do. */

import type { Doc, Id } from "../../../_generated/dataModel";
import { notify } from "../../../core/notifications/model";
import { participantsOf, type ReadTicket } from "../../../core/tickets/model";
import { partsOf } from "../../../core/tickets/together";
import { replaceFiles, withoutMarks, withoutQuotes } from "../../../lib/pure/marks";
import { shorten } from "../../../lib/pure/text";
import { anchorOf } from "../../../site/anchors";
import { pathTo } from "../../../site/links";
import type { Step } from "../../steps/step";
import { agentsFor, answersIt } from "./agents";

/** How much of an answer a notice quotes. */
export const QUOTED = 200;

/** What a notice says of what was said: its own words without their marks, what they quote and what files are called. */
export function quoteOf(body: string): string {
  return shorten(withoutMarks(replaceFiles(withoutQuotes(body), () => "")), QUOTED);
}

/** What those in a ticket are notified of. */
export const PARTY_KINDS = ["ticket.answered", "ticket.asked", "ticket.reminded", "ticket.shared"] as const;

type Telling = Pick<Step, "ctx" | "at">;

interface AnswerNotice {
  readonly messageId: Id<"ticketMessages">;
  readonly by: Id<"people">;
  readonly title: string;
  readonly body: string;
  /** The requester has the next step from then on. */
  readonly asks?: boolean;
}

/** What a notice about a ticket says in any case; about something that was said, it leads there (S40). */
function noticeOf({ _id, key, title }: Doc<"tickets">, messageId?: Id<"ticketMessages">) {
  return {
    subject: { type: "ticket", id: _id, label: `${key} ${title}` },
    to: pathTo("ticket", { id: key }, {}, messageId && anchorOf("message", messageId)),
  };
}

/** A new ticket: those who answer it hear of it, never its requester, nor whoever made it one. */
export async function tellNew({ ctx, at }: Telling, ticket: Doc<"tickets">, by?: Id<"people">): Promise<void> {
  const title = `${ticket.key}: ${ticket.title}`;
  for (const { _id: recipientId } of await agentsFor(ctx, ticket))
    if (recipientId !== by) await notify(ctx, { ...noticeOf(ticket), recipientId, kind: "ticket.created", title, at });
}

/** What an agent said to everybody in the ticket: requester and participants hear of it, and whom it asks. */
export async function tellAnswer(
  { ctx, at }: Telling,
  { ticket, participants }: Pick<ReadTicket, "ticket" | "participants">,
  { messageId, by, title, body, asks = false }: AnswerNotice,
): Promise<void> {
  for (const recipientId of partiesOf({ ticket, participants })) {
    if (recipientId === by) continue;
    const words =
      asks && recipientId === ticket.requesterId
        ? { kind: "ticket.asked", title: `Support needs your answer in ${ticket.key}` }
        : { kind: "ticket.answered", title };
    await notify(ctx, { ...noticeOf(ticket, messageId), ...words, recipientId, body: quoteOf(body), at });
  }
}

/** The requester has the next step, for the first time or still. */
export async function tellTurn(
  { ctx, at }: Telling,
  ticket: Doc<"tickets">,
  kind: "ticket.asked" | "ticket.reminded",
): Promise<void> {
  const { key, requesterId: recipientId } = ticket;
  const title = `${key} ${kind === "ticket.asked" ? "is waiting" : "is still waiting"} for your answer`;
  await notify(ctx, { ...noticeOf(ticket), recipientId, kind, title, at });
}

/** Nobody answered: requester and participants hear that the ticket is resolved. */
export async function tellSilence({ ctx, at }: Telling, read: Pick<ReadTicket, "ticket" | "participants">) {
  const { key } = read.ticket;
  const title = `${key} is resolved: support got no answer. A reply within 7 days reopens it`;
  for (const recipientId of partiesOf(read))
    await notify(ctx, { ...noticeOf(read.ticket), recipientId, kind: "ticket.answered", title, at });
}

/** What requester or participants said: whoever has the ticket and still answers it hears of it, without such a one all who do. */
export async function tellReply(
  { ctx, at }: Telling,
  ticket: Doc<"tickets">,
  { messageId, by, body, isThanks }: Omit<AnswerNotice, "title" | "asks"> & { readonly isThanks: boolean },
): Promise<void> {
  for (const { _id: recipientId } of await whoHas(ctx, ticket))
    if (recipientId !== by && recipientId !== ticket.requesterId)
      await notify(ctx, {
        ...noticeOf(ticket, messageId),
        recipientId,
        kind: "ticket.replied",
        title: isThanks ? `Thanks in ${ticket.key}` : `New reply in ${ticket.key}`,
        body: quoteOf(body),
        at,
      });
}

/** A ticket carries on in another, or again in itself: its parties hear of it, by key only of what they read. */
export async function tellCarriesOn(
  { ctx, at }: Telling,
  { ticket, participants }: Pick<ReadTicket, "ticket" | "participants">,
  into: Pick<ReadTicket, "ticket" | "participants"> | null,
  by: Id<"people">,
): Promise<void> {
  const readers = into && partiesOf(into);
  for (const recipientId of partiesOf({ ticket, participants })) {
    if (recipientId === by) continue;
    const where = into && readers?.includes(recipientId) ? into.ticket.key : "another ticket";
    const title = into ? `${ticket.key} continues in ${where}` : `${ticket.key} is a separate conversation again`;
    await notify(ctx, { ...noticeOf(ticket), recipientId, kind: "ticket.answered", title, at });
  }
}

/** A ticket is resolved: who takes part in a part of it alone hears that, and not what was said in a ticket they do not read. */
export async function tellPartsResolved(
  { ctx, at }: Telling,
  read: Pick<ReadTicket, "ticket" | "participants">,
  by: Id<"people"> | null,
): Promise<void> {
  const notified = new Set([by, ...partiesOf(read)]);
  for (const ticket of await partsOf(ctx, read.ticket._id))
    for (const recipientId of partiesOf({ ticket, participants: await participantsOf(ctx, ticket._id) })) {
      if (notified.has(recipientId)) continue;
      notified.add(recipientId);
      const title = `${ticket.key} is resolved`;
      await notify(ctx, { ...noticeOf(ticket), recipientId, kind: "ticket.answered", title, at });
    }
}

function partiesOf({ ticket, participants }: Pick<ReadTicket, "ticket" | "participants">): Id<"people">[] {
  return [ticket.requesterId, ...participants.map(({ personId }) => personId)];
}

/** Somebody takes part in a ticket from now on. */
export async function tellShared({ ctx, at }: Telling, ticket: Doc<"tickets">, recipientId: Id<"people">) {
  const title = `You were added to ${ticket.key}`;
  await notify(ctx, { ...noticeOf(ticket), recipientId, kind: "ticket.shared", title, at });
}

/** An agent wrote a ticket for somebody. */
export async function tellOpened({ ctx, at }: Telling, ticket: Doc<"tickets">): Promise<void> {
  const title = `Support opened ${ticket.key} for you`;
  const body = shorten(ticket.title, QUOTED);
  await notify(ctx, { ...noticeOf(ticket), recipientId: ticket.requesterId, kind: "ticket.answered", title, body, at });
}

/** What somebody wrote in a ticket is one of its own from now on. */
export async function tellSplit({ ctx, at }: Telling, ticket: Doc<"tickets">, from: string): Promise<void> {
  const title = `What you wrote in ${from} is now ${ticket.key}`;
  await notify(ctx, { ...noticeOf(ticket), recipientId: ticket.requesterId, kind: "ticket.answered", title, at });
}

/** What agents alone hear of a ticket. */
interface AgentNotice {
  readonly kind: "ticket.proven" | "ticket.overdue" | "ticket.mailHeld";
  readonly wordsFor: (agent: Doc<"people">) => string;
}

/** Whoever has a ticket and still answers it; without such a one all who answer it. */
async function whoHas(ctx: Telling["ctx"], ticket: Doc<"tickets">): Promise<readonly Doc<"people">[]> {
  const assignee = ticket.assigneeId ? await ctx.db.get(ticket.assigneeId) : null;
  return assignee !== null && (await answersIt(ctx, ticket, assignee)) ? [assignee] : await agentsFor(ctx, ticket);
}

/** Notifies them. */
export async function tellAnswering(
  { ctx, at }: Telling,
  ticket: Doc<"tickets">,
  { kind, wordsFor }: AgentNotice,
): Promise<void> {
  for (const agent of await whoHas(ctx, ticket))
    await notify(ctx, { ...noticeOf(ticket), recipientId: agent._id, kind, title: wordsFor(agent), at });
}

/** A ticket was handed to a team: those of it who answer the ticket hear of it. */
export async function tellHanded(
  { ctx, at }: Telling,
  ticket: Doc<"tickets">,
  { agents, team, by }: { readonly agents: readonly Doc<"people">[]; readonly team: string; readonly by: Id<"people"> },
): Promise<void> {
  const title = `${ticket.key} was handed to the ${team}`;
  for (const { _id: recipientId } of agents)
    if (recipientId !== by) await notify(ctx, { ...noticeOf(ticket), recipientId, kind: "ticket.handed", title, at });
}

/** An agent was given a ticket by somebody else. */
export async function tellAssigned({ ctx, at }: Telling, ticket: Doc<"tickets">, recipientId: Id<"people">) {
  const title = `${ticket.key} was assigned to you`;
  await notify(ctx, { ...noticeOf(ticket), recipientId, kind: "ticket.assigned", title, at });
}

interface MentionedIn {
  readonly messageId: Id<"ticketMessages">;
  readonly recipientId: Id<"people">;
  readonly by: string;
}

/** An internal note mentions an agent. It is read in the ticket alone: the notice quotes nothing of it (S36). */
export async function tellMentioned(
  { ctx, at }: Telling,
  ticket: Doc<"tickets">,
  { messageId, recipientId, by }: MentionedIn,
): Promise<void> {
  const title = `${by} mentioned you in an internal note of ${ticket.key}`;
  await notify(ctx, { ...noticeOf(ticket, messageId), recipientId, kind: "ticket.mentioned", title, at });
}
