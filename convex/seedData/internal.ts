/** What the scheduler calls while demo data is cleared. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../access/functions";
import { demoWorld } from "../core/seedData/model";
import * as clearing from "../process/clearing/clear";

/** One batch of rows, and the next one after it. */
export const clearBatch = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await clearing.clearBatch(ctx, await demoWorld(ctx), Date.now()))
      await ctx.scheduler.runAfter(0, internal.seedData.internal.clearBatch, {});
    return null;
  },
});
