/** What the clock does to tickets. */

import { v } from "convex/values";
import { internalMutation } from "../access/functions";
import { turnTickets } from "../process/supporting/turning";

/** Cron: waits whose day has come end, and what stayed resolved is closed. */
export const turn = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await turnTickets(ctx, Date.now());
    return null;
  },
});
