/** Steps over access reviews that need no other noun. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { MAX_REMOVALS } from "./rules";

/** Latest accesses taken from one person that are looked through. */
const MAX_LOSSES = 50;
/** Newest reviews that took one access from its holder: each took it anew. */
const MAX_TAKEN = 5;

/** An access that a review is about to take from somebody. */
export interface Loss {
  readonly item: Doc<"reviewItems">;
  readonly review: Doc<"accessReviews">;
}

/** What reviews are about to take from a person, by the access: open ones, and what an ended one has not taken. */
export async function lossesOf(
  { db }: Pick<QueryCtx, "db">,
  personId: Id<"people">,
): Promise<ReadonlyMap<Id<"grants">, Loss>> {
  const items = await db
    .query("reviewItems")
    .withIndex("by_loser", (q) => q.eq("takenFromId", personId))
    .order("desc")
    .take(MAX_LOSSES);
  const found = new Map<Id<"grants">, Loss>();
  for (const item of items) {
    const review = await db.get(item.reviewId);
    const isAhead = review?.state === "open" || (review?.state === "ended" && item.takenAt === undefined);
    if (review && isAhead && !found.has(item.grantId)) found.set(item.grantId, { item, review });
  }
  return found;
}

/** The decision of a review by which an access ended, or null where it ended otherwise. */
export async function takenBy(
  { db }: Pick<QueryCtx, "db">,
  { beneficiaryId, accessKey, removalAskedAt }: Doc<"grants">,
): Promise<Doc<"reviewItems"> | null> {
  if (removalAskedAt === undefined) return null;
  const items = await db
    .query("reviewItems")
    .withIndex("by_access", (q) => q.eq("takenFromId", beneficiaryId).eq("accessKey", accessKey))
    .order("desc")
    .take(MAX_TAKEN);
  for (const item of items) {
    const review = await db.get(item.reviewId);
    // What ended before removals were noted ended with its review.
    if ((item.takenAt ?? review?.endedAt) === removalAskedAt) return item;
  }
  return null;
}

/** On whose word an access goes: of whoever decided, or of who started the review where its default did. */
export async function takerOf(
  { db }: Pick<QueryCtx, "db">,
  { decidedById, reviewId }: Doc<"reviewItems">,
): Promise<Id<"people"> | null> {
  return decidedById ?? (await db.get(reviewId))?.startedById ?? null;
}

/** What a review is to remove. */
export async function removalsOf(
  { db }: Pick<QueryCtx, "db">,
  reviewId: Id<"accessReviews">,
): Promise<Doc<"reviewItems">[]> {
  return await db
    .query("reviewItems")
    .withIndex("by_verdict", (q) => q.eq("reviewId", reviewId).eq("verdict", "remove"))
    .take(MAX_REMOVALS);
}
