/** What the clock does to changes that need a second person. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../access/functions";
import { SYSTEM } from "../core/audit/model";
import { dueProposals, turnProposal } from "../process/confirming/confirming";
import { follow } from "../process/confirming/following";

/** Cron: what nobody stopped takes effect, what nobody confirmed expires. Each in a transaction of its own. */
export const turn = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    for (const proposalId of await dueProposals({ ctx, at: Date.now() }))
      await ctx.scheduler.runAfter(0, internal.proposals.internal.turnOne, { proposalId });
    return null;
  },
});

/** The time of one proposal has come. */
export const turnOne = internalMutation({
  args: { proposalId: v.id("proposals") },
  returns: v.null(),
  handler: async (ctx, { proposalId }) => {
    await turnProposal({ ctx, at: Date.now(), by: SYSTEM }, proposalId);
    await follow(ctx, proposalId);
    return null;
  },
});
