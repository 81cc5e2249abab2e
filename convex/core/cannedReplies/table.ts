/** Canned replies: answers that agents wrote once and send often. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { timestamp } from "../../lib/validators";
import { chosenCause, afterAnswer, ticketTopic } from "../tickets/table";

/** What agents say of a canned reply. */
export const cannedReply = v.object({
  title: v.string(),
  /** With placeholders such as `{first name}`. */
  body: v.string(),
  /** Offered first in tickets with this topic; null for all alike. */
  topic: v.union(v.null(), ticketTopic),
  /** What its answer does beside being read; null where the ticket stays as it is. */
  after: v.union(v.null(), afterAnswer),
  /** Why the ticket it resolves was needed; missing where it was saved before causes were kept: its sender chooses one. */
  cause: v.optional(chosenCause),
  /** What its answer tags the ticket with; missing for nothing. */
  tags: v.optional(v.array(v.string())),
});
export type CannedReply = Infer<typeof cannedReply>;

export const cannedReplyTables = {
  cannedReplies: defineTable({
    ...cannedReply.fields,
    updatedAt: timestamp,
    updatedById: v.id("people"),
    /** Who wrote it first; missing where only its last writer was kept. */
    createdById: v.optional(v.id("people")),
    /** Removed ones stay, so that a removal can be undone. */
    removedAt: v.union(v.null(), timestamp),
  }).index("by_removed", ["removedAt", "title"]),
};
