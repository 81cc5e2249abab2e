/** Reading one's notifications and what one chose; and the mail outbox. */

import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { emailChoices } from "../core/notifications/model";
import { latestMail } from "../core/notifications/outbox";
import { categoriesFor, emailModeOf, MAX_PAGE } from "../core/notifications/rules";
import { CATEGORIES } from "../core/notifications/rules/categories";
import { emailMode, mailStatus, notificationSubject, notificationTab } from "../core/notifications/table";
import { isAnyUnread, mutesOf } from "../core/notifications/upkeep";
import { nullableString, nullableTimestamp, timestamp } from "../lib/validators";
import { inboxPage, needsYou } from "../pages/notifications/inbox";
import { countUnseen, newsOf, newsSinceVisit } from "../pages/notifications/news";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

const category = v.union(
  v.literal("asked"),
  v.literal("requests"),
  v.literal("conversation"),
  v.literal("support"),
  v.literal("feedback"),
  v.literal("operations"),
  v.literal("access"),
);

const shownNotification = v.object({
  id: v.id("notifications"),
  kind: v.string(),
  kindLabel: v.string(),
  category,
  title: v.string(),
  /** What happened, for whoever reads the subject's name beside it. */
  said: v.string(),
  body: nullableString,
  to: v.string(),
  because: v.string(),
  isCritical: v.boolean(),
  count: v.number(),
  createdAt: timestamp,
  updatedAt: timestamp,
  seenAt: nullableTimestamp,
  readAt: nullableTimestamp,
  actedAt: nullableTimestamp,
  archivedAt: nullableTimestamp,
  snoozedUntil: nullableTimestamp,
  settled: nullableString,
  approvalId: v.union(v.id("approvals"), v.null()),
  isAsk: v.boolean(),
});

/** What is told about one subject. */
const shownGroup = v.object({
  subject: notificationSubject,
  /** What the thing is called to the reader, and its request's key. */
  name: v.string(),
  key: nullableString,
  items: v.array(shownNotification),
});

/** What asks something of the caller that they can still do (N5), newest first: the first section of the inbox. */
export const needsMe = guardedQuery("notifications.readOwn", {
  args: {},
  returns: v.array(shownGroup),
  handler: async (ctx) => await needsYou(ctx, ctx.viewer),
});

/**
 * One page of the caller's notifications, grouped by subject; only what they may still open (N2). Of the inbox the
 * second section: what asks something of them is `needsMe`.
 */
export const mine = guardedQuery("notifications.readOwn", {
  args: { tab: v.optional(notificationTab), paginationOpts: paginationOptsValidator },
  returns: v.object({
    page: v.array(shownGroup),
    isDone: v.boolean(),
    continueCursor: v.string(),
    splitCursor: v.optional(v.union(v.string(), v.null())),
    pageStatus: v.optional(v.union(v.literal("SplitRecommended"), v.literal("SplitRequired"), v.null())),
  }),
  handler: async (ctx, { tab = "inbox", paginationOpts }) =>
    await inboxPage(ctx, ctx.viewer, tab, {
      ...paginationOpts,
      numItems: Math.min(MAX_PAGE, Math.max(1, paginationOpts.numItems)),
    }),
});

/** How many notifications the caller has not seen; 100 stands for more than 99. */
export const unseenCount = guardedQuery("notifications.readOwn", {
  args: {},
  returns: v.number(),
  handler: async (ctx) => await countUnseen(ctx, ctx.viewer),
});

/** Whether anything in the caller's inbox is unread: what was seen in passing may be. */
export const hasUnread = guardedQuery("notifications.readOwn", {
  args: {},
  returns: v.boolean(),
  handler: async (ctx) => await isAnyUnread(ctx, ctx.viewer.person._id),
});

/** What the bell counts, by what it is, for a sentence about the time since the last visit; null at the first one. */
export const sinceLastVisit = guardedQuery("notifications.readOwn", {
  args: {},
  returns: v.union(v.null(), newsSinceVisit),
  handler: async (ctx) => await newsOf(ctx, ctx.viewer),
});

/** What the caller chose: e-mail per category, and what they muted. */
export const settings = guardedQuery("notifications.readOwn", {
  args: {},
  returns: v.object({
    categories: v.array(
      v.object({ name: category, label: v.string(), does: v.string(), email: emailMode, isCritical: v.boolean() }),
    ),
    mutes: v.array(
      v.object({
        what: v.union(v.object({ kind: v.string() }), v.object({ subjectId: v.string() })),
        label: v.string(),
        createdAt: timestamp,
      }),
    ),
  }),
  handler: async (ctx) => {
    const chosen = await emailChoices(ctx, ctx.viewer.person._id);
    const mutes = await mutesOf(ctx, ctx.viewer.person._id);
    return {
      categories: categoriesFor(ctx.viewer.person.roles).map((name) => {
        const { label, does, isCritical } = CATEGORIES[name];
        return { name, label, does, isCritical, email: emailModeOf(name, chosen) };
      }),
      mutes: mutes.map(({ kind, subjectId = "", label, createdAt }) => ({
        what: kind === undefined ? { subjectId } : { kind },
        label,
        createdAt,
      })),
    };
  },
});

/** The newest mails, at most 200. */
export const listMail = guardedQuery("mail.read", {
  args: { limit: v.optional(v.number()) },
  returns: v.array(
    v.object({
      id: v.id("mailOutbox"),
      to: v.string(),
      subject: v.string(),
      text: v.string(),
      kind: v.string(),
      status: mailStatus,
      error: nullableString,
      attempts: v.number(),
      /** Nobody delivers mail here: the outbox is the inbox. */
      isKept: v.boolean(),
      recordedAt: timestamp,
      /** How many notices it tells of, how many of them its reader saw in the portal, and when the last; null without any. */
      receipt: v.union(v.null(), v.object({ of: v.number(), seen: v.number(), at: nullableTimestamp })),
    }),
  ),
  handler: async (ctx, { limit = DEFAULT_LIMIT }) => {
    const mails = await latestMail(ctx, Math.min(MAX_LIMIT, Math.max(1, Math.floor(limit))));
    return mails.map(({ _id: id, to, subject, text, kind, status, recordedAt, ...mail }) => ({
      ...{ id, to, subject, text, kind, status, recordedAt },
      error: mail.error ?? null,
      attempts: mail.attempts ?? 1,
      isKept: status === "queued" && mail.nextAttemptAt === undefined,
      receipt:
        mail.notices === undefined ? null : { of: mail.notices, seen: mail.seenNotices ?? 0, at: mail.seenAt ?? null },
    }));
  },
});
