/** Looking into files: only an action can read what an uploaded one holds, and store one that came by mail. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction } from "../access/functions";
import { lookInto } from "../core/files/model";
import type { StoredFile } from "../core/tickets/mailedFiles";
import { judgeMailed, mailedWords } from "../core/tickets/rules/mailFiles";
import { fromBase64 } from "../lib/pure/base64";
import { mailArgs, mailOutcome, type MailOutcome } from "../process/supporting/mail/mailing";

/** Judges one uploaded file by its first bytes. */
export const checkUpload = internalAction({
  args: { uploadId: v.id("ticketUploads") },
  returns: v.null(),
  handler: async (ctx, { uploadId }): Promise<null> => {
    const upload = await ctx.runQuery(internal.tickets.internal.uploadToCheck, { uploadId });
    if (!upload) return null;
    const finding = await lookInto(ctx, upload);
    await ctx.runMutation(internal.tickets.internal.fileChecked, { uploadId, finding });
    return null;
  },
});

/** A mail with files, each in base64: those that could be uploaded are kept where the mail is, the others are named (S26). */
export const takeMail = internalAction({
  args: { ...mailArgs, files: v.array(v.object({ name: v.string(), content: v.string() })) },
  returns: mailOutcome,
  handler: async (ctx, { files, ...mail }): Promise<MailOutcome> => {
    const judged = judgeMailed(files.map(({ name, content }) => ({ name, bytes: fromBase64(content) })));
    const stored: StoredFile[] = [];
    for (const { name, bytes, contentType } of judged.kept) {
      const storageId = await ctx.storage.store(new Blob([bytes], { type: contentType }));
      stored.push({ storageId, name, size: bytes.length, contentType });
    }
    const body = mailedWords(mail.body, judged);
    let isKept = false;
    try {
      const outcome = await ctx.runMutation(internal.tickets.internal.takeMail, { ...mail, body, files: stored });
      isKept = outcome === "added" || outcome === "held";
      return outcome;
    } finally {
      // Also where it failed: the mail is delivered again, with its files.
      if (!isKept) for (const { storageId } of stored) await ctx.storage.delete(storageId);
    }
  },
});
