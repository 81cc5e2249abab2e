/** What was said in a ticket, as its readers see it. */

import { v, type Infer } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { nameOf } from "../../core/people/model";
import { messageVisibility, ticketFile } from "../../core/tickets/table";
import type { Said } from "../../core/tickets/together";
import { nullableString, timestamp } from "../../lib/validators";

export const shownMessage = v.object({
  id: v.string(),
  author: v.string(),
  isMine: v.boolean(),
  isAnswer: v.boolean(),
  visibility: messageVisibility,
  body: v.string(),
  /** Whether it came by mail, with what that quotes. */
  isByMail: v.boolean(),
  /** The address that mail came from, where its author added it. */
  mailFrom: nullableString,
  files: v.array(ticketFile),
  createdAt: timestamp,
  /** Whether everybody who reads the ticket reads it. */
  isForAll: v.boolean(),
  /** The key of the merged ticket it was said in. */
  from: nullableString,
  /** The key of the ticket of its own it became, for its author and agents. */
  splitInto: nullableString,
});

/** What was said, with the names of those who said it. */
export async function shownMessages(
  ctx: Pick<QueryCtx, "db">,
  said: readonly Said[],
  { personId, isAgent }: { readonly personId: Id<"people">; readonly isAgent: boolean },
): Promise<Infer<typeof shownMessage>[]> {
  const shown: Infer<typeof shownMessage>[] = [];
  for (const {
    id,
    authorId,
    isAnswer,
    visibility,
    body,
    byMail,
    mailFrom,
    createdAt,
    from,
    files,
    isForAll,
    splitIntoId,
  } of said) {
    const author = await nameOf(ctx, authorId);
    const split = splitIntoId && (isAgent || authorId === personId) ? await ctx.db.get(splitIntoId) : null;
    shown.push({
      id,
      author,
      isMine: authorId === personId,
      isAnswer,
      visibility,
      body,
      isByMail: byMail === true,
      mailFrom: mailFrom ?? null,
      createdAt,
      from,
      splitInto: split?.key ?? null,
      files: [...files],
      isForAll,
    });
  }
  return shown;
}
