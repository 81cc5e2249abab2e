/** A review of several accesses of one group, decided about at once or one after the other. */

import { api } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import { aReview, KEEP } from "./reviews.testing";

/** As many more accesses as ada's first one, all in one group. */
export async function several(count: number, group: "used" | "unused" = "used", env: Record<string, string> = {}) {
  const review = await aReview(env);
  const { world, item } = review;
  const first = await item();
  const itemIds = await world.run(async (ctx) => {
    const row = await ctx.db.get(first);
    if (!row) throw new Error("Nothing to review");
    const { _id, _creationTime, ...fields } = row;
    const made: Id<"reviewItems">[] = [];
    for (let at = 0; at < count; at++) made.push(await ctx.db.insert("reviewItems", { ...fields, group }));
    return made;
  });
  const { reviewId } = review;
  const together = (by = review.fay, ids = itemIds, decision: { verdict: "keep" | "remove"; reason: string } = KEEP) =>
    by.mutation(api.reviews.mutations.decideTogether, { reviewId, itemIds: ids, ...decision });
  return { ...review, first, itemIds, keep: together, together };
}
