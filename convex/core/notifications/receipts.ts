/**
 * Receipts of mails (N12): when its reader saw in the portal what a mail tells of. Whether the mail itself was opened is
 * not known, because nothing in it reports that. A notice names the mails that told of it until it is seen: after that it
 * may say something new and be unseen again, and what the earlier mails told has been seen all the same.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

type WriteCtx = Pick<MutationCtx, "db">;
type Notice = Pick<Doc<"notifications">, "_id" | "mailIds">;

/** Mails about one notice, the latest, that wait for it to be seen. */
const MAX_WAITING = 50;

/** A mail tells of these notices, which its reader has not seen. */
export async function tellsOf(ctx: WriteCtx, mailId: Id<"mailOutbox">, notices: readonly Notice[]): Promise<void> {
  await ctx.db.patch(mailId, { notices: notices.length });
  for (const { _id, mailIds = [] } of notices)
    await ctx.db.patch(_id, { mailIds: [...mailIds, mailId].slice(-MAX_WAITING) });
}

/** Its reader has a notice before their eyes. */
export async function noteSeen(ctx: WriteCtx, { _id, mailIds }: Notice, at: number): Promise<void> {
  if (mailIds === undefined) return;
  await ctx.db.patch(_id, { mailIds: undefined });
  for (const mailId of mailIds) {
    const mail = await ctx.db.get(mailId);
    // Gone by its time.
    if (mail) await ctx.db.patch(mailId, { seenNotices: (mail.seenNotices ?? 0) + 1, seenAt: at });
  }
}
