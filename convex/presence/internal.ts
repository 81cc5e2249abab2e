/** What the clock does about presence. */

import { v } from "convex/values";
import { internalMutation } from "../access/functions";
import { forgetGone } from "../core/presence/model";

/** Cron: pages whose browser fell silent count as closed. */
export const forget = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await forgetGone(ctx, Date.now());
    return null;
  },
});
