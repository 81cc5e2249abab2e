/** What people do with access reviews. */

import { v } from "convex/values";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { reviewVerdict } from "../core/reviews/table";
import { refuse } from "../lib/errors";
import { liveExecutor } from "../process/executing/executor";
import * as reviewing from "../process/reviewing/reviewing";

/** Starts the review of what people hold in a data domain. */
export const start = guardedMutation("reviews.start", {
  args: { domainId: v.id("dataDomains"), days: v.number() },
  returns: v.id("accessReviews"),
  handler: async (ctx, { domainId, days }) => {
    const domain = (await ctx.db.get(domainId)) ?? refuse({ code: "not-found" });
    return await reviewing.startReview(stepOf(ctx), domain, { days, byId: ctx.viewer.person._id });
  },
});

/** Decides about one access; until the last day it can be decided anew. */
export const decide = guardedMutation("reviews.decide", {
  args: { itemId: v.id("reviewItems"), verdict: reviewVerdict, reason: v.string() },
  returns: v.null(),
  handler: async (ctx, wish) => {
    await reviewing.decide(stepOf(ctx), ctx.viewer.person, wish);
    return null;
  },
});

function stepOf(ctx: ViewerMutationCtx) {
  const at = Date.now();
  return { ctx, at, by: attributionOf(ctx.viewer), executor: liveExecutor(ctx, at) };
}
