/** Files of tickets: who may upload one, and where each stands. */

import { defineTable } from "convex/server";
import { v } from "convex/values";
import { timestamp } from "../../lib/validators";
import { uploadFields } from "../files/table";

export const ticketUploadTables = {
  ticketUploads: defineTable({
    ...uploadFields,
    /** Where it was uploaded, and once it is sent, where it stands; without, it waits for a ticket to be written. */
    ticketId: v.optional(v.id("tickets")),
    /** What was said with it; without, it stands beside the description. */
    messageId: v.optional(v.id("ticketMessages")),
    /** It came with a mail that is held: only the agents of the ticket see it. */
    heldMailId: v.optional(v.id("ticketHeldMails")),
    /** Until then its uploader alone sees it. */
    sentAt: v.optional(timestamp),
  })
    .index("by_storage", ["storageId"])
    .index("by_person", ["personId", "sentAt", "ticketId"])
    .index("by_held_mail", ["heldMailId"])
    .index("by_age", ["sentAt", "createdAt"]),
  /** That a person may upload one file, for one ticket or a new one. It goes when the file is taken up, or by the clock. */
  ticketUploadPermits: defineTable({
    personId: v.id("people"),
    ticketId: v.optional(v.id("tickets")),
    createdAt: timestamp,
  })
    .index("by_person", ["personId", "createdAt"])
    .index("by_age", ["createdAt"]),
};
