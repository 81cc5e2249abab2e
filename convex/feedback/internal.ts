/** What happens behind a change of an idea. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../access/functions";
import { pruneDrafts } from "../core/drafts/keeping";
import { pruneUploads, settleUpload } from "../core/feedback/uploads";
import { fileFinding } from "../core/files/table";
import { nullableString } from "../lib/validators";
import * as moving from "../process/suggesting/moving";

/** Tells one batch of people what became of an idea. */
export const tell = internalMutation({
  args: { moveId: v.id("ideaMoves"), personIds: v.array(v.id("people")) },
  returns: v.null(),
  handler: async (ctx, { moveId, personIds }) => {
    await moving.tell(ctx, moveId, personIds);
    return null;
  },
});

/** Takes the words of a deleted idea out of the notices about it, batch after batch. */
export const forget = internalMutation({
  args: { ideaId: v.id("ideas"), cursor: nullableString },
  returns: v.null(),
  handler: async (ctx, { ideaId, cursor }) => {
    await moving.forget(ctx, ideaId, cursor);
    return null;
  },
});

/** A file that waits to be looked into, or null. */
export const uploadToCheck = internalQuery({
  args: { uploadId: v.id("ideaUploads") },
  returns: v.union(v.null(), v.object({ storageId: v.id("_storage"), name: v.string() })),
  handler: async (ctx, { uploadId }) => {
    const upload = await ctx.db.get(uploadId);
    return upload?.state === "checking" ? { storageId: upload.storageId, name: upload.name } : null;
  },
});

/** What a file was found to be. */
export const fileChecked = internalMutation({
  args: { uploadId: v.id("ideaUploads"), finding: fileFinding },
  returns: v.null(),
  handler: async (ctx, { uploadId, finding }) => {
    await settleUpload(ctx, uploadId, finding, Date.now());
    return null;
  },
});

/** Cron: removes drafts that nobody carried on with. */
export const pruneDraftsOfIdeas = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await pruneDrafts(ctx, "ideaDrafts", Date.now()))
      await ctx.scheduler.runAfter(0, internal.feedback.internal.pruneDraftsOfIdeas, {});
    return null;
  },
});

/** Cron: removes files that were not sent in time, and permits to upload whose time is over. */
export const pruneFiles = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await pruneUploads(ctx, Date.now())) await ctx.scheduler.runAfter(0, internal.feedback.internal.pruneFiles, {});
    return null;
  },
});
