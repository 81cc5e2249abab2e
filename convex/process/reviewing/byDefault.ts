/**
 * What nobody decides about, in a review whose starter chose at its start that it is removed: its holders are warned like
 * anybody who is to lose something, and at the end what they were warned of goes in the review's name.
 */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { removalsOf } from "../../core/reviews/model";
import { MAX_REMOVALS, MAX_UNDECIDED_LOOKED_AT } from "../../core/reviews/rules";
import { whyNotTake } from "./reviewers";

type ReadCtx = Pick<QueryCtx, "db">;
type Review = Doc<"accessReviews">;
type Item = Doc<"reviewItems">;

/** The first accesses nobody has decided about, as they are looked at: unused ones before the others. */
export async function undecidedOf({ db }: ReadCtx, { _id }: Review, most: number): Promise<Item[]> {
  return await db
    .query("reviewItems")
    .withIndex("by_verdict", (q) => q.eq("reviewId", _id).eq("verdict", undefined))
    .take(most);
}

/**
 * What of it goes as things stand: beside what is marked no more than one review removes, nothing of protected accounts,
 * and from the day of the warnings on only what was warned of.
 */
export async function goingByDefault(ctx: ReadCtx, review: Review): Promise<Item[]> {
  if (review.undecided !== "remove" || review.state === "ended") return [];
  const left = MAX_REMOVALS - (await removalsOf(ctx, review._id)).length;
  const going: Item[] = [];
  for (const item of await undecidedOf(ctx, review, MAX_UNDECIDED_LOOKED_AT)) {
    if (going.length >= left) break;
    const isMeant = review.remindedAt === undefined ? (await whyNotTake(ctx, item)) === null : isWarned(item);
    if (isMeant) going.push(item);
  }
  return going;
}

/** Whether its holder was warned of losing it. */
export const isWarned = ({ warnedAt }: Item): boolean => warnedAt !== undefined;
