/** Mail the portal sent or tried to send. */
import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { timestamp } from "../lib/validators";

export const mailStatus = v.union(v.literal("queued"), v.literal("sent"), v.literal("failed"));

/** One mail. `kind` names the template: verification, password-reset, invitation … */
export const mail = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  kind: v.string(),
  status: mailStatus,
  error: v.optional(v.string()),
  recordedAt: timestamp,
});
export type Mail = Infer<typeof mail>;

/** What a notification is about. */
export const notificationSubject = v.object({ type: v.string(), id: v.string(), label: v.string() });

/**
 * One thing a person is told. Each moment has its own time, set by the recipient only; `closedAt` is the
 * portal's: the subject is settled and nothing is asked any more. Updates of the same subject and kind
 * regroup into one row (N3).
 */
export const notification = v.object({
  recipientId: v.id("people"),
  /** approval.asked, request.decided, task.assigned ... */
  kind: v.string(),
  subject: notificationSubject,
  /** Recipient, subject, kind and step. */
  dedupeKey: v.string(),
  title: v.string(),
  body: v.optional(v.string()),
  /** The page it leads to; a path of the portal, without authority. */
  to: v.string(),
  /** Why this person got it: the rule, in words. */
  because: v.string(),
  isCritical: v.boolean(),
  /** How many updates the row stands for. */
  count: v.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
  seenAt: v.optional(timestamp),
  readAt: v.optional(timestamp),
  actedAt: v.optional(timestamp),
  archivedAt: v.optional(timestamp),
  snoozedUntil: v.optional(timestamp),
  closedAt: v.optional(timestamp),
  closedReason: v.optional(v.string()),
});
export type NotificationFields = Infer<typeof notification>;

export const notificationTables = {
  notifications: defineTable(notification)
    .index("by_recipient", ["recipientId", "archivedAt", "updatedAt"])
    .index("by_unseen", ["recipientId", "seenAt", "archivedAt"])
    .index("by_dedupe", ["dedupeKey"])
    .index("by_subject", ["subject.id", "closedAt"]),
  mailOutbox: defineTable(mail).index("by_recorded", ["recordedAt"]),
};
