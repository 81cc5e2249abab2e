/** What an access review removes where it is much: a second person says yes to exactly that, or it stays. */

import { nameOf } from "../../../core/people/model";
import type { ProposedChange, ProposedLine } from "../../../core/proposals/table";
import { removalsOf } from "../../../core/reviews/model";
import { subjectOf } from "../../../core/reviews/rules";
import { plural } from "../../../lib/pure/text";
import { whyNotHolds } from "../areas";
import type { ChangeKind } from "../change";

type Remove = Extract<ProposedChange, { kind: "review.remove" }>;

/** Nobody who decided, started the review or is to lose something says the second word. */
export const removingAfterReview: ChangeKind<Remove> = {
  look: async (ctx, { reviewId }) => {
    const review = await ctx.db.get(reviewId);
    const removals = await removalsOf(ctx, reviewId);
    const lines: ProposedLine[] = [];
    for (const { grantId, takenFromId, reason } of removals)
      lines.push({
        field: takenFromId ? await nameOf(ctx, takenFromId) : "Nobody known",
        before: (await ctx.db.get(grantId))?.description ?? "",
        after: `removed: ${reason ?? ""}`,
      });
    const parties = removals.flatMap((one) => [one.takenFromId, one.decidedById, one.decidedForId]);
    const label = review ? subjectOf(review).label : "";
    return {
      subject: { type: "review", id: reviewId, label },
      title: `Remove ${plural(removals.length, "access", "accesses")} after the review of ${label}`,
      lines,
      partyIds: [...new Set([review?.startedById, ...parties].flatMap((id) => id ?? []))],
      needsSecond: true,
    };
  },
  whyNot: async (ctx, { reviewId }, by) => {
    const review = await ctx.db.get(reviewId);
    if (review?.state !== "ended") return { code: "wrong-state", status: review?.state ?? "" };
    const removals = await removalsOf(ctx, reviewId);
    // Whose word it is on: they need not govern anything, and it holds until they are suspended.
    if (by.status !== "suspended" && removals.some(({ decidedById }) => decidedById === by._id)) return null;
    return whyNotHolds(by, "domains.write");
  },
  // Removed behind the word, so many at a time (`proposals/following.ts`).
  apply: () => Promise.resolve(),
};
