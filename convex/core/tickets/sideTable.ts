/** What stands beside tickets: their tags, who takes part in them, and what is being written. */

import { defineTable } from "convex/server";
import { v } from "convex/values";
import { timestamp } from "../../lib/validators";
import { ticketDraft } from "./table";
import { readUpTo } from "./wishes";

export const ticketSideTables = {
  /** The tags tickets have, and how many have each. */
  ticketTags: defineTable({ name: v.string(), uses: v.number() }).index("by_name", ["name"]),
  ticketParticipants: defineTable({
    ticketId: v.id("tickets"),
    personId: v.id("people"),
    addedById: v.id("people"),
    since: timestamp,
  })
    .index("by_ticket", ["ticketId", "personId"])
    .index("by_person", ["personId", "since"]),
  ticketDrafts: defineTable({
    personId: v.id("people"),
    /** Without, it is one of a new ticket. */
    ticketId: v.optional(v.id("tickets")),
    draft: ticketDraft,
    /** Counts its changes. */
    version: v.number(),
    changedAt: timestamp,
    /** An agent's reply that is sent then, with these files, unless they take it back; and why it was not. */
    held: v.optional(
      v.object({
        sendsAt: timestamp,
        uploadIds: v.array(v.id("ticketUploads")),
        readUpTo,
        /** The version of what was written there before, which another window may still carry on with. */
        over: v.optional(v.number()),
        /** What its writer wrote there beside it: their draft again afterwards. */
        beside: v.optional(ticketDraft),
      }),
    ),
    unsentBecause: v.optional(v.string()),
  })
    .index("by_person", ["personId", "ticketId"])
    .index("by_ticket", ["ticketId"])
    .index("by_held", ["personId", "held.sendsAt"])
    .index("by_unsent", ["personId", "unsentBecause"])
    .index("by_change", ["changedAt"]),
};
