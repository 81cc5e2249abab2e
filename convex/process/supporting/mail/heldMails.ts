/**
 * Mails that are held: one came to the address a party of the ticket was given, from an address that is not theirs. Its
 * agents alone read it, and add it for everybody or for themselves, or drop it (S26).
 */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { can } from "../../../access/rules";
import { SYSTEM } from "../../../core/audit/model";
import { nameOf, personByEmail } from "../../../core/people/model";
import { currentHours } from "../../../core/supportHours/model";
import { endHeld, heldAnywhere, heldIn, keepHeld, wasHeld } from "../../../core/ticketMail/held";
import {
  filesOfHeld,
  keepMailed,
  releaseHeld,
  removeHeldFiles,
  type StoredFile,
} from "../../../core/tickets/mailedFiles";
import { type Reader, readOf, type ReadTicket } from "../../../core/tickets/model";
import { replyEffect, whyNotMove } from "../../../core/tickets/rules";
import { foldedQuote, whyNotMailedReply } from "../../../core/tickets/rules/quote";
import { type MessageVisibility, ticketFile } from "../../../core/tickets/table";
import { readPartsOf, standsFor } from "../../../core/tickets/together";
import { refuse, refuseIf } from "../../../lib/errors";
import { timestamp } from "../../../lib/validators";
import { insertMessage, opened } from "../asking";
import { record, type TicketStep } from "../steps/step";
import { tellAnswer, tellAnswering, tellReply } from "../steps/telling";

type ReadCtx = Pick<QueryCtx, "db">;

/** A mail as the host process read it, after it proved who delivered it. */
export interface MailedReply {
  readonly token: string;
  readonly from: string;
  readonly messageId: string;
  readonly body: string;
  readonly files?: readonly StoredFile[] | undefined;
}

/** Mails that are listed above the queue. */
const LISTED = 50;

export const heldMail = v.object({
  id: v.id("ticketHeldMails"),
  /** The ticket it came for. */
  key: v.string(),
  from: v.string(),
  /** Whose address it is as far as the portal knows, and whether they take part in the ticket. */
  sender: v.union(v.null(), v.object({ name: v.string(), isParty: v.boolean() })),
  /** Whose address for this ticket it was sent to. */
  sentTo: v.string(),
  body: v.string(),
  files: v.array(ticketFile),
  receivedAt: timestamp,
});
type HeldMail = Infer<typeof heldMail>;

/**
 * Whether mail from an address is held at all: who may not write in tickets says nothing by mail either, and who answers
 * them does so on the screen, where they see who reads it.
 */
export async function mayBeHeld(ctx: ReadCtx, from: string): Promise<boolean> {
  const sender = await personByEmail(ctx, from.trim().toLowerCase());
  if (!sender) return true;
  const viewer = { ...sender, impersonation: null };
  return can(viewer, "tickets.write") && !can(viewer, "tickets.answer");
}

/** Holds a mail; the agents of the ticket hear of it, and nobody else. */
export async function holdMail(
  { ctx, at }: Pick<TicketStep, "ctx" | "at">,
  { address, ticket }: { readonly address: Doc<"ticketAddresses">; readonly ticket: Doc<"tickets"> },
  { from, messageId, body, files }: MailedReply,
): Promise<"held" | "again" | "unusable" | "too-many"> {
  if (await wasHeld(ctx, ticket._id, messageId)) return "again";
  if (whyNotMailedReply(body)) return "unusable";
  const { personId } = address;
  const mail = { ticketId: ticket._id, personId, from, messageId, body: body.trim(), receivedAt: at };
  const fileBytes = (files ?? []).reduce((sum, { size }) => sum + size, 0);
  const heldMailId = await keepHeld(ctx, fileBytes > 0 ? { ...mail, fileBytes } : mail);
  if (heldMailId === null) return "too-many";
  await keepMailed(ctx, files, { personId, ticketId: ticket._id, heldMailId }, at);
  await record({ ctx, at, by: SYSTEM }, ticket, "ticket.mailHeld");
  const wordsFor = (): string => `${ticket.key}: a mail from another address is waiting for your decision`;
  await tellAnswering({ ctx, at }, ticket, { kind: "ticket.mailHeld", wordsFor });
  return "held";
}

