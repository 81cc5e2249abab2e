/**
 * Reading a person's inbox: one entry per subject, newest first, of each tab. The inbox itself has two sections: what
 * asks something of the person that they can still do, all of it; and everything else, page by page.
 */

import type { PaginationOptions } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { inInbox } from "../../core/notifications/model";
import { ASK_KINDS, asksToDecide, portalPath, ruleOf } from "../../core/notifications/rules";
import { besideName, type Named } from "../../core/notifications/rules/besideName";
import type { NotificationTab } from "../../core/notifications/table";
import type { Reader } from "../../core/tickets/model";
import { approvalOf, isStillNeeded, mayOpen } from "../../process/notifying/stillNeeded";
import { nameOfSubject } from "../../process/notifying/subjectName";

type ReadCtx = Pick<QueryCtx, "db">;

/** Notifications shown of one subject; the others are older updates of the same. */
const MAX_IN_GROUP = 30;
/** Asks of one kind that are read; nobody has so many open. */
const MAX_ASKS = 50;

/**
 * One page of a tab. A page holds the newest notification of each subject; the subject's others come with it, wherever
 * they lie.
 */
export async function inboxPage(ctx: ReadCtx, reader: Reader, tab: NotificationTab, options: PaginationOptions) {
  const { person } = reader;
  const rows = await tabRows(ctx, person._id, tab).paginate(options);
  const groups = [];
  for (const row of rows.page) {
    const group = await groupOf(ctx, person._id, tab, row.subject.id);
    // Not the newest of its subject: it came with the one that is.
    if (group[0]?._id !== row._id || !(await mayOpen(ctx, reader, row.subject))) continue;
    const shown = await shownGroup(ctx, person, group);
    if (tab === "inbox" && asksSomething(shown)) continue;
    groups.push(shown);
  }
  return { ...rows, page: groups };
}

/** What asks something of a person that they can still do: newest first, everything there is of it. */
export async function needsYou(ctx: ReadCtx, reader: Reader) {
  const { person } = reader;
  const asks = await Promise.all(ASK_KINDS.map((kind) => inInbox(ctx, person._id, kind).take(MAX_ASKS)));
  const groups = [];
  for (const subjectId of new Set(asks.flat().map(({ subject }) => subject.id))) {
    const group = await groupOf(ctx, person._id, "inbox", subjectId);
    const [newest] = group;
    if (!newest || !(await mayOpen(ctx, reader, newest.subject))) continue;
    const shown = await shownGroup(ctx, person, group);
    if (asksSomething(shown)) groups.push({ shown, at: newest.updatedAt });
  }
  return groups.toSorted((a, b) => b.at - a.at).map(({ shown }) => shown);
}

function asksSomething({ items }: Pick<ShownGroup, "items">): boolean {
  return items.some(({ isAsk }) => isAsk);
}

type ShownGroup = Awaited<ReturnType<typeof shownGroup>>;

async function shownGroup(ctx: ReadCtx, person: Doc<"people">, rows: readonly Doc<"notifications">[]) {
  const [newest] = rows;
  if (!newest) throw new Error("A group has at least one notification");
  const named = await nameOfSubject(ctx, person, newest.subject);
  return {
    subject: newest.subject,
    name: named.name,
    key: named.key,
    items: await Promise.all(rows.map((row) => shownItem(ctx, row, named))),
  };
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

async function shownItem(ctx: ReadCtx, row: Doc<"notifications">, named: Named) {
  const rule = ruleOf(row.kind);
  const isNeeded = rule.isAsk && (await isStillNeeded(ctx, row));
  return {
    id: row._id,
    kind: row.kind,
    kindLabel: rule.label,
    category: rule.category,
    title: row.title,
    said: besideName(row.title, named),
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
    approvalId: isNeeded && asksToDecide(row.kind) ? await approvalOf(ctx, row) : null,
    isAsk: isNeeded,
  };
}
