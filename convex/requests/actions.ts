/** Looking into uploaded files: only an action can read what a file holds. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction } from "../access/functions";
import { lookInto } from "../core/files/model";

/** Judges one uploaded file by its first bytes. */
export const checkUpload = internalAction({
  args: { uploadId: v.id("requestUploads") },
  returns: v.null(),
  handler: async (ctx, { uploadId }): Promise<null> => {
    const upload = await ctx.runQuery(internal.requests.internal.uploadToCheck, { uploadId });
    if (!upload) return null;
    const finding = await lookInto(ctx, upload);
    await ctx.runMutation(internal.requests.internal.settleUpload, { uploadId, finding });
    return null;
  },
});
