/** What is done behind the word of two, in transactions of its own: named here, because each belongs to another door. */

import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

/** What somebody held is handed on, whom a file names is invited, what a review removes goes and who was removed is ended in the sign-in now, not with the next minute. */
export async function follow(ctx: MutationCtx, proposalId: Id<"proposals">): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.approvals.internal.runTimers, {});
  await ctx.scheduler.runAfter(0, internal.invitations.internal.inviteNext, {});
  await ctx.scheduler.runAfter(0, internal.removals.internal.send, {});
  const proposal = await ctx.db.get(proposalId);
  const isDone = proposal?.state === "confirmed" || proposal?.state === "applied";
  if (isDone && proposal.change.kind === "review.remove")
    await ctx.scheduler.runAfter(0, internal.reviews.internal.take, { reviewId: proposal.change.reviewId });
}
