/** What arrived in a ticket while somebody wrote: nobody answers or ends it past words they have not read (S37). */

import { nameOf } from "../../../core/people/model";
import type { ReadTicket } from "../../../core/tickets/model";
import { readPartsOf } from "../../../core/tickets/together";
import { refuse } from "../../../lib/errors";
import type { TicketStep } from "./step";

/** More than is said while somebody writes. */
const MAX_SINCE = 100;

/**
 * Refuses where somebody else said something to everybody in the ticket, or in what was merged into it, after `readUpTo`;
 * undefined for what nobody wrote on a page.
 */
export async function refuseUnread(
  { ctx, person }: Pick<TicketStep, "ctx" | "person">,
  { ticket }: Pick<ReadTicket, "ticket">,
  readUpTo: number | undefined,
): Promise<void> {
  if (readUpTo === undefined) return;
  const parts = await readPartsOf(ctx, { person, impersonation: null }, ticket._id);
  for (const { _id, key } of [ticket, ...parts.map((part) => part.ticket)]) {
    const since = await ctx.db
      .query("ticketMessages")
      .withIndex("by_visibility", (q) => q.eq("ticketId", _id).eq("visibility", "public").gt("createdAt", readUpTo))
      .take(MAX_SINCE);
    const unread = since.find(({ authorId }) => authorId !== person._id);
    if (unread)
      refuse({
        code: "changed-meanwhile",
        message: `${await nameOf(ctx, unread.authorId)} wrote in ${key} in the meantime. Read it, then send yours again.`,
      });
  }
}
