/** Tickets that stand together: a merge is a pointer, and each part is read by those who read it alone (S2, S4). */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { type Reader, readOf, type ReadTicket } from "./model";
import { MAX_TOGETHER } from "./rules";
import type { TicketFile } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;

/** Messages of one ticket that are shown: the newest. */
const SHOWN_MESSAGES = 200;

/** The ticket in which a conversation carries on: itself, or what it was merged into. */
export async function standsFor(ctx: ReadCtx, ticket: Doc<"tickets">): Promise<Doc<"tickets">> {
  let found = ticket;
  for (let step = 0; step < MAX_TOGETHER && found.mergedIntoId !== undefined; step += 1) {
    const next = await ctx.db.get(found.mergedIntoId);
    if (!next) break;
    found = next;
  }
  return found;
}

/** What was merged into a ticket, and into that. */
export async function partsOf(ctx: ReadCtx, ticketId: Id<"tickets">): Promise<Doc<"tickets">[]> {
  const found: Doc<"tickets">[] = [];
  const open = [ticketId];
  for (let place = 0; place < open.length && found.length < MAX_TOGETHER; place += 1) {
    const parts = await ctx.db
      .query("tickets")
      .withIndex("by_merged", (q) => q.eq("mergedIntoId", open[place]))
      .take(MAX_TOGETHER);
    found.push(...parts);
    open.push(...parts.map(({ _id }) => _id));
  }
  return found;
}

/** Those parts that somebody reads: whoever reads a ticket does not read what was merged into it for that. */
export async function readPartsOf(ctx: ReadCtx, viewer: Reader, ticketId: Id<"tickets">): Promise<ReadTicket[]> {
  const found: ReadTicket[] = [];
  for (const part of await partsOf(ctx, ticketId)) {
    const read = await readOf(ctx, viewer, part);
    if (read) found.push(read);
  }
  return found;
}

/** Whether everybody who reads a ticket reads what was said to everybody in a part of it, too. */
export async function isReadByAll(
  ctx: ReadCtx,
  { ticket, participants }: ReadTicket,
  part: Doc<"tickets">,
): Promise<boolean> {
  if (ticket.sharedAreaId !== undefined && part.sharedAreaId !== ticket.sharedAreaId) return false;
  for (const id of [ticket.requesterId, ...participants.map(({ personId }) => personId)]) {
    const person = await ctx.db.get(id);
    if (!person || !(await readOf(ctx, { person, impersonation: null }, part))) return false;
  }
  return true;
}

/** Something that was said, and in which ticket. */
export interface Said extends Pick<
  Doc<"ticketMessages">,
  "authorId" | "isAnswer" | "visibility" | "body" | "byMail" | "mailFrom" | "createdAt" | "splitIntoId"
> {
  readonly id: string;
  /** The key of the part it was said in; null where that is the ticket itself. */
  readonly from: string | null;
  readonly files: readonly TicketFile[];
  /** Whether everybody who reads the ticket reads it (S38). */
  readonly isForAll: boolean;
}

/** What was said in a ticket and in the parts of it that are read, oldest first. */
export async function conversationOf(
  ctx: ReadCtx,
  read: ReadTicket,
  parts: readonly ReadTicket[],
): Promise<readonly Said[]> {
  const said = await messagesOf(ctx, read, null, true);
  for (const part of parts) {
    const isForAll = await isReadByAll(ctx, read, part.ticket);
    const { _id: id, key, title, description, requesterId: authorId, createdAt, files = [] } = part.ticket;
    const body = `${title}\n\n${description}`;
    said.push({ id, authorId, isAnswer: false, visibility: "public", body, createdAt, from: key, files, isForAll });
    said.push(...(await messagesOf(ctx, part, key, isForAll)));
  }
  return said.sort((one, other) => one.createdAt - other.createdAt);
}

async function messagesOf(
  ctx: ReadCtx,
  { ticket: { _id: ticketId }, isAgent }: ReadTicket,
  from: string | null,
  isForAll: boolean,
): Promise<Said[]> {
  const all = isAgent
    ? ctx.db.query("ticketMessages").withIndex("by_ticket", (q) => q.eq("ticketId", ticketId))
    : ctx.db
        .query("ticketMessages")
        .withIndex("by_visibility", (q) => q.eq("ticketId", ticketId).eq("visibility", "public"));
  const newest = await all.order("desc").take(SHOWN_MESSAGES);
  return newest.toReversed().map((message) => ({
    ...message,
    id: message._id,
    from,
    files: message.files ?? [],
    isForAll: isForAll && message.visibility === "public",
  }));
}

/**
 * The ticket in which something stands that was said, and its message there, null for the description; for whoever may
 * read it, and null for everybody else, as if there were none (S40).
 */
export async function placeOfSaid(
  ctx: ReadCtx,
  viewer: Reader,
  id: string,
): Promise<{ readonly key: string; readonly messageId: Id<"ticketMessages"> | null } | null> {
  const messageId = ctx.db.normalizeId("ticketMessages", id);
  const message = messageId && (await ctx.db.get(messageId));
  const ticketId = message ? message.ticketId : ctx.db.normalizeId("tickets", id);
  const ticket = ticketId && (await ctx.db.get(ticketId));
  const read = ticket && (await readOf(ctx, viewer, ticket));
  if (!read || (message?.visibility === "internal" && !read.isAgent)) return null;
  return { key: read.ticket.key, messageId: message?._id ?? null };
}
