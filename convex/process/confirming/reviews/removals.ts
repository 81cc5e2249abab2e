/**
 * What an access review removes where it is much, or from programs: a second person says yes to exactly that, or it
 * stays.
 */

import type { Doc, Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { nameOfGrant } from "../../../core/grants/names";
import { nameOf } from "../../../core/people/model";
import type { ProposedChange, ProposedLine } from "../../../core/proposals/table";
import { removalsOf, takerOf } from "../../../core/reviews/model";
import { subjectOf } from "../../../core/reviews/rules";
import { plural } from "../../../lib/pure/text";
import { programOf } from "../../steps/programs";
import { type ChangeKind, whyNotHolds } from "../steps/change";

type Remove = Extract<ProposedChange, { kind: "review.remove" }>;

/** What waits for the second word; all of a review that ended before each was marked. */
async function waiting(ctx: Pick<QueryCtx, "db">, reviewId: Id<"accessReviews">): Promise<Doc<"reviewItems">[]> {
  const removals = await removalsOf(ctx, reviewId);
  const marked = removals.filter(({ isForSecond }) => isForSecond);
  return marked.length > 0 ? marked : removals;
}

/** Nobody who decided, started the review or is to lose something, also for a program, says the second word. */
export const removingAfterReview: ChangeKind<Remove> = {
  look: async (ctx, { reviewId }) => {
    const review = await ctx.db.get(reviewId);
    const removals = await waiting(ctx, reviewId);
    const lines: ProposedLine[] = [];
    const parties = removals.flatMap((one) => [one.takenFromId, one.decidedById, one.decidedForId]);
    for (const { grantId, takenFromId, reason } of removals) {
      const grant = await ctx.db.get(grantId);
      const program = grant && (await programOf(ctx, grant));
      if (program) parties.push(program.ownerId, program.deputyId);
      const holder = takenFromId ? await nameOf(ctx, takenFromId) : "Nobody known";
      lines.push({
        field: program ? `Service user ${program.name}` : holder,
        before: grant ? (await nameOfGrant(ctx, grant)).description : "",
        after: `removed: ${reason ?? ""}`,
      });
    }
    const label = review ? subjectOf(review).label : "";
    return {
      subject: { type: "review", id: reviewId, label },
      title: `Remove ${plural(removals.length, "access grant")} after the review of ${label}`,
      lines,
      partyIds: [...new Set([review?.startedById, ...parties].flatMap((id) => id ?? []))],
      needsSecond: true,
    };
  },
  whyNot: async (ctx, { reviewId }, by) => {
    const review = await ctx.db.get(reviewId);
    if (review?.state !== "ended") return { code: "wrong-state", status: review?.state ?? "" };
    const removals = await waiting(ctx, reviewId);
    // Whose word it is on: they need not govern anything, and it holds until they are suspended.
    if (by.status !== "suspended") for (const item of removals) if ((await takerOf(ctx, item)) === by._id) return null;
    return whyNotHolds(by, "domains.write");
  },
  // Removed behind the word, so many at a time (`following.ts`).
  apply: async ({ ctx }, { reviewId }) => {
    for (const { _id } of await waiting(ctx, reviewId)) await ctx.db.patch(_id, { isForSecond: undefined });
  },
};
