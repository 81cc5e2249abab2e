/** What those who answer tickets do with canned replies. */

import { v } from "convex/values";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { type CannedStep, saveCanned, setCannedRemoved } from "../core/cannedReplies/model";
import { cannedReply } from "../core/cannedReplies/table";

/** Saves a new canned reply, or another text of one that is still as it was shown. */
export const save = guardedMutation("tickets.answer", {
  args: {
    shown: v.union(v.null(), v.object({ id: v.id("cannedReplies"), updatedAt: v.number() })),
    reply: cannedReply,
  },
  returns: v.id("cannedReplies"),
  handler: async (ctx, { shown, reply }) => await saveCanned(stepOf(ctx), shown, reply),
});

/** Removes a canned reply; or, with `isRemoved` false, undoes that. */
export const setRemoved = guardedMutation("tickets.answer", {
  args: { id: v.id("cannedReplies"), isRemoved: v.boolean() },
  returns: v.null(),
  handler: async (ctx, { id, isRemoved }) => {
    await setCannedRemoved(stepOf(ctx), id, isRemoved);
    return null;
  },
});

function stepOf(ctx: ViewerMutationCtx): CannedStep {
  const { viewer } = ctx;
  return { ctx, at: Date.now(), by: attributionOf(viewer), personId: viewer.person._id };
}
