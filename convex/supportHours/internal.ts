/** What follows from other support hours. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../access/functions";
import { nullableString } from "../lib/validators";
import { retimeTickets } from "../process/supporting/retiming";

/** Gives open tickets the due times of the hours that hold now, some in each transaction. */
export const retime = internalMutation({
  args: { state: v.number(), cursor: nullableString },
  returns: v.null(),
  handler: async (ctx, place) => {
    const next = await retimeTickets(ctx, place);
    if (next !== null) await ctx.scheduler.runAfter(0, internal.supportHours.internal.retime, next);
    return null;
  },
});
