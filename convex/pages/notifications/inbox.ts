/** Reading a person's inbox: one entry per subject, newest first, of each tab. */

import type { PaginationOptions } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { asksToDecide, portalPath, ruleOf } from "../../core/notifications/rules";
import type { NotificationTab } from "../../core/notifications/table";
import { approvalOf, isStillNeeded, mayOpen } from "../../process/notifying/stillNeeded";

type ReadCtx = Pick<QueryCtx, "db">;

/** Notifications shown of one subject; the others are older updates of the same. */
const MAX_IN_GROUP = 30;

/**
 * One page of a tab. A page holds the newest notification of each subject; the subject's others come with it, wherever
 * they lie.
 */
export async function inboxPage(ctx: ReadCtx, person: Doc<"people">, tab: NotificationTab, options: PaginationOptions) {
  const rows = await tabRows(ctx, person._id, tab).paginate(options);
  const groups = [];
  for (const row of rows.page) {
    const group = await groupOf(ctx, person._id, tab, row.subject.id);
    // Not the newest of its subject: it came with the one that is.
    if (group[0]?._id !== row._id || !(await mayOpen(ctx, person, row.subject))) continue;
    groups.push({ subject: row.subject, items: await Promise.all(group.map((item) => shownItem(ctx, item))) });
  }
  return { ...rows, page: groups };
}

function tabRows(ctx: ReadCtx, recipientId: Id<"people">, tab: NotificationTab) {
  const rows = ctx.db.query("notifications");
  if (tab === "archived")
    return rows.withIndex("by_recipient", (q) => q.eq("recipientId", recipientId).gt("archivedAt", 0)).order("desc");
  if (tab === "snoozed")
    return rows
      .withIndex("by_recipient", (q) =>
        q.eq("recipientId", recipientId).eq("archivedAt", undefined).gt("snoozedUntil", 0),
      )
      .order("asc");
  return rows
    .withIndex("by_recipient", (q) =>
      q.eq("recipientId", recipientId).eq("archivedAt", undefined).eq("snoozedUntil", undefined),
    )
    .order("desc");
}

/** What a tab holds about one subject, in the order of the tab. */
async function groupOf(
  ctx: ReadCtx,
  recipientId: Id<"people">,
  tab: NotificationTab,
  subjectId: string,
): Promise<Doc<"notifications">[]> {
  const rows = ctx.db.query("notifications");
  const found =
    tab === "archived"
      ? rows
          .withIndex("by_recipient_subject", (q) =>
            q.eq("recipientId", recipientId).eq("subject.id", subjectId).gt("archivedAt", 0),
          )
          .order("desc")
      : tab === "snoozed"
        ? rows
            .withIndex("by_recipient_subject", (q) =>
              q
                .eq("recipientId", recipientId)
                .eq("subject.id", subjectId)
                .eq("archivedAt", undefined)
                .gt("snoozedUntil", 0),
            )
            .order("asc")
        : rows
            .withIndex("by_recipient_subject", (q) =>
              q
                .eq("recipientId", recipientId)
                .eq("subject.id", subjectId)
                .eq("archivedAt", undefined)
                .eq("snoozedUntil", undefined),
            )
            .order("desc");
  return await found.take(MAX_IN_GROUP);
}

async function shownItem(ctx: ReadCtx, row: Doc<"notifications">) {
  const rule = ruleOf(row.kind);
  const isNeeded = rule.isAsk && (await isStillNeeded(ctx, row));
  return {
    id: row._id,
    kind: row.kind,
    kindLabel: rule.label,
    category: rule.category,
    title: row.title,
    body: row.body ?? null,
    to: portalPath(row.to),
    because: row.because,
    isCritical: row.isCritical,
    count: row.count,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    seenAt: row.seenAt ?? null,
    readAt: row.readAt ?? null,
    actedAt: row.actedAt ?? null,
    archivedAt: row.archivedAt ?? null,
    snoozedUntil: row.snoozedUntil ?? null,
    /** Nothing is asked any more, and why. */
    settled:
      row.closedAt !== undefined
        ? (row.closedReason ?? "This is settled.")
        : rule.isAsk && !isNeeded
          ? "This is no longer asked of you."
          : null,
    /** The approval that can be decided from here. */
    approvalId: isNeeded && asksToDecide(row.kind) ? approvalOf(ctx, row) : null,
    isAsk: isNeeded,
  };
}
