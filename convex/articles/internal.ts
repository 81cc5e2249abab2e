/** What the clock does with help articles. */

import { v } from "convex/values";
import { internalMutation } from "../access/functions";
import { tellReviews } from "../core/articles/reviewing";

/** Tells the owners of articles whose review is due. */
export const turn = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await tellReviews(ctx, Date.now());
    return null;
  },
});
