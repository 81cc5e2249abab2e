/** Looking into files of ideas: only an action can read what an uploaded one holds. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction } from "../access/functions";
import { lookInto } from "../core/files/model";

/** Judges one uploaded file by its first bytes. */
export const checkUpload = internalAction({
  args: { uploadId: v.id("ideaUploads") },
  returns: v.null(),
  handler: async (ctx, { uploadId }): Promise<null> => {
    const upload = await ctx.runQuery(internal.feedback.internal.uploadToCheck, { uploadId });
    if (!upload) return null;
    const finding = await lookInto(ctx, upload);
    await ctx.runMutation(internal.feedback.internal.fileChecked, { uploadId, finding });
    return null;
  },
});
