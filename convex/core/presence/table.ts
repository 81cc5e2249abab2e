/** Who has a page about a request or a ticket open right now. Rows live for a minute; nothing of them is kept. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { timestamp } from "../../lib/validators";

/** The pages about a request on which people see each other. */
export const presencePage = v.union(v.literal("request"), v.literal("approval"), v.literal("task"));
export type PresencePage = Infer<typeof presencePage>;

export const presenceTables = {
  presence: defineTable({
    /** What the page is about: a request and which page of it, or a ticket. */
    requestId: v.optional(v.id("requests")),
    page: v.optional(presencePage),
    ticketId: v.optional(v.id("tickets")),
    /** Whether a reply is being written there. */
    isWriting: v.optional(v.literal(true)),
    personId: v.id("people"),
    /** One open page of one browser tab: chosen by it, its own within the person. */
    tab: v.string(),
    /** Without a sign of life until then the page counts as closed. */
    until: timestamp,
  })
    .index("by_request", ["requestId"])
    .index("by_ticket", ["ticketId"])
    .index("by_person", ["personId", "tab"])
    .index("by_until", ["until"]),
};
