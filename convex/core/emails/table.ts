/** Addresses of people that others correct. */

import { defineTable } from "convex/server";
import { v } from "convex/values";
import { timestamp } from "../../lib/validators";

const correctionState = v.union(v.literal("open"), v.literal("done"), v.literal("stopped"));

/** What is mailed for one: the old mailbox is told at once; later the new one is, and the old one once more. */
export const correctionMail = v.union(v.literal("tell"), v.literal("confirm"));

export const emailCorrectionTables = {
  emailCorrections: defineTable({
    personId: v.id("people"),
    email: v.string(),
    /** The address it is corrected from: another one meanwhile ends it. */
    fromEmail: v.string(),
    byId: v.id("people"),
    /** The second person, where it took one. */
    confirmedById: v.optional(v.id("people")),
    reason: v.string(),
    at: timestamp,
    /** From when on the new mailbox gets its link, and until when that works. */
    confirmableAt: timestamp,
    endsAt: timestamp,
    state: correctionState,
    endedAt: v.optional(timestamp),
    stoppedById: v.optional(v.id("people")),
    toldAt: v.optional(timestamp),
    mailedAt: v.optional(timestamp),
  })
    .index("by_person", ["personId", "state", "endsAt"])
    .index("by_told", ["state", "toldAt"])
    .index("by_mailed", ["state", "mailedAt", "confirmableAt"]),
};
