/** Files of ideas: who may upload one, and which idea each stands beside. */

import { defineTable } from "convex/server";
import { v } from "convex/values";
import { timestamp } from "../../lib/validators";
import { uploadFields } from "../files/table";

export const ideaUploadTables = {
  ideaUploads: defineTable({
    ...uploadFields,
    /** Which idea it was uploaded for, and once it is sent, stands beside; without, it waits for one to be written. */
    ideaId: v.optional(v.id("ideas")),
    /** It is for a comment on that idea, not for the idea. */
    isForComment: v.optional(v.literal(true)),
    /** Until then its uploader alone sees it. */
    sentAt: v.optional(timestamp),
  })
    .index("by_storage", ["storageId"])
    .index("by_person", ["personId", "sentAt", "ideaId", "isForComment"])
    .index("by_age", ["sentAt", "createdAt"]),
  /** That a person may upload one file, for one idea, a comment on it or a new one. It goes when the file is taken up, or by the clock. */
  ideaUploadPermits: defineTable({
    personId: v.id("people"),
    ideaId: v.optional(v.id("ideas")),
    isForComment: v.optional(v.literal(true)),
    createdAt: timestamp,
  })
    .index("by_person", ["personId", "createdAt"])
    .index("by_age", ["createdAt"]),
};
