/** What an incident says goes on by itself. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../access/functions";
import * as broadcasting from "../process/supporting/broadcasting";

/** Brings a word to the next tickets of its incident, and goes on where more are waiting. */
export const spread = internalMutation({
  args: { wordId: v.id("incidentWords") },
  returns: v.null(),
  handler: async (ctx, { wordId }) => {
    if (await broadcasting.spread(ctx, wordId, Date.now()))
      await ctx.scheduler.runAfter(0, internal.incidents.internal.spread, { wordId });
    return null;
  },
});
