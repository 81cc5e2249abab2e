/** Decisions made faster than anybody looks: they count, marked for everybody who reads the review. */

import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { recordEvent } from "../../core/audit/model";
import { notify } from "../../core/notifications/model";
import { fullName, nameOf } from "../../core/people/model";
import { hurriedAmong, MAX_PACED, PACE_MS, subjectOf } from "../../core/reviews/rules";
import { pathTo } from "../../site/links";
import type { MutationStep } from "../steps/step";

/** Marked decisions that are counted. */
const MAX_HURRIED = 1000;

/** Who decided too quickly, about how much; nobody for who sees only a part of it. */
export const shownHurried = v.array(v.object({ name: v.string(), count: v.number() }));

/**
 * Marks what somebody decided too quickly in a review, up to this decision. Each time it begins it is in the audit
 * trail; whoever started the review is notified once of each person.
 */
export async function notePace(
  { ctx, at, by }: MutationStep,
  { _id: reviewId }: Doc<"accessReviews">,
  person: Doc<"people">,
): Promise<void> {
  const latest = await ctx.db
    .query("reviewItems")
    .withIndex("by_pace", (q) =>
      q
        .eq("reviewId", reviewId)
        .eq("decidedById", person._id)
        .gt("decidedAt", at - PACE_MS),
    )
    .order("desc")
    .take(MAX_PACED);
  const hurried = hurriedAmong(latest, at);
  const unmarked = hurried.filter(({ isHurried }) => !isHurried);
  if (unmarked.length === 0) return;
  for (const { _id } of unmarked) await ctx.db.patch(_id, { isHurried: true });
  const review = await ctx.db.get(reviewId);
  if (!review || unmarked.length < hurried.length) return;
  await recordEvent(ctx, {
    ...by,
    action: "review.hurried",
    targets: [subjectOf(review)],
    concern: "domains",
    context: { count: hurried.length },
    occurredAt: at,
  });
  const notifiedOf = review.hurriedIds ?? [];
  if (notifiedOf.includes(person._id)) return;
  await ctx.db.patch(reviewId, { hurriedIds: [...notifiedOf, person._id] });
  await notify(ctx, {
    recipientId: review.startedById,
    kind: "review.hurried",
    subject: subjectOf(review),
    // A notice for each person, so that the next one does not take the place of the first.
    step: person._id,
    title: `${fullName(person)} decided within seconds in the review of ${subjectOf(review).label}`,
    body: "These decisions count. They are marked in the review and in its report.",
    to: pathTo("accessReview", { reviewId }),
    at,
  });
}

/** Whose decisions are marked as too quick, those of most first. */
export async function hurriedIn(ctx: Pick<QueryCtx, "db">, reviewId: Id<"accessReviews">) {
  const marked = await ctx.db
    .query("reviewItems")
    .withIndex("by_hurried", (q) => q.eq("reviewId", reviewId).eq("isHurried", true))
    .take(MAX_HURRIED);
  const counts = new Map<Id<"people">, number>();
  for (const { decidedById: id } of marked) if (id) counts.set(id, (counts.get(id) ?? 0) + 1);
  const found = await Promise.all([...counts].map(async ([id, count]) => ({ name: await nameOf(ctx, id), count })));
  return found.toSorted((one, other) => other.count - one.count);
}
