/** The review that a move to another business area or manager opens. */

import { defineTable } from "convex/server";
import { v } from "convex/values";
import { timestamp } from "../../lib/validators";

/** What becomes of one access: it goes, or stays as it is, or stays until a day. */
const moveDecision = v.object({
  grantId: v.id("grants"),
  verdict: v.union(v.literal("keep"), v.literal("remove")),
  until: v.optional(timestamp),
  byId: v.id("people"),
  at: timestamp,
});

export const moveReviewTables = {
  moveReviews: defineTable({
    personId: v.id("people"),
    at: timestamp,
    /** Whose word moved them. */
    byIds: v.array(v.id("people")),
    decided: v.array(moveDecision),
    endedAt: v.optional(timestamp),
  }).index("by_person", ["personId", "endedAt"]),
};
