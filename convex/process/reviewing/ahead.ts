/** What a review comes to as it stands: what goes, what of it takes a second person, and what nobody has decided about. */

import { v, type ObjectType } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { removalsOf } from "../../core/reviews/model";
import { MAX_UNDECIDED } from "../../core/reviews/rules";
import { goingByDefault, undecidedOf } from "./byDefault";
import { takingSecond } from "./ending";
import type { Sight } from "./reviewers";

/** Both null for who sees only a part of it. */
export const shownAhead = {
  /**
   * What is marked, whether so much takes a second person along with what goes undecided, and how much of it does in any
   * case because a program holds it.
   */
  removals: v.union(v.null(), v.object({ marked: v.number(), takesSecond: v.boolean(), ofPrograms: v.number() })),
  /** How much nobody has decided about, counted up to 1,000, and how much goes for that reason, or went. */
  left: v.union(v.null(), v.object({ count: v.number(), going: v.number() })),
};

/** What a review comes to, for who sees all of it. */
export async function ahead(
  ctx: Pick<QueryCtx, "db">,
  review: Doc<"accessReviews">,
  sight: Sight,
): Promise<ObjectType<typeof shownAhead>> {
  if (sight !== "all") return { removals: null, left: null };
  const marked = await removalsOf(ctx, review._id);
  const going = await goingByDefault(ctx, review);
  const { isMuch, ofPrograms } = await takingSecond(ctx, review, [...marked, ...going]);
  const { length: count } = await undecidedOf(ctx, review, MAX_UNDECIDED);
  const gone = marked.filter(({ decidedById }) => decidedById === undefined);
  return {
    removals: { marked: marked.length, takesSecond: isMuch, ofPrograms: ofPrograms.length },
    left: { count, going: going.length + gone.length },
  };
}
