/** What the clock does to replies that are held. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../access/functions";
import { refusalIn } from "../lib/errors";
import * as holding from "../process/supporting/answers/holding";

/** The minute is over: sends the reply that was held then; where that is refused it is a draft again, and says why. */
export const release = internalMutation({
  args: { draftId: v.id("ticketDrafts"), sendsAt: v.number() },
  returns: v.null(),
  handler: async (ctx, { draftId, sendsAt }) => {
    const kept = await ctx.db.get(draftId);
    if (kept?.held?.sendsAt !== sendsAt) return null;
    try {
      await ctx.runMutation(internal.ticketReplies.internal.send, { draftId });
    } catch (error) {
      await holding.takeBack(ctx, kept, said(error));
    }
    return null;
  },
});

/** Why it was not sent, in the words of the rule; without any, what its writer does about it. */
function said(error: unknown): string {
  const message = refusalIn(error)?.["message"];
  return typeof message === "string" ? message : "The ticket has changed. Read it, then send your reply again.";
}

/** Sends it, all of it or nothing. */
export const send = internalMutation({
  args: { draftId: v.id("ticketDrafts") },
  returns: v.null(),
  handler: async (ctx, { draftId }) => {
    await holding.sendHeld({ ctx, at: Date.now() }, await ctx.db.get(draftId));
    return null;
  },
});
