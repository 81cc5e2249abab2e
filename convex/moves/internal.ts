/** What the crons call. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../access/functions";
import { SYSTEM } from "../core/audit/model";
import { endMoveReviews } from "../process/moving/deciding";

/** Cron: ends reviews after moves whose time is over or in which nothing is left to decide. */
export const turn = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await endMoveReviews({ ctx, at: Date.now(), by: SYSTEM }))
      await ctx.scheduler.runAfter(0, internal.moves.internal.turn, {});
    return null;
  },
});
