/** What the clock does about presence. */
import { v } from "convex/values";
import { internalMutation } from "../lib/functions";
import { forgetGone } from "./model";

/** Cron: pages whose browser fell silent count as closed. */
export const forget = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await forgetGone(ctx, Date.now());
    return null;
  },
});
