/**
 * Redaction: words or files that should never have been sent are taken out of a ticket, of what was merged into it, and of
 * everything that was told from it: notices, mails that wait or are kept, follow-ups, incidents; and of what it became. A
 * trace says that it was done, by whom and why, and not what it was (S16).
 */

import type { Doc, Id } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { redactIdeaDrafts } from "../../../core/feedback/drafts";
import { forgetInIdeas } from "../../../core/feedback/uploads";
import { removeFile } from "../../../core/files/model";
import { redactMailedFile, redactNotices } from "../../../core/notifications/redaction";
import { forgetInRequests } from "../../../core/requests/uploads";
import { whyNotReason } from "../../../core/tasks/rules/work";
import { heldIn, redactHeld } from "../../../core/ticketMail/held";
import { redactDrafts } from "../../../core/tickets/drafts";
import type { ReadTicket } from "../../../core/tickets/model";
import { REDACTED, redactProblem, TITLE_MAX_LENGTH } from "../../../core/tickets/rules";
import { changeTags } from "../../../core/tickets/tags";
import { sharedWithFollowUps } from "../../../core/tickets/uploads";
import { refuse, refuseIf } from "../../../lib/errors";
import { replaceFiles, withoutMarks } from "../../../lib/pure/marks";
import { plural, shorten } from "../../../lib/pure/text";
import { allOf } from "../../../lib/whole";
import { asAgentOf, noteIn, record, type TicketStep } from "../steps/step";
import { QUOTED, quoteOf } from "../steps/telling";
import { redactCopies } from "./copies";

type ReadCtx = Pick<QueryCtx, "db">;

/** Messages of one ticket that are looked through, follow-ups of one ticket, and tickets one word of an incident is in. */
const MAX_MESSAGES = 2000;
const MAX_FOLLOW_UPS = 50;
const MAX_REPEATED = 500;

/** What is to be taken out, and why. */
export interface Redaction {
  /** Null where only files are. */
  readonly words: string | null;
  readonly fileIds: readonly Id<"ticketUploads">[];
  readonly reason: string;
}

/** A step that may remove files. */
type RedactStep = Omit<TicketStep, "ctx"> & { readonly ctx: Pick<MutationCtx, "db" | "scheduler" | "storage"> };

/** A ticket that is redacted, with what was said in it. */
interface Looked extends ReadTicket {
  readonly said: readonly Doc<"ticketMessages">[];
}

/** How often words stand in what an agent reads of a ticket. */
export async function countPlaces(
  ctx: ReadCtx,
  reads: readonly (ReadTicket & Partial<Looked>)[],
  words: string,
): Promise<number> {
  const wanted = words.trim();
  if (redactProblem(wanted) !== null) return 0;
  let count = 0;
  for (const { ticket, isAgent, said = isAgent ? await messagesOf(ctx, ticket._id) : [] } of reads)
    if (isAgent) {
      const held = await heldIn(ctx, ticket._id, Date.now());
      for (const text of [
        ticket.title,
        ticket.description,
        ticket.satisfactionReason ?? "",
        ...(ticket.diagnostics ?? []),
        ...[...said, ...held].map(({ body }) => body),
        ...said.map(({ mailFrom = "" }) => mailFrom),
        ...held.map(({ from }) => from),
      ])
        count += text.split(wanted).length - 1;
    }
  return count;
}

/** Takes words and files out of a ticket and of the parts of it that are the agent's to answer. */
export async function redact(step: RedactStep, reads: readonly ReadTicket[], wish: Redaction): Promise<void> {
  const [whole] = reads;
  if (!whole) refuse({ code: "not-found" });
  asAgentOf(whole);
  const words = wish.words === null ? null : wish.words.trim();
  const problem = words === null ? null : redactProblem(words);
  if (problem !== null) refuse({ code: "invalid-input", message: problem });
  refuseIf(whyNotReason(wish.reason));
  if (words !== null && wish.reason.includes(words))
    refuse({ code: "invalid-input", message: "The reason is kept, so do not repeat what you redact." });
  const theirs: Looked[] = [];
  for (const read of reads) if (read.isAgent) theirs.push({ ...read, said: await wholeOf(step.ctx, read.ticket) });
  const places = words === null ? 0 : await countPlaces(step.ctx, theirs, words);
  if (places === 0 && wish.fileIds.length === 0)
    refuse({ code: "not-found", message: "These words are not in this ticket." });
  if (words !== null) for (const looked of theirs) await redactTicket(step, looked, words);
  for (const fileId of new Set(wish.fileIds)) await redactFile(step.ctx, theirs, fileId);
  const files = new Set(wish.fileIds).size;
  const what = [...(places > 0 ? [plural(places, "place")] : []), ...(files > 0 ? [plural(files, "file")] : [])].join(
    " and ",
  );
  await noteIn(step, whole.ticket._id, `Redacted ${what}. Reason: ${wish.reason.trim()}`);
  await record(step, whole.ticket, "ticket.redacted", { places, files, reason: wish.reason.trim() });
}

