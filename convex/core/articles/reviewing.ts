/** Articles whose review is due: their owner is told once for each date (H5). */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { pathTo } from "../../site/links";
import { notify } from "../notifications/model";
import { ownersOf } from "../people/holders";

type WriteCtx = Pick<MutationCtx, "db">;

/** Articles in one turn of the clock; the rest come with the next one. */
const BATCH = 50;

/** Tells of the articles whose review is due by now. */
export async function tellReviews(ctx: WriteCtx, at: number): Promise<void> {
  const due = await ctx.db
    .query("articles")
    .withIndex("by_remind", (q) => q.gt("remindAt", 0).lte("remindAt", at))
    .take(BATCH);
  for (const article of due) {
    await ctx.db.patch(article._id, { remindAt: undefined });
    for (const recipientId of await reviewersOf(ctx, article))
      await notify(ctx, {
        recipientId,
        kind: "article.reviewDue",
        subject: { type: "article", id: article._id, label: article.key },
        title: `Review “${article.title}”`,
        to: pathTo("article", { id: article.key }),
        at,
      });
  }
}

/** The owner; once they are gone, those who answer tickets. */
async function reviewersOf(ctx: WriteCtx, { ownerId }: Doc<"articles">): Promise<Id<"people">[]> {
  if ((await ctx.db.get(ownerId))?.status === "active") return [ownerId];
  return (await ownersOf(ctx)).map(({ _id }) => _id);
}
