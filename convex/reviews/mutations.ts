/** What people do with access reviews. */

import { v } from "convex/values";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf, recordEvent } from "../core/audit/model";
import { subjectOf } from "../core/reviews/rules";
import { reviewVerdict } from "../core/reviews/table";
import { refuse } from "../lib/errors";
import { liveExecutor } from "../process/executing/executor";
import * as deciding from "../process/reviewing/deciding";
import * as passing from "../process/reviewing/passing";
import { reviewFor } from "../process/reviewing/reviewers";
import * as reviewing from "../process/reviewing/reviewing";
import * as warning from "../process/reviewing/warning";

/** Starts the review of what people hold in a data domain, or of who has one of its roles. */
export const start = guardedMutation("reviews.start", {
  args: {
    domainId: v.id("dataDomains"),
    role: v.optional(v.string()),
    days: v.number(),
    /** What happens to what nobody decides about; it stays where this is left out. */
    undecided: v.optional(reviewVerdict),
  },
  returns: v.id("accessReviews"),
  handler: async (ctx, { domainId, ...wish }) => {
    const domain = (await ctx.db.get(domainId)) ?? refuse({ code: "not-found" });
    return await reviewing.startReview(stepOf(ctx), domain, { ...wish, byId: ctx.viewer.person._id });
  },
});

/** Decides about one access; until the last day it can be decided anew. */
export const decide = guardedMutation("reviews.decide", {
  args: { itemId: v.id("reviewItems"), verdict: reviewVerdict, reason: v.string() },
  returns: v.null(),
  handler: async (ctx, wish) => {
    await deciding.decide(stepOf(ctx), ctx.viewer.person, wish);
    return null;
  },
});

/** Decides at once about several of a group nobody has decided about; answers how many. */
export const decideTogether = guardedMutation("reviews.decide", {
  args: {
    reviewId: v.id("accessReviews"),
    itemIds: v.array(v.id("reviewItems")),
    verdict: reviewVerdict,
    reason: v.string(),
  },
  returns: v.number(),
  handler: async (ctx, wish) => await deciding.decideTogether(stepOf(ctx), ctx.viewer.person, wish),
});

/** Passes accesses on to somebody else with a note; says how many, and how many went to data governance instead. */
export const passOn = guardedMutation("reviews.decide", {
  args: {
    reviewId: v.id("accessReviews"),
    itemIds: v.array(v.id("reviewItems")),
    /** Left out where all of it goes to data governance. */
    toId: v.optional(v.id("people")),
    note: v.string(),
  },
  returns: v.object({ passed: v.number(), toGovernance: v.number() }),
  handler: async (ctx, wish) => await passing.passOn(stepOf(ctx), ctx.viewer.person, wish),
});

/** Says that the caller still needs what is to be taken from them. */
export const sayNeed = guardedMutation("reviews.decide", {
  args: { itemId: v.id("reviewItems"), note: v.string() },
  returns: v.null(),
  handler: async (ctx, wish) => {
    await warning.sayNeed(stepOf(ctx), ctx.viewer.person, wish);
    return null;
  },
});

/** Writes down that a review was taken out as a file, before it is. */
export const exported = guardedMutation("reviews.decide", {
  args: { reviewId: v.string() },
  returns: v.null(),
  handler: async (ctx, { reviewId }) => {
    const { review } = (await reviewFor(ctx, ctx.viewer.person, reviewId, Date.now())) ?? refuse({ code: "not-found" });
    await recordEvent(ctx, {
      ...attributionOf(ctx.viewer),
      action: "reviews.exported",
      targets: [subjectOf(review)],
      concern: "domains",
      context: {},
      occurredAt: Date.now(),
    });
    return null;
  },
});

function stepOf(ctx: ViewerMutationCtx) {
  const at = Date.now();
  return { ctx, at, by: attributionOf(ctx.viewer), executor: liveExecutor(ctx, at) };
}