/** What was said in a ticket; refuses one with more than is looked through, before anything is counted or changed. */
async function wholeOf(ctx: ReadCtx, { _id, key }: Doc<"tickets">): Promise<Looked["said"]> {
  allOf(await followUpsOf(ctx, _id), MAX_FOLLOW_UPS, `follow-ups of ${key}`);
  return allOf(await messagesOf(ctx, _id), MAX_MESSAGES, `messages in ${key}`);
}

async function messagesOf(ctx: ReadCtx, ticketId: Id<"tickets">): Promise<Doc<"ticketMessages">[]> {
  return await ctx.db
    .query("ticketMessages")
    .withIndex("by_ticket", (q) => q.eq("ticketId", ticketId))
    .take(MAX_MESSAGES + 1);
}

async function redactTicket(step: RedactStep, { ticket, said }: Looked, words: string): Promise<void> {
  const { ctx } = step;
  const without = (text: string): string => text.replaceAll(words, REDACTED);
  const { _id, title, description, found, diagnostics, satisfactionReason } = ticket;
  await ctx.db.patch(_id, {
    title: shorten(without(title), TITLE_MAX_LENGTH),
    description: without(description),
    ...(satisfactionReason && { satisfactionReason: without(satisfactionReason) }),
    ...(diagnostics && { diagnostics: diagnostics.map(without) }),
    ...(found && { found: found.map((one) => ({ ...one, text: without(one.text) })) }),
  });
  const quotes: string[] = [];
  for (const message of said)
    if (message.body.includes(words) || message.mailFrom?.includes(words)) {
      quotes.push(...quotesOf(message.body));
      const { body, mailFrom } = message;
      await ctx.db.patch(message._id, { body: without(body), ...(mailFrom && { mailFrom: without(mailFrom) }) });
      await redactWord(ctx, message, words);
    }
  const isTagGone = (tag: string): boolean => tag.includes(words.toLowerCase());
  await redactUnsent(ctx, _id, without, isTagGone);
  await redactHeld(ctx, _id, without, Date.now());
  await changeTags(ctx, ticket, {
    add: [],
    remove: (ticket.tags ?? []).filter(isTagGone),
  });
  await redactFollowUps(ctx, ticket, words);
  await redactIncident(ctx, ticket, words);
  await redactCopies({ step, ticket, words });
  await redactNoticesOf(ctx, ticket, quotes, words);
}

/**
 * What notices may quote of a message: its beginning, where the words may be cut, so the whole quote goes. Older notices
 * still contain the marks and the quotes.
 */
function quotesOf(body: string): readonly string[] {
  return [quoteOf(body), shorten(withoutMarks(body), QUOTED), shorten(body, QUOTED)];
}

/** What was said in an incident stands in each of its tickets and in their notices, and beside the form. */
async function redactWord(
  ctx: Pick<MutationCtx, "db">,
  { wordId, authorId }: Doc<"ticketMessages">,
  words: string,
): Promise<void> {
  const word = wordId && (await ctx.db.get(wordId));
  if (!word) return;
  await ctx.db.patch(word._id, { body: word.body.replaceAll(words, REDACTED) });
  const repeated = await ctx.db
    .query("ticketMessages")
    .withIndex("by_author", (q) => q.eq("authorId", authorId).eq("wordId", wordId))
    .take(MAX_REPEATED + 1);
  for (const { _id, ticketId, body } of allOf(repeated, MAX_REPEATED, "tickets with this word of an incident")) {
    await ctx.db.patch(_id, { body: body.replaceAll(words, REDACTED) });
    const ticket = await ctx.db.get(ticketId);
    if (ticket) await redactNoticesOf(ctx, ticket, quotesOf(body), words);
  }
}

/** What was told about a ticket whose row may have changed already; `title` is the one before. */
async function redactNoticesOf(
  ctx: Pick<MutationCtx, "db">,
  { _id, key, createdAt, title }: Pick<Doc<"tickets">, "_id" | "key" | "createdAt" | "title">,
  quotes: readonly string[],
  words: string,
): Promise<void> {
  await redactNotices(ctx, { subjectId: _id, key, since: createdAt, title, quotes, words, mark: REDACTED });
}

