/** What the mail port and the crons call. */
import { v } from "convex/values";
import { internalMutation } from "../lib/functions";
import { addMail, pruneMail } from "./model";
import { mailStatus } from "./table";

/** Keeps a mail that was sent, is to be sent, or could not be sent. */
export const recordMail = internalMutation({
  args: {
    to: v.string(),
    subject: v.string(),
    text: v.string(),
    kind: v.string(),
    status: mailStatus,
    error: v.optional(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, mail) => {
    await addMail(ctx, { ...mail, recordedAt: Date.now() });
    return null;
  },
});

/** Cron: forgets mails past their time, one batch per run. */
export const prune = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await pruneMail(ctx, Date.now());
    return null;
  },
});
