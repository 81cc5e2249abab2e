/** Mails that wait for an agent: so many at most, so long at most. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { DAY_MS } from "../../lib/pure/time";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;
type HeldMail = Doc<"ticketHeldMails">;

/** Mails that wait in one ticket, and in all of them. */
export const MAX_HELD_IN_TICKET = 20;
export const MAX_HELD = 500;
/** What the files of mails that wait hold together, in one ticket and in all of them: a flood fills no disk. */
export const MAX_HELD_BYTES_IN_TICKET = 50 * 1024 * 1024;
export const MAX_HELD_BYTES = 500 * 1024 * 1024;
/** A mail nobody decided about is dropped after so long. */
export const HELD_MAIL_MS = 30 * DAY_MS;
/** Old rows that are dropped at once. */
const DROPPED = 100;

/** Whether this very mail was held in the ticket, also where it is decided by now. */
export async function wasHeld(ctx: ReadCtx, ticketId: Id<"tickets">, messageId: string): Promise<boolean> {
  const known = await ctx.db
    .query("ticketHeldMails")
    .withIndex("by_message", (q) => q.eq("ticketId", ticketId).eq("messageId", messageId))
    .first();
  return known !== null;
}

/** Mails that wait in a ticket, oldest first. */
export async function heldIn(ctx: ReadCtx, ticketId: Id<"tickets">, now: number): Promise<HeldMail[]> {
  return await ctx.db
    .query("ticketHeldMails")
    .withIndex("by_ticket", (q) =>
      q
        .eq("ticketId", ticketId)
        .eq("decidedAt", undefined)
        .gt("receivedAt", now - HELD_MAIL_MS),
    )
    .take(MAX_HELD_IN_TICKET);
}

/** Mails that wait anywhere, so many at most, oldest first. */
export async function heldAnywhere(ctx: ReadCtx, count: number, now: number): Promise<HeldMail[]> {
  return await ctx.db
    .query("ticketHeldMails")
    .withIndex("by_decision", (q) => q.eq("decidedAt", undefined).gt("receivedAt", now - HELD_MAIL_MS))
    .take(count);
}

/**
 * Drops mails nobody decided about in time, so many at once, and what is left of those that were decided long ago; answers
 * which.
 */
export async function dropOldHeld(ctx: WriteCtx, now: number): Promise<Id<"ticketHeldMails">[]> {
  const old = await ctx.db
    .query("ticketHeldMails")
    .withIndex("by_received", (q) => q.lte("receivedAt", now - HELD_MAIL_MS))
    .take(DROPPED);
  for (const { _id } of old) await ctx.db.delete(_id);
  return old.map(({ _id }) => _id);
}

/** Keeps a mail until an agent decides; null where too many wait. */
export async function keepHeld(
  ctx: WriteCtx,
  mail: Pick<HeldMail, "ticketId" | "personId" | "from" | "messageId" | "body" | "receivedAt" | "fileBytes">,
): Promise<Id<"ticketHeldMails"> | null> {
  const { ticketId, receivedAt: now, fileBytes = 0 } = mail;
  const beside = await heldIn(ctx, ticketId, now);
  if (beside.length >= MAX_HELD_IN_TICKET || bytesOf(beside) + fileBytes > MAX_HELD_BYTES_IN_TICKET) return null;
  const all = await heldAnywhere(ctx, MAX_HELD, now);
  if (all.length >= MAX_HELD || bytesOf(all) + fileBytes > MAX_HELD_BYTES) return null;
  return await ctx.db.insert("ticketHeldMails", mail);
}

function bytesOf(mails: readonly HeldMail[]): number {
  return mails.reduce((sum, { fileBytes = 0 }) => sum + fileBytes, 0);
}

/** An agent decided: words and address are gone. */
export async function endHeld(ctx: WriteCtx, id: Id<"ticketHeldMails">, at: number): Promise<void> {
  await ctx.db.patch(id, { from: "", body: "", decidedAt: at });
}

/** Words leave the mails that wait in a ticket. */
export async function redactHeld(
  ctx: WriteCtx,
  ticketId: Id<"tickets">,
  without: (text: string) => string,
  now: number,
): Promise<void> {
  for (const { _id, from, body } of await heldIn(ctx, ticketId, now)) {
    const left = { from: without(from), body: without(body) };
    if (left.from !== from || left.body !== body) await ctx.db.patch(_id, left);
  }
}
