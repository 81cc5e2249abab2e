/** Support tickets by mail: where what somebody answers to one arrives, and what is held of it. */

import { defineTable } from "convex/server";
import { v } from "convex/values";
import { timestamp } from "../../lib/validators";

export const ticketMailTables = {
  /** The address at which one person answers one ticket: nobody else was told it. */
  ticketAddresses: defineTable({
    ticketId: v.id("tickets"),
    personId: v.id("people"),
    token: v.string(),
    /** Mails to them, counted. */
    mails: v.number(),
    /** The mails between them so far, as their Message-IDs name them: the first, and the newest. */
    thread: v.array(v.string()),
  })
    .index("by_person", ["ticketId", "personId"])
    .index("by_token", ["token"]),
  /** The mails that became replies: the same one is a reply once. */
  ticketMails: defineTable({ ticketId: v.id("tickets"), messageId: v.string(), at: timestamp }).index("by_message", [
    "ticketId",
    "messageId",
  ]),
  /** Mails to somebody's address that came from another one: the agents of the ticket add each to it, or drop it. */
  ticketHeldMails: defineTable({
    ticketId: v.id("tickets"),
    personId: v.id("people"),
    /** Address and words: gone once it was decided. */
    from: v.string(),
    body: v.string(),
    messageId: v.string(),
    receivedAt: timestamp,
    /** What its files hold together. */
    fileBytes: v.optional(v.number()),
    decidedAt: v.optional(timestamp),
  })
    .index("by_ticket", ["ticketId", "decidedAt", "receivedAt"])
    .index("by_message", ["ticketId", "messageId"])
    .index("by_decision", ["decidedAt", "receivedAt"])
    .index("by_received", ["receivedAt"]),
};
