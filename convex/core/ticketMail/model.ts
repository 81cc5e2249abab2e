/** The addresses at which people answer tickets by mail, and the conversations that are held there. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { isMessageId, newToken, withMail } from "./rules/thread";

type WriteCtx = Pick<MutationCtx, "db">;

/** The address at which somebody answers a ticket; a new one where they have none. */
async function addressOf(
  ctx: WriteCtx,
  ticketId: Id<"tickets">,
  personId: Id<"people">,
): Promise<Doc<"ticketAddresses">> {
  const known = await ctx.db
    .query("ticketAddresses")
    .withIndex("by_person", (q) => q.eq("ticketId", ticketId).eq("personId", personId))
    .first();
  if (known) return known;
  const fields = { ticketId, personId, token: newToken(), mails: 0, thread: [] };
  const id = await ctx.db.insert("ticketAddresses", fields);
  return { ...fields, _id: id, _creationTime: Date.now() };
}

/** The next mail to somebody about a ticket: its own name, the mails before it, and where it is answered. */
export async function nextMail(
  ctx: WriteCtx,
  ticketId: Id<"tickets">,
  personId: Id<"people">,
): Promise<{ readonly id: string; readonly references: string[]; readonly token: string }> {
  const { _id, token, thread, mails } = await addressOf(ctx, ticketId, personId);
  const id = `${token}.${mails + 1}`;
  await ctx.db.patch(_id, { mails: mails + 1, thread: withMail(thread, id) });
  return { id, references: thread, token };
}

/** The address a mail was sent to, or null where there is none. */
export async function addressByToken(ctx: Pick<QueryCtx, "db">, token: string): Promise<Doc<"ticketAddresses"> | null> {
  return await ctx.db
    .query("ticketAddresses")
    .withIndex("by_token", (q) => q.eq("token", token))
    .unique();
}

/** Whether this mail is a reply in the ticket already. */
export async function wasTaken(
  ctx: Pick<QueryCtx, "db">,
  ticketId: Id<"tickets">,
  messageId: string,
): Promise<boolean> {
  const known = await ctx.db
    .query("ticketMails")
    .withIndex("by_message", (q) => q.eq("ticketId", ticketId).eq("messageId", messageId))
    .first();
  return known !== null;
}

/** Remembers a mail that became a reply; the next mail to its writer answers it. */
export async function noteMail(
  ctx: WriteCtx,
  { _id, ticketId, thread }: Doc<"ticketAddresses">,
  messageId: string,
  at: number,
): Promise<void> {
  await ctx.db.insert("ticketMails", { ticketId, messageId, at });
  if (isMessageId(messageId)) await ctx.db.patch(_id, { thread: withMail(thread, messageId) });
}
