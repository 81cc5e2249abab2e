/** What people are told, what they chose to be told, and the mail the portal sent or tried to send. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { timestamp } from "../../lib/validators";

export const mailStatus = v.union(v.literal("queued"), v.literal("sent"), v.literal("failed"), v.literal("bounced"));

/** The conversation a mail is part of: its own Message-ID, those before it, and what its answers are addressed with. */
export const mailThread = v.object({ id: v.string(), references: v.array(v.string()), token: v.string() });

/** One mail. `kind` names the template: verification, password-reset, invitation … */
export const mail = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  kind: v.string(),
  status: mailStatus,
  error: v.optional(v.string()),
  recordedAt: timestamp,
  /** Whom it is for, of mails that tell about notifications. */
  personId: v.optional(v.id("people")),
  /** When the host process is to take it: the backend's own mails only, absent once they are over. */
  nextAttemptAt: v.optional(timestamp),
  attempts: v.optional(v.number()),
  thread: v.optional(mailThread),
  /** Its Message-ID without the host; its own id stands for it where it has none. */
  messageId: v.optional(v.string()),
  /** Files that are fetched when it leaves: it holds none itself. */
  fileIds: v.optional(v.array(v.id("ticketUploads"))),
  /** How many notices it tells of, how many of them its reader has seen in the portal, and when the last one. */
  notices: v.optional(v.number()),
  seenNotices: v.optional(v.number()),
  seenAt: v.optional(timestamp),
});
export type Mail = Infer<typeof mail>;

/** A claimed mail, and a file it carries. */
export const mailedFileArgs = { id: v.id("mailOutbox"), fileId: v.id("ticketUploads") };

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
  /** When a mail about it leaves, unless it was seen, settled or put away by then. */
  mailDueAt: v.optional(timestamp),
  /** The digest it belongs into, under the same condition. */
  digestDueAt: v.optional(timestamp),
  /** When a digest or a mail told of it as news: until something is said anew it only still waits (N9). */
  toldAt: v.optional(timestamp),
  /** Mails that told of it and wait for it to be seen. */
  mailIds: v.optional(v.array(v.id("mailOutbox"))),
});
export type NotificationFields = Infer<typeof notification>;

/** When a mail follows a notification. */
export const emailMode = v.union(v.literal("now"), v.literal("daily"), v.literal("off"));
export type EmailMode = Infer<typeof emailMode>;

/** Where a notification lies for its recipient. */
export const notificationTab = v.union(v.literal("inbox"), v.literal("snoozed"), v.literal("archived"));
export type NotificationTab = Infer<typeof notificationTab>;

export const notificationTables = {
  notifications: defineTable(notification)
    .index("by_recipient", ["recipientId", "archivedAt", "snoozedUntil", "updatedAt"])
    .index("by_recipient_subject", ["recipientId", "subject.id", "archivedAt", "snoozedUntil", "updatedAt"])
    .index("by_unseen", ["recipientId", "archivedAt", "snoozedUntil", "closedAt", "seenAt", "updatedAt"])
    .index("by_unread", ["recipientId", "archivedAt", "snoozedUntil", "readAt", "updatedAt"])
    .index("by_kind", ["recipientId", "archivedAt", "snoozedUntil", "closedAt", "kind", "updatedAt"])
    .index("by_dedupe", ["dedupeKey"])
    .index("by_subject", ["subject.id", "closedAt", "kind", "recipientId"])
    .index("by_mail_due", ["mailDueAt"])
    .index("by_digest_due", ["digestDueAt", "recipientId"])
    .index("by_archived", ["archivedAt"])
    .index("by_updated", ["updatedAt"]),
  /** What a person chose; categories that are not named keep their default. */
  notificationSettings: defineTable({
    personId: v.id("people"),
    email: v.record(v.string(), emailMode),
    updatedAt: timestamp,
  }).index("by_person", ["personId"]),
  /** One kind, or one subject, a person does not want to hear of. */
  notificationMutes: defineTable({
    personId: v.id("people"),
    kind: v.optional(v.string()),
    subjectId: v.optional(v.string()),
    label: v.string(),
    createdAt: timestamp,
  }).index("by_person", ["personId", "kind", "subjectId"]),
  mailOutbox: defineTable(mail)
    .index("by_recorded", ["recordedAt"])
    .index("by_next_attempt", ["nextAttemptAt"])
    .index("by_message", ["messageId"])
    .index("by_person", ["personId", "recordedAt"]),
};
