/**
 * Mail about the answers in a ticket: to each of its parties by themselves, with what everybody in it reads, and as one
 * conversation in their mail program (S25).
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { queueMail } from "../../core/notifications/outbox";
import { MAIL_DELAY_MS } from "../../core/notifications/rules";
import { nameOf } from "../../core/people/model";
import { nextMail } from "../../core/ticketMail/model";
import { ticketLetter, type ToldAnswer } from "../../core/ticketMail/rules/letter";
import { readOf } from "../../core/tickets/model";
import { replaceFiles } from "../../lib/pure/marks";

/** Answers of one ticket that are looked through, and that one mail tells: the newest. */
const MAX_ANSWERS = 50;
const MAX_TOLD = 10;

/** Notices about what was said to everybody in a ticket, and about whose turn it is. */
const TOLD: readonly string[] = ["ticket.answered", "ticket.asked", "ticket.reminded"];

/** Whether a notice is one of them. */
export function isTicketAnswer({ kind, subject }: Doc<"notifications">): boolean {
  return TOLD.includes(kind) && subject.type === "ticket";
}

/** Queues the mail for such a notice; none to somebody who is no longer a party of the ticket (S5). */
export async function queueTicketLetter(
  ctx: Pick<MutationCtx, "db">,
  { subject, recipientId, mailDueAt, title: news, because }: Doc<"notifications">,
  now: number,
): Promise<void> {
  const person = await ctx.db.get(recipientId);
  const ticketId = ctx.db.normalizeId("tickets", subject.id);
  const ticket = ticketId && (await ctx.db.get(ticketId));
  if (!person || !ticket || !(await readOf(ctx, { person, impersonation: null }, ticket))?.isParty) return;
  // The first of what was not told yet made the mail due.
  const said = await answersSince(ctx, ticket._id, (mailDueAt ?? now) - MAIL_DELAY_MS);
  const unread = said.filter(({ authorId }) => authorId !== recipientId);
  const answers: ToldAnswer[] = [];
  for (const { authorId, body, files = [] } of unread.slice(-MAX_TOLD))
    answers.push({
      author: await nameOf(ctx, authorId),
      body: withFileNames(body),
      files: files.map(({ name }) => name),
    });
  const { firstName, email: to } = person;
  const { key, title } = ticket;
  const earlier = unread.length - answers.length;
  const words = ticketLetter({ firstName, key, title, news, because, answers, earlier });
  const thread = await nextMail(ctx, ticket._id, recipientId);
  await queueMail(ctx, { ...words, to, kind: "ticket", personId: recipientId, thread }, now);
}

/** In a mail a file that is referred to is its name. */
function withFileNames(body: string): string {
  return replaceFiles(body, ({ name }) => name);
}

async function answersSince(
  ctx: Pick<QueryCtx, "db">,
  ticketId: Id<"tickets">,
  since: number,
): Promise<Doc<"ticketMessages">[]> {
  const newest = await ctx.db
    .query("ticketMessages")
    .withIndex("by_visibility", (q) => q.eq("ticketId", ticketId).eq("visibility", "public").gte("createdAt", since))
    .order("desc")
    .take(MAX_ANSWERS);
  return newest.toReversed().filter(({ isAnswer }) => isAnswer);
}
