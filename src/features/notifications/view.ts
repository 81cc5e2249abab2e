/** How notifications are told: pure, so that each case stands in view.test.ts. */

import { groupTitle } from "../../../convex/core/notifications/rules";
import type { EmailMode, NotificationTab } from "../../../convex/core/notifications/table";
import { PAGES } from "../../../convex/site/pages";
import { count } from "../../lib/text";
import type { NoticeGroup, OutboxMail } from "./api";

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

/** The words of a group's link. */
export function headline({ subject, items }: NoticeGroup): string {
  const updates = items.reduce((sum, item) => sum + item.count, 0);
  return groupTitle(subject.label, items.length === 1 ? 1 : updates, items[0]?.title ?? subject.label);
}

/** A subject in few words: "REQ-142" where it has a key, else its whole label. */
export function shortLabel(label: string): string {
  return /^[A-Z]{2,6}-\d+/.exec(label)?.[0] ?? label;
}

/** What the primary button of a group says: it asks for something, or only leads there. */
export function primaryLabel({ items }: Pick<NoticeGroup, "items">): string {
  const ask = items.find(({ isAsk }) => isAsk);
  if (!ask) return isExtendable({ items }) ? "Extend" : "Open";
  if (ask.kind.startsWith("approval.")) return "Review";
  return ask.kind === "request.infoAsked" ? "Answer" : "Open task";
}

/** Whether the newest of a group tells of access that ends soon: it can be asked for again from there. */
export function isExtendable({ items }: Pick<NoticeGroup, "items">): boolean {
  return items[0]?.kind === "access.expiring" && items[0].settled === null;
}

/** Where the primary button leads: to what is asked, else to the newest. */
export function primaryTarget({ items }: Pick<NoticeGroup, "items">): string {
  return (items.find(({ isAsk }) => isAsk) ?? items[0])?.to ?? PAGES.notifications.path;
}

/** What is shown while rows arrive above: those known keep their places, the new ones wait behind a bar. */
export interface Arranged {
  readonly shown: readonly NoticeGroup[];
  readonly waiting: number;
}

/** Splits the live groups: `known` is the order the reader has before them, null for none yet. */
export function arrange(groups: readonly NoticeGroup[], known: readonly string[] | null): Arranged {
  if (known === null) return { shown: groups, waiting: 0 };
  const bySubject = new Map(groups.map((group) => [group.subject.id, group]));
  const kept = known.flatMap((id) => bySubject.get(id) ?? []);
  const isKnown = new Set(known);
  const lastKnown = groups.findLastIndex(({ subject }) => isKnown.has(subject.id));
  // What comes after the last known one is an older page: it moves nothing.
  const older = groups.slice(lastKnown + 1);
  return { shown: [...kept, ...older], waiting: groups.length - kept.length - older.length };
}

/** The ids of all notifications of some groups. */
export function idsOf(groups: readonly Pick<NoticeGroup, "items">[]) {
  return groups.flatMap(({ items }) => items.map(({ id }) => id));
}

/** "3 new", of the bar above the list. */
export function waitingText(waiting: number): string {
  return `Show ${count(waiting, "new notification")}`;
}

export const EMAIL_CHOICES = [
  { value: "now", label: "At once" },
  { value: "daily", label: "Once a day" },
  { value: "off", label: "Never" },
] as const satisfies readonly { value: EmailMode; label: string }[];

/** Why nothing can be changed. */
export const READ_ONLY_REASON = "You look through another person's eyes: only they can change their notifications.";

/** Kinds of mail whose words carry no authority: those about signing in hold links that do. */
const READABLE: readonly string[] = ["notification", "digest", "test"];

/** Whether a mail may be read by somebody it was not sent to. */
export function isReadable({ kind }: Pick<OutboxMail, "kind">): boolean {
  return READABLE.includes(kind);
}

/** "Sent", or how far it is: a mail that waits says how often it was tried. */
export function statusText({ status, attempts, isKept }: Pick<OutboxMail, "status" | "attempts" | "isKept">): string {
  if (isKept) return "Kept here";
  if (status === "sent") return "Sent";
  if (status === "failed") return `Failed after ${count(attempts, "attempt")}`;
  return attempts > 1 ? `Queued, attempt ${attempts}` : "Queued";
}