/** What was declared from the ticket, with the words for everybody it began with. */
async function redactIncident(
  ctx: Pick<MutationCtx, "db">,
  { _id, incidentId }: Doc<"tickets">,
  words: string,
): Promise<void> {
  const incident = incidentId && (await ctx.db.get(incidentId));
  if (!incident || incident.ticketId !== _id) return;
  const { title, formerTitles } = incident;
  const without = <Titled extends { readonly title: string }>(one: Titled): Titled => ({
    ...one,
    title: one.title.replaceAll(words, REDACTED),
  });
  const former = formerTitles && { formerTitles: formerTitles.map(without) };
  await ctx.db.patch(incident._id, { title: without({ title }).title, ...former });
  const said = await ctx.db
    .query("incidentWords")
    .withIndex("by_incident", (q) => q.eq("incidentId", incident._id))
    .take(MAX_REPEATED + 1);
  for (const { _id: wordId, body } of allOf(said, MAX_REPEATED, `words in ${incident.key}`))
    await ctx.db.patch(wordId, { body: body.replaceAll(words, REDACTED) });
}

/**
 * A follow-up is named after its ticket, and the name may be cut within the words; what was split off says them again.
 */
async function redactFollowUps(
  ctx: Pick<MutationCtx, "db">,
  { _id, key, title: formerTitle }: Doc<"tickets">,
  words: string,
): Promise<void> {
  for (const followUp of await followUpsOf(ctx, _id)) {
    const { title, description } = followUp;
    const isNamedAfter = formerTitle.includes(words) && title.startsWith(`Follow-up of ${key}`);
    await ctx.db.patch(followUp._id, {
      title: isNamedAfter ? `Follow-up of ${key}` : shorten(title.replaceAll(words, REDACTED), TITLE_MAX_LENGTH),
      description: description.replaceAll(words, REDACTED),
    });
    // What its notices are named after is cut where the title was.
    const named = isNamedAfter ? [title.slice(`Follow-up of ${key}`.length)] : [];
    for (const gone of [words, ...named]) await redactNoticesOf(ctx, followUp, quotesOf(description), gone);
  }
}

/** Removes a file that was sent with one of these tickets, with its content; also from what followed from them with it. */
async function redactFile(
  ctx: Pick<MutationCtx, "db" | "storage">,
  reads: readonly ReadTicket[],
  fileId: Id<"ticketUploads">,
): Promise<void> {
  const upload = await ctx.db.get(fileId);
  const ticket = reads.find((read) => read.ticket._id === upload?.ticketId)?.ticket;
  if (!upload || !ticket || upload.sentAt === undefined)
    refuse({ code: "not-found", message: "There is no such file." });
  // What a ticket became has it from there alone.
  await forgetInIdeas(ctx, upload.storageId);
  await forgetInRequests(ctx, upload.storageId);
  for (const one of [...(await sharedWithFollowUps(ctx, upload)), upload]) {
    await removeFile(ctx, one);
    const beside = one.messageId ? await ctx.db.get(one.messageId) : one.ticketId && (await ctx.db.get(one.ticketId));
    if (beside) await ctx.db.patch(beside._id, { files: beside.files?.filter(({ id }) => id !== one._id) });
  }
  for (const read of reads) await forgetQuotes(ctx, read.ticket._id, fileId);
  const { _id: ticketId, key, createdAt: since } = ticket;
  await redactMailedFile(ctx, { ticketId, key, since, name: upload.name, mark: REDACTED });
}

/** Takes the name of a file out of what refers to it in a ticket, and in what followed from that (S38). */
async function forgetQuotes(
  ctx: Pick<MutationCtx, "db">,
  ticketId: Id<"tickets">,
  fileId: Id<"ticketUploads">,
): Promise<void> {
  const without = (text: string): string => replaceFiles(text, ({ id }) => (id === fileId ? REDACTED : null));
  for (const { _id, body } of await messagesOf(ctx, ticketId))
    if (without(body) !== body) await ctx.db.patch(_id, { body: without(body) });
  for (const { _id, description } of await followUpsOf(ctx, ticketId))
    if (without(description) !== description) await ctx.db.patch(_id, { description: without(description) });
  await redactUnsent(ctx, ticketId, without);
}

/** What is written in the ticket, or of the idea it becomes, and was not sent. */
async function redactUnsent(
  ctx: Pick<MutationCtx, "db">,
  ticketId: Id<"tickets">,
  without: (text: string) => string,
  isTagGone: (tag: string) => boolean = () => false,
): Promise<void> {
  await redactDrafts(ctx, ticketId, without, isTagGone);
  await redactIdeaDrafts(ctx, { ticketId }, without);
}

async function followUpsOf(ctx: ReadCtx, ticketId: Id<"tickets">): Promise<Doc<"tickets">[]> {
  return await ctx.db
    .query("tickets")
    .withIndex("by_follow_up", (q) => q.eq("followUpOfId", ticketId))
    .take(MAX_FOLLOW_UPS + 1);
}
