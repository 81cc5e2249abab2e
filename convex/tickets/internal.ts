/** What the clock does to tickets. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../access/functions";
import { pruneDrafts } from "../core/drafts/keeping";
import { fileFinding } from "../core/files/table";
import { storedFile } from "../core/tickets/mailedFiles";
import { pruneUploads, settleUpload } from "../core/tickets/uploads";
import { mailArgs, mailOutcome, takeReply } from "../process/supporting/mail/mailing";
import { alarm, turnTickets } from "../process/supporting/turning";

/** Cron: waits whose day has come end, what stayed resolved is closed, and agents are told of what is overdue. */
export const turn = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const at = Date.now();
    await turnTickets(ctx, at);
    if (await alarm(ctx, at)) await ctx.scheduler.runAfter(0, internal.tickets.internal.turn, {});
    return null;
  },
});

/** A mail to the address of a ticket, delivered by somebody who proved that they may; says what came of it (S26). */
export const takeMail = internalMutation({
  args: { ...mailArgs, files: v.optional(v.array(storedFile)) },
  returns: mailOutcome,
  handler: async (ctx, mail) => await takeReply({ ctx, at: Date.now() }, mail),
});

/** A file that waits to be looked into, or null. */
export const uploadToCheck = internalQuery({
  args: { uploadId: v.id("ticketUploads") },
  returns: v.union(v.null(), v.object({ storageId: v.id("_storage"), name: v.string() })),
  handler: async (ctx, { uploadId }) => {
    const upload = await ctx.db.get(uploadId);
    return upload?.state === "checking" ? { storageId: upload.storageId, name: upload.name } : null;
  },
});

/** What a file was found to be. */
export const fileChecked = internalMutation({
  args: { uploadId: v.id("ticketUploads"), finding: fileFinding },
  returns: v.null(),
  handler: async (ctx, { uploadId, finding }) => {
    await settleUpload(ctx, uploadId, finding, Date.now());
    return null;
  },
});

/** Cron: removes files that were not sent in time, and permits to upload whose time is over. */
export const pruneFiles = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await pruneUploads(ctx, Date.now())) await ctx.scheduler.runAfter(0, internal.tickets.internal.pruneFiles, {});
    return null;
  },
});

/** Cron: removes drafts that nobody carried on with. */
export const pruneDraftsOfTickets = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await pruneDrafts(ctx, "ticketDrafts", Date.now()))
      await ctx.scheduler.runAfter(0, internal.tickets.internal.pruneDraftsOfTickets, {});
    return null;
  },
});
