/** What the scheduler and the crons call. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../access/functions";
import { pruneStrayFiles } from "../core/files/model";
import { fileFinding } from "../core/files/table";
import * as uploads from "../core/requests/uploads";
import { checkQuestions } from "../process/conversing/questions";
import { systemStep } from "../process/executing/executor";
import * as drifting from "../process/submitting/drifting";

/** A file that waits to be looked into, or null. */
export const uploadToCheck = internalQuery({
  args: { uploadId: v.id("requestUploads") },
  returns: v.union(v.null(), v.object({ storageId: v.id("_storage"), name: v.string() })),
  handler: async (ctx, { uploadId }) => {
    const upload = await ctx.db.get(uploadId);
    return upload?.state === "checking" ? { storageId: upload.storageId, name: upload.name } : null;
  },
});

/** What a file was found to be. */
export const settleUpload = internalMutation({
  args: {
    uploadId: v.id("requestUploads"),
    finding: fileFinding,
  },
  returns: v.null(),
  handler: async (ctx, { uploadId, finding }) => {
    await uploads.settleUpload(ctx, uploadId, finding, Date.now());
    return null;
  },
});

/** Cron: removes files that no comment took. */
export const pruneFiles = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await uploads.pruneUploads(ctx, Date.now()))
      await ctx.scheduler.runAfter(0, internal.requests.internal.pruneFiles, {});
    return null;
  },
});

/** Cron: removes permits to upload whose time is over, and files that were uploaded and never taken up. */
export const pruneTickets = internalMutation({
  args: { after: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { after = 0 }) => {
    const now = Date.now();
    const hasMore = await uploads.prunePermits(ctx, now);
    const next = await pruneStrayFiles(ctx, after, now);
    if (hasMore || next !== null)
      await ctx.scheduler.runAfter(0, internal.requests.internal.pruneTickets, { after: next ?? now });
    return null;
  },
});

/** The data domain of a request came to mean something else than what was approved. */
export const followDomain = internalMutation({
  args: { requestId: v.id("requests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) => {
    await drifting.followDomain({ ...systemStep(ctx, Date.now()), ctx }, requestId);
    return null;
  },
});

/** Cron: reminds requesters of open questions, and cancels what stayed unanswered for 14 days. */
export const checkOpenQuestions = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await checkQuestions(systemStep(ctx, Date.now())))
      await ctx.scheduler.runAfter(0, internal.requests.internal.checkOpenQuestions, {});
    return null;
  },
});
