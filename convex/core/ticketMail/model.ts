/** The addresses at which people answer tickets by mail, and the conversations that are held there. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { newToken, withMail } from "./rules/thread";

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
