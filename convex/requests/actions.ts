/** Looking into uploaded files: only an action can read what a file holds. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction } from "../access/functions";
import { judgeFile, SNIFFED_BYTES } from "../core/requests/rules/files";

/** Judges one uploaded file by its first bytes. */
export const checkUpload = internalAction({
  args: { uploadId: v.id("requestUploads") },
  returns: v.null(),
  handler: async (ctx, { uploadId }): Promise<null> => {
    const upload = await ctx.runQuery(internal.requests.internal.uploadToCheck, { uploadId });
    if (!upload) return null;
    const file = await ctx.storage.get(upload.storageId);
    const head = file ? new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer()) : new Uint8Array();
    const finding = judgeFile(head, { name: upload.name, size: file?.size ?? 0 });
    await ctx.runMutation(internal.requests.internal.settleUpload, { uploadId, finding });
    return null;
  },
});
