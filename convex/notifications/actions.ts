/** Files of mails: only an action can read what a stored one holds. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction } from "../access/functions";
import { mailedFileArgs } from "../core/notifications/table";
import { toBase64 } from "../lib/pure/base64";

/** A file that a claimed mail carries, in base64; null where it is gone by now. */
export const readMailedFile = internalAction({
  args: mailedFileArgs,
  returns: v.union(v.null(), v.object({ name: v.string(), contentType: v.string(), content: v.string() })),
  handler: async (ctx, args): Promise<{ name: string; contentType: string; content: string } | null> => {
    const file = await ctx.runQuery(internal.notifications.internal.fileToMail, args);
    const stored = file && (await ctx.storage.get(file.storageId));
    if (!file || !stored) return null;
    const { name, contentType } = file;
    return { name, contentType, content: toBase64(new Uint8Array(await stored.arrayBuffer())) };
  },
});
