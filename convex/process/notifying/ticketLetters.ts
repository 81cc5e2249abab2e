/**
 * Mail about the answers in a ticket: to each of its parties by themselves, with what everybody in it reads, and as one
 * conversation in their mail program (S25).
 */

import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { servedFile } from "../../core/files/table";
import { queueMail } from "../../core/notifications/outbox";
import { tellsOf } from "../../core/notifications/receipts";
import { MAIL_DELAY_MS } from "../../core/notifications/rules";
import { nameOf } from "../../core/people/model";
import { addressByToken, nextMail } from "../../core/ticketMail/model";
import { carriedFiles, ticketLetter, type MailedAnswer } from "../../core/ticketMail/rules/letter";
import { readOf } from "../../core/tickets/model";
import { foldedQuote } from "../../core/tickets/rules/quote";
import { MAX_FILES_NAMED } from "../../core/tickets/rules/quoting";
import type { TicketFile } from "../../core/tickets/table";
import { servedUpload } from "../../core/tickets/uploads";
import { filesIn, replaceFiles } from "../../lib/pure/marks";

/** Answers of one ticket that are looked through, and that one mail holds: the newest. */
const MAX_ANSWERS = 50;
const MAX_MAILED = 10;

/** Notices about what was said to everybody in a ticket, and about whose turn it is. */
const ANSWER_KINDS: readonly string[] = ["ticket.answered", "ticket.asked", "ticket.reminded"];

/** Whether a notice is one of them. */
export function isTicketAnswer({ kind, subject }: Doc<"notifications">): boolean {
  return ANSWER_KINDS.includes(kind) && subject.type === "ticket";
}

/** Queues the mail for such a notice; none to somebody who is no longer a party of the ticket (S5). */
export async function queueTicketLetter(
  ctx: Pick<MutationCtx, "db">,
  notice: Doc<"notifications">,
  now: number,
): Promise<void> {
  const { subject, recipientId, mailDueAt, title: news, because } = notice;
  const person = await ctx.db.get(recipientId);
  const ticketId = ctx.db.normalizeId("tickets", subject.id);
  const ticket = ticketId && (await ctx.db.get(ticketId));
  if (!person || !ticket || !(await readOf(ctx, { person, impersonation: null }, ticket))?.isParty) return;
  // The first of what was not told yet made the mail due.
  const said = await answersSince(ctx, ticket._id, (mailDueAt ?? now) - MAIL_DELAY_MS);
  const unread = said.filter(({ authorId }) => authorId !== recipientId);
  const listed = unread.slice(-MAX_MAILED);
  const beside = await filesBeside(ctx, person, listed);
  const carried = carriedFiles(beside);
  const answers: MailedAnswer[] = [];
  for (const [place, { _id: id, authorId, body, mailFrom }] of listed.entries()) {
    const { files = [] } = beside[place] ?? {};
    const named = files.map((file) => ({ name: file.name, isAttached: carried.has(file) }));
    const one = { id, author: await nameOf(ctx, authorId), body: withFileNames(body), files: named };
    answers.push(mailFrom === undefined ? one : { ...one, mailFrom, body: foldedQuote(one.body).said });
  }
  const fileIds = [...carried].map(({ id }) => id);
  const { firstName, email: to } = person;
  const { key, title } = ticket;
  const earlier = unread.length - answers.length;
  const words = ticketLetter({ firstName, key, title, news, because, answers, earlier });
  const thread = await nextMail(ctx, ticket._id, recipientId);
  const mail = { ...words, to, kind: "ticket", personId: recipientId, thread, fileIds };
  await tellsOf(ctx, await queueMail(ctx, mail, now), [notice]);
}

/** In a mail a file that is referred to is its name. */
function withFileNames(body: string): string {
  return replaceFiles(body, ({ name }) => name);
}

/** What some answers, oldest first, show: their own files, and pictures that they quote; each file is one object. */
async function filesBeside(
  ctx: Pick<QueryCtx, "db">,
  person: Doc<"people">,
  answers: readonly Doc<"ticketMessages">[],
): Promise<{ files: TicketFile[] }[]> {
  const known = new Map<string, TicketFile>();
  const beside = [];
  for (const { body, files = [] } of answers) {
    const shown = files.map((file) => known.get(file.id) ?? file);
    for (const named of filesIn(body).slice(0, MAX_FILES_NAMED)) {
      const id = ctx.db.normalizeId("ticketUploads", named);
      const file = id && (known.get(id) ?? (await sentFile(ctx, person, id)));
      if (file?.contentType.startsWith("image/") && !shown.includes(file)) shown.push(file);
    }
    for (const file of shown) known.set(file.id, file);
    beside.push({ files: shown });
  }
  return beside;
}

/** A file as a text names it, for somebody who may have it by mail. */
async function sentFile(
  ctx: Pick<QueryCtx, "db">,
  person: Doc<"people">,
  id: Id<"ticketUploads">,
): Promise<TicketFile | null> {
  const file = await mailed(ctx, person, id);
  return file && { id, name: file.name, size: file.size, contentType: file.contentType };
}

/** A sent file as somebody may have it by mail: they are in its ticket, and read what it stands beside. */
async function mailed(
  ctx: Pick<QueryCtx, "db">,
  person: Doc<"people">,
  fileId: Id<"ticketUploads">,
): Promise<Infer<typeof servedFile> | null> {
  const upload = await ctx.db.get(fileId);
  const ticket = upload?.ticketId && (await ctx.db.get(upload.ticketId));
  if (!ticket || upload.sentAt === undefined) return null;
  const reader = { person, impersonation: null };
  return (await readOf(ctx, reader, ticket))?.isParty ? await servedUpload(ctx, reader, fileId) : null;
}

/** What support said to everybody since then, or added: a mail of somebody it had no address of. */
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
  return newest.toReversed().filter(({ isAnswer, mailFrom }) => isAnswer || mailFrom !== undefined);
}

/** Whether a mail may still leave: its reader is active, and is in the ticket it tells of, if any. */
export async function mayLeave(ctx: Pick<QueryCtx, "db">, { personId, thread }: Doc<"mailOutbox">): Promise<boolean> {
  if (!personId) return true;
  const person = await ctx.db.get(personId);
  if (person?.status !== "active") return false;
  if (!thread) return true;
  const address = await addressByToken(ctx, thread.token);
  const ticket = address && (await ctx.db.get(address.ticketId));
  return ticket !== null && (await readOf(ctx, { person, impersonation: null }, ticket))?.isParty === true;
}

/**
 * A file that a mail carries, as it leaves, for somebody who is still in the ticket and reads what it stands beside. Null
 * for one that is gone by now, and for a mail that left.
 */
export async function fileOfMail(
  ctx: Pick<QueryCtx, "db">,
  mailId: Id<"mailOutbox">,
  fileId: Id<"ticketUploads">,
): Promise<Infer<typeof servedFile> | null> {
  const mail = await ctx.db.get(mailId);
  if (mail?.nextAttemptAt === undefined || !mail.personId || !mail.fileIds?.includes(fileId)) return null;
  const person = await ctx.db.get(mail.personId);
  return person && (await mailed(ctx, person, fileId));
}
