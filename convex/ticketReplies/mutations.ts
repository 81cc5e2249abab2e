/** Replies of agents that are held for a minute before they are sent. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { draftVersion } from "../core/drafts/keeping";
import { draftIn } from "../core/tickets/drafts";
import { loadTicket } from "../core/tickets/model";
import { HELD_MS } from "../core/tickets/rules";
import { afterAnswer, chosenCause } from "../core/tickets/table";
import { readUpTo } from "../core/tickets/wishes";
import * as holding from "../process/supporting/answers/holding";

const ofTicket = { key: v.string() };

/** What the caller has begun to write in a ticket, or holds there; null where there is nothing. */
async function ownIn(ctx: ViewerMutationCtx, key: string): Promise<Doc<"ticketDrafts"> | null> {
  const { ticket } = await loadTicket(ctx, ctx.viewer, key);
  return await draftIn(ctx, { personId: ctx.viewer.person._id, ticketId: ticket._id });
}

/** Sends a reply to everybody in the ticket a minute from now, unless its writer takes it back. */
export const hold = guardedMutation("tickets.answer", {
  args: {
    ...ofTicket,
    body: v.string(),
    uploadIds: v.optional(v.array(v.id("ticketUploads"))),
    after: v.optional(afterAnswer),
    cause: v.optional(chosenCause),
    tags: v.optional(v.array(v.string())),
    readUpTo,
    /** Of the draft it was written as; without, it was written elsewhere. */
    version: v.optional(draftVersion),
  },
  returns: v.null(),
  handler: async (ctx, { key, body, uploadIds, readUpTo: readTo, version, ...follows }) => {
    const { viewer } = ctx;
    const step = { ctx, at: Date.now(), by: attributionOf(viewer), person: viewer.person };
    const held = await holding.hold(
      step,
      await loadTicket(ctx, viewer, key),
      { body, uploadIds, readUpTo: readTo, version },
      follows,
    );
    await ctx.scheduler.runAfter(HELD_MS, internal.ticketReplies.internal.release, held);
    return null;
  },
});

/** Takes the caller's own reply back before anybody heard of it. */
export const undo = guardedMutation("tickets.answer", {
  args: ofTicket,
  returns: v.null(),
  handler: async (ctx, { key }) => {
    await holding.takeBack(ctx, await ownIn(ctx, key));
    return null;
  },
});

/** Sends the caller's own reply without waiting any longer. */
export const sendNow = guardedMutation("tickets.answer", {
  args: ofTicket,
  returns: v.null(),
  handler: async (ctx, { key }) => {
    await holding.sendHeld({ ctx, at: Date.now() }, await ownIn(ctx, key));
    return null;
  },
});
