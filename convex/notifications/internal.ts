/** What the mail port, the scheduler and the crons call. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../access/functions";
import { servedFile } from "../core/files/table";
import { closeMoreNotices } from "../core/notifications/model";
import { addMail, bounceMail, claimMails, hasDueMail, pruneMail, settleMail } from "../core/notifications/outbox";
import { mailedFileArgs, mailStatus, mailThread } from "../core/notifications/table";
import { pruneNotifications } from "../core/notifications/upkeep";
import { timestamp } from "../lib/validators";
import { mailDueDigests, mailDueNotices } from "../process/notifying/letters";
import { fileOfMail, mayLeave } from "../process/notifying/ticketLetters";

/** Keeps a mail that was sent, is to be sent, or could not be sent. */
export const recordMail = internalMutation({
  args: {
    to: v.string(),
    subject: v.string(),
    text: v.string(),
    kind: v.string(),
    status: mailStatus,
    error: v.optional(v.string()),
    messageId: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, mail) => {
    await addMail(ctx, { ...mail, recordedAt: Date.now() });
    return null;
  },
});

/** Whether the host process should claim mails. */
export const isMailDue = internalQuery({
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await hasDueMail(ctx, Date.now()),
});

/** Hands the mails that are due to the host process, which knows the portal's address. */
export const claim = internalMutation({
  args: { portalUrl: v.string() },
  returns: v.array(
    v.object({
      id: v.id("mailOutbox"),
      to: v.string(),
      subject: v.string(),
      text: v.string(),
      kind: v.string(),
      thread: v.optional(mailThread),
      messageId: v.string(),
      fileIds: v.optional(v.array(v.id("ticketUploads"))),
    }),
  ),
  handler: async (ctx, { portalUrl }) => {
    const claimed = await claimMails(ctx, portalUrl, Date.now(), (mail) => mayLeave(ctx, mail));
    return claimed.map(({ _id: id, to, subject, text, kind, thread, messageId = id, fileIds = [] }) => ({
      ...{ id, to, subject, text, kind, messageId },
      ...(thread && { thread }),
      ...(fileIds.length > 0 && { fileIds }),
    }));
  },
});

/** A file that a claimed mail carries; null where it is gone by now. */
export const fileToMail = internalQuery({
  args: mailedFileArgs,
  returns: v.union(v.null(), servedFile),
  handler: async (ctx, { id, fileId }) => await fileOfMail(ctx, id, fileId),
});

/** How an attempt to send a claimed mail ended. */
export const settle = internalMutation({
  args: {
    id: v.id("mailOutbox"),
    result: v.union(...(["sent", "kept", "returned", "failed", "bounced"] as const).map((result) => v.literal(result))),
    error: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, { id, result, error = "unknown" }) => {
    const end = result === "failed" || result === "bounced" ? { result, error } : { result };
    await settleMail(ctx, id, end, Date.now());
    return null;
  },
});

/** A mail of the portal came back, as the gateway that signs says; says whether it is noted, is to be said again later, or is of no mail that left. */
export const bounce = internalMutation({
  args: { messageId: v.string(), reply: v.string() },
  returns: v.union(v.literal("bounced"), v.literal("under-way"), v.literal("unknown")),
  handler: async (ctx, bounced) => await bounceMail(ctx, bounced, Date.now()),
});

/** Cron: queues the mails and digests whose time has come, one batch per run. */
export const mailDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = Date.now();
    await mailDueNotices(ctx, now);
    await mailDueDigests(ctx, now);
    return null;
  },
});

/** Brings snoozed notifications back at their time, unless they were moved since. */
export const wake = internalMutation({
  args: { ids: v.array(v.id("notifications")), until: timestamp },
  returns: v.null(),
  handler: async (ctx, { ids, until }) => {
    for (const id of ids) {
      const row = await ctx.db.get(id);
      if (row?.snoozedUntil === until) await ctx.db.patch(id, { snoozedUntil: undefined, updatedAt: until });
    }
    return null;
  },
});

/** Closes what more was asked about a settled subject than one transaction closes, batch after batch. */
export const closeMore = internalMutation({
  args: {
    subjectId: v.string(),
    kinds: v.array(v.string()),
    recipientId: v.optional(v.id("people")),
    reason: v.string(),
    at: timestamp,
  },
  returns: v.null(),
  handler: async (ctx, settled) => {
    await closeMoreNotices(ctx, settled);
    return null;
  },
});

/** Cron: forgets mails and notifications past their time, batch after batch. */
export const prune = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = Date.now();
    const hasMoreMail = await pruneMail(ctx, now);
    const hasMore = await pruneNotifications(ctx, now);
    if (hasMoreMail || hasMore) await ctx.scheduler.runAfter(0, internal.notifications.internal.prune, {});
    return null;
  },
});