/** Mails that wait in a ticket and in what was merged into it, for its agents; none for anybody else. */
export async function heldFor(ctx: ReadCtx, viewer: Reader, read: ReadTicket, now: number): Promise<HeldMail[]> {
  const found: HeldMail[] = [];
  for (const part of [read, ...(await readPartsOf(ctx, viewer, read.ticket._id))])
    if (part.isAgent)
      for (const mail of await heldIn(ctx, part.ticket._id, now)) found.push(await shown(ctx, part, mail));
  return found;
}

/** The tickets in which mails wait, oldest first, of those somebody answers. */
export async function ticketsWithHeld(
  ctx: ReadCtx,
  viewer: Reader,
  now: number,
): Promise<{ key: string; title: string }[]> {
  const found = new Map<Id<"tickets">, { key: string; title: string }>();
  for (const { ticketId } of await heldAnywhere(ctx, LISTED, now)) {
    const ticket = found.has(ticketId) ? null : await ctx.db.get(ticketId);
    if (ticket && (await readOf(ctx, viewer, ticket))?.isAgent)
      found.set(ticketId, { key: ticket.key, title: ticket.title });
  }
  return [...found.values()];
}

async function shown(
  ctx: ReadCtx,
  { ticket, participants }: ReadTicket,
  { _id: id, from, personId, body, receivedAt }: Doc<"ticketHeldMails">,
): Promise<HeldMail> {
  const known = await personByEmail(ctx, from.trim().toLowerCase());
  const parties = [ticket.requesterId, ...participants.map((one) => one.personId)];
  const sender = known && { name: await nameOf(ctx, known._id), isParty: parties.includes(known._id) };
  const files = await filesOfHeld(ctx, id);
  return { id, key: ticket.key, from, sender, sentTo: await nameOf(ctx, personId), body, files, receivedAt };
}

/** A mail that waits, with its ticket, for its agents; for anybody else there is none. */
async function loadHeld(ctx: ReadCtx, viewer: Reader, id: Id<"ticketHeldMails">) {
  const mail = await ctx.db.get(id);
  const ticket = mail && (await ctx.db.get(mail.ticketId));
  const read = ticket && (await readOf(ctx, viewer, ticket));
  if (!mail || !read?.isAgent) refuse({ code: "not-found" });
  if (mail.decidedAt !== undefined)
    refuse({ code: "duplicate", message: "Somebody has already decided about this mail." });
  return { mail, read };
}

/**
 * Adds a mail to its ticket, in the name of the agent who adds it and with the address it came from: for everybody, which
 * is what a reply would do to the ticket, or for agents alone, which moves nothing.
 */
export async function addHeld(
  step: TicketStep,
  viewer: Reader,
  { id, visibility }: { readonly id: Id<"ticketHeldMails">; readonly visibility: MessageVisibility },
): Promise<void> {
  const { ctx, at, person } = step;
  const { mail, read } = await loadHeld(ctx, viewer, id);
  const { ticket } = read;
  const target = await standsFor(ctx, ticket);
  const isPublic = visibility === "public";
  if (isPublic) refuseIf(whyNotMove(target.state, "answer"));
  const saying = { body: mail.body, byMail: true as const, mailFrom: mail.from };
  const messageId = await insertMessage(step, ticket, saying, { visibility, isAnswer: false });
  const files = await releaseHeld(ctx, id, { personId: person._id, messageId });
  if (files.length > 0) await ctx.db.patch(messageId, { files });
  await endHeld(ctx, id, at);
  await record(step, target, "ticket.mailAdded", { visibility });
  if (!isPublic) return;
  const isOpened = replyEffect(target, at) === "reopens";
  await ctx.db.patch(target._id, {
    updatedAt: at,
    ...(target.state === "open" && { turnAt: undefined }),
    ...(isOpened && opened(await currentHours(ctx), target, at)),
  });
  const { said } = foldedQuote(mail.body);
  const title = `Support added a mail to ${ticket.key}`;
  await tellAnswer(step, read, { messageId, by: person._id, title, body: said });
  await tellReply(step, target, { messageId, by: person._id, body: said, isThanks: false });
}

/** Drops a mail: its words and files are gone. */
export async function dropHeld(
  step: Omit<TicketStep, "ctx"> & { readonly ctx: Pick<MutationCtx, "db" | "scheduler" | "storage"> },
  viewer: Reader,
  id: Id<"ticketHeldMails">,
): Promise<void> {
  const { read } = await loadHeld(step.ctx, viewer, id);
  await removeHeldFiles(step.ctx, id);
  await endHeld(step.ctx, id, step.at);
  await record(step, read.ticket, "ticket.mailDropped");
}
