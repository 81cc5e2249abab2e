/** What the clock does to access reviews. */

import { v } from "convex/values";
import { internalMutation } from "../access/functions";
import { systemStep } from "../process/executing/executor";
import { endReviews, takeNext } from "../process/reviewing/ending";
import * as reviewing from "../process/reviewing/reviewing";
import { warnBeforeEnds } from "../process/reviewing/warning";

/** One batch of what a review is about. */
export const collect = internalMutation({
  args: { reviewId: v.id("accessReviews"), cursor: v.union(v.null(), v.string()) },
  returns: v.null(),
  handler: async (ctx, { reviewId, cursor }) => {
    await reviewing.collect(ctx, reviewId, cursor);
    return null;
  },
});

/** Cron: those concerned are warned, and reviews whose last day is over end. */
export const turn = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const step = { ...systemStep(ctx, Date.now()), ctx };
    await endReviews(step);
    await warnBeforeEnds(step);
    return null;
  },
});

/** The next of what a review removes. */
export const take = internalMutation({
  args: { reviewId: v.id("accessReviews") },
  returns: v.null(),
  handler: async (ctx, { reviewId }) => {
    await takeNext({ ...systemStep(ctx, Date.now()), ctx }, reviewId);
    return null;
  },
});
