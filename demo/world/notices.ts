/** What people of the demo were told while its past was written. */

import type { Doc } from "../../convex/_generated/dataModel";
import type { MutationCtx } from "../../convex/_generated/server";

/** Newest notices that are looked through: more than one chapter of the past tells of. */
const NOTICES = 200;

/** The newest notices of some kinds: those that begin so ("ticket."). */
export async function newestNotices(ctx: MutationCtx, kinds: string): Promise<Doc<"notifications">[]> {
  const newest = await ctx.db.query("notifications").order("desc").take(NOTICES);
  return newest.filter(({ kind }) => kind.startsWith(kinds));
}

/** Whoever was told of it has read it and put it away: nobody starts with a full inbox. */
export async function haveRead(ctx: MutationCtx, kinds: string): Promise<void> {
  for (const { _id, updatedAt } of await newestNotices(ctx, kinds))
    await ctx.db.patch(_id, { seenAt: updatedAt, readAt: updatedAt, archivedAt: updatedAt });
}
