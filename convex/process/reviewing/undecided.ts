/** How much of the open reviews is somebody's to decide: the number in the menu. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { whyNotNow } from "../../core/reviews/rules";
import { governs, judgeOf, passedTo, sightOf } from "./reviewers";

/** Open reviews that are looked through, and accesses: more than is decided in a sitting. */
const MAX_REVIEWS = 50;
const MAX_LOOKED_AT = 100;

/** What nobody has decided about yet and is this person's to decide, or of who they stand in for; counted up to 100. */
export async function undecidedFor(ctx: Pick<QueryCtx, "db">, person: Doc<"people">, at: number): Promise<number> {
  const open = await ctx.db
    .query("accessReviews")
    .withIndex("by_state", (q) => q.eq("state", "open").gt("dueAt", at))
    .take(MAX_REVIEWS);
  const sight = await sightOf(ctx, person, at);
  let count = 0;
  let left = MAX_LOOKED_AT;
  for (const review of open) {
    const seen = await sight(review);
    const domain = seen && (await ctx.db.get(review.domainId));
    if (!domain || whyNotNow(review, at)) continue;
    const rows =
      seen === "all"
        ? await ctx.db
            .query("reviewItems")
            .withIndex("by_verdict", (q) => q.eq("reviewId", review._id).eq("verdict", undefined))
            .take(left)
        : (await passedTo(ctx, review._id, seen)).slice(0, left);
    left -= rows.length;
    const judge = await judgeOf(ctx, { review, domain }, person, at);
    for (const item of rows) {
      const isWithOthers =
        seen === "all" &&
        (item.isWithGovernance ? !governs(person) : item.askedId !== undefined && item.askedId !== person._id);
      if (item.verdict === undefined && !isWithOthers && (await judge(item)).no === null) count += 1;
    }
  }
  return count;
}
