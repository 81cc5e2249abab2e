/** What the clock does to replies that are held. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../access/functions";
import { refusalIn } from "../lib/errors";
import * as holding from "../process/supporting/answers/holding";

/** How often a reply is sent that the portal itself failed to send, and how soon again. */
const MAX_TRIES = 5;
const AGAIN_MS = 10_000;

/**
 * The minute is over: sends the reply that was held then. Where that is refused it is a draft again, and says why; where
 * the portal failed it stays held and is sent again a few times before that.
 */
export const release = internalMutation({
  args: { draftId: v.id("ticketDrafts"), sendsAt: v.number(), tries: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { draftId, sendsAt, tries = 1 }) => {
    const kept = await ctx.db.get(draftId);
    if (kept?.held?.sendsAt !== sendsAt) return null;
    try {
      await ctx.runMutation(internal.ticketReplies.internal.send, { draftId });
    } catch (error) {
      const again = { draftId, sendsAt, tries: tries + 1 };
      if (refusalIn(error) === null && tries < MAX_TRIES)
        await ctx.scheduler.runAfter(AGAIN_MS, internal.ticketReplies.internal.release, again);
      else await holding.takeBack(ctx, kept, said(error));
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
