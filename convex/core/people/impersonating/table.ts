/** What is kept of impersonations: who looks through whose eyes, until when, why it ended, and what was opened. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { impersonationMode } from "../../../access/validators";
import { timestamp } from "../../../lib/validators";

/** Why an impersonation is over. */
export const impersonationEnd = v.union(
  v.literal("stopped"),
  v.literal("expired"),
  v.literal("personChanged"),
  v.literal("signedOut"),
  /** By another super admin. */
  v.literal("forced"),
);
export type ImpersonationEnd = Infer<typeof impersonationEnd>;

/** The server's own record of an impersonation; nothing a client sends can replace it. */
const impersonationSession = v.object({
  realPersonId: v.id("people"),
  impersonatingUserId: v.id("people"),
  mode: impersonationMode,
  reason: v.string(),
  impersonationStartedAt: timestamp,
  impersonationExpiresAt: timestamp,
  /** When the window to act is over; absent while its holder only looks. */
  actExpiresAt: v.optional(timestamp),
  /** Windows to act that were opened in it. */
  actWindows: v.optional(v.number()),
  /** The sign-in session it was started in: it ends with that one. */
  signInSessionId: v.optional(v.string()),
  /** The request it was started from. */
  requestId: v.optional(v.id("requests")),
  /** The support ticket it was started from. */
  ticketId: v.optional(v.id("tickets")),
  /** Absent while it runs. */
  endedAt: v.optional(timestamp),
  endedBecause: v.optional(impersonationEnd),
  /** Who ended it for its holder, and why. */
  endedById: v.optional(v.id("people")),
  endReason: v.optional(v.string()),
});

export const impersonationTables = {
  /** The pages of the other's that were opened in one, each once, as the page said that shows it. */
  impersonationPages: defineTable({
    sessionId: v.id("impersonationSessions"),
    pages: v.array(v.string()),
  }).index("by_session", ["sessionId"]),
  impersonationSessions: defineTable(impersonationSession)
    .index("by_person", ["realPersonId", "endedAt"])
    .index("by_starter", ["realPersonId", "impersonationStartedAt"])
    .index("by_end", ["endedAt"])
    .index("by_target_end", ["impersonatingUserId", "endedAt"])
    .index("by_target", ["impersonatingUserId", "impersonationStartedAt"]),
};
