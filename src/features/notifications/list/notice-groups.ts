/** What a group of notices says, how far its reader is, and where its button leads. */

import type { NotificationTab } from "../../../../convex/core/notifications/table";
import { PAGES } from "../../../../convex/site/pages";
import type { NoticeGroup } from "../api";

/** How far the reader is with a group. */
export type Progress = "new" | "seen" | "read" | "settled";

/**
 * How far the reader is. `wasNew` holds what this visit marked as seen: it stays new until they leave. Outside the
 * inbox nothing is new.
 */
export function progressOf(
  { items }: Pick<NoticeGroup, "items">,
  wasNew: ReadonlySet<string>,
  tab: NotificationTab = "inbox",
): Progress {
  const open = items.filter(({ settled }) => settled === null);
  if (open.length === 0) return "settled";
  const unread = open.filter(({ readAt }) => readAt === null);
  if (unread.length === 0) return "read";
  return tab === "inbox" && unread.some(({ id, seenAt }) => seenAt === null || wasNew.has(id)) ? "new" : "seen";
}

/** A subject in few words: "REQ-142" where it has a key, else its whole label. */
export function shortLabel(label: string): string {
  return /^[A-Z]{2,6}-\d+/.exec(label)?.[0] ?? label;
}

/** What somebody is asked to do about each. */
const ASK_LABELS: Readonly<Record<string, string>> = {
  approval: "Review",
  review: "Review",
  proposal: "Review",
  task: "Open task",
  request: "Answer",
  ticket: "Answer",
};

/** What the primary button of a group says: it asks for something, or only leads there. */
export function primaryLabel({ items }: Pick<NoticeGroup, "items">): string {
  const ask = items.find(({ isAsk }) => isAsk);
  if (!ask) return isExtendable({ items }) ? "Extend" : "Open";
  const [noun = ""] = ask.kind.split(".");
  return ASK_LABELS[noun] ?? "Open";
}

/** The key of the ticket that can be replied in from the inbox: one of which something new was told; else null. A note that mentions somebody is answered by a note, and so in the ticket. */
export function replyableTicket({ subject, items }: Pick<NoticeGroup, "subject" | "items">): string | null {
  const isOpen = items.some(({ settled, kind }) => settled === null && kind !== "ticket.mentioned");
  return subject.type === "ticket" && isOpen ? shortLabel(subject.label) : null;
}

/** Whether a group asks if a shipped idea solved it, which can be said from the inbox. */
export function asksIfSolved({ subject, items }: Pick<NoticeGroup, "subject" | "items">): boolean {
  return subject.type === "idea" && items.some(({ settled, kind }) => settled === null && kind === "idea.asked");
}

/** Whether the newest of a group tells of access that ends soon: it can be asked for again from there. */
export function isExtendable({ items }: Pick<NoticeGroup, "items">): boolean {
  return items[0]?.kind === "access.expiring" && items[0].settled === null;
}

/** Where the primary button leads: to what is asked, else to the newest. */
export function primaryTarget({ items }: Pick<NoticeGroup, "items">): string {
  return (items.find(({ isAsk }) => isAsk) ?? items[0])?.to ?? PAGES.notifications.path;
}

/** What is said of a group: an ask that a reminder has repeated since then is not said twice. */
export function unrepeated({ items }: Pick<NoticeGroup, "items">): NoticeGroup["items"] {
  const reminder = items.find(({ kind }) => kind in REMINDED);
  if (!reminder) return items;
  return items.filter(
    ({ kind, settled, createdAt }) =>
      kind !== REMINDED[reminder.kind] || settled !== reminder.settled || createdAt > reminder.createdAt,
  );
}

/** Reminders, and what each repeats. */
const REMINDED: Readonly<Record<string, string>> = {
  "approval.reminded": "approval.asked",
  "ticket.reminded": "ticket.asked",
  "review.reminded": "review.asked",
};

/** The ids of all notifications of some groups. */
export function idsOf(groups: readonly Pick<NoticeGroup, "items">[]) {
  return groups.flatMap(({ items }) => items.map(({ id }) => id));
}
