/** Telling people, and no longer asking them once a subject is settled. */

import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { asSentence } from "../../lib/pure/text";
import { configured } from "../config/model";
import { emailModeOf, isCriticalKind, MAIL_DELAY_MS, nextDigestAt, ruleOf } from "./rules";
import type { EmailMode, NotificationFields } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/**
 * What somebody is told. `step` tells apart what is asked twice about one subject; `because` says more than the kind
 * does.
 */
export type Notice = Pick<NotificationFields, "kind" | "subject" | "title" | "body" | "to"> & {
  readonly recipientId: Id<"people">;
  readonly because?: string;
  readonly step?: string;
  /** Kinds about access and security are critical by themselves. */
  readonly isCritical?: boolean;
  readonly at: number;
};

/**
 * Tells somebody something: a new row, or one more update of the row that says the same (N3). What they muted is not
 * written, unless it is critical (N4). Answers its row.
 */
export async function notify(
  ctx: WriteCtx,
  { step = "", at, because, ...notice }: Notice,
): Promise<Id<"notifications"> | null> {
  const { recipientId, subject, kind } = notice;
  const isCritical = notice.isCritical === true || isCriticalKind(kind);
  if (!isCritical && (await isMuted(ctx, recipientId, kind, subject.id))) return null;
  const dedupeKey = [recipientId, subject.id, kind, step].join("|");
  const known = await ctx.db
    .query("notifications")
    .withIndex("by_dedupe", (q) => q.eq("dedupeKey", dedupeKey))
    .order("desc")
    .first();
  const said = { ...notice, isCritical, because: asSentence(because ?? ruleOf(kind).because), updatedAt: at };
  const mail = await mailTimes(ctx, { recipientId, kind, isCritical, at });
  if (known === null || known.archivedAt !== undefined || known.closedAt !== undefined) {
    return await ctx.db.insert("notifications", { ...said, ...mail, dedupeKey, count: 1, createdAt: at });
  }
  // A mail that is due already is not put off: a stream of updates would never be mailed.
  const due = { mailDueAt: known.mailDueAt ?? mail.mailDueAt, digestDueAt: known.digestDueAt ?? mail.digestDueAt };
  const fresh = { seenAt: undefined, readAt: undefined, actedAt: undefined, snoozedUntil: undefined };
  await ctx.db.patch(known._id, { ...said, ...fresh, ...due, count: known.count + 1 });
  return known._id;
}

/** When mail about a new notice is due, by what its recipient chose. */
async function mailTimes(
  ctx: ReadCtx,
  {
    recipientId,
    kind,
    isCritical,
    at,
  }: { readonly recipientId: Id<"people">; readonly kind: string; readonly isCritical: boolean; readonly at: number },
): Promise<Pick<NotificationFields, "mailDueAt" | "digestDueAt">> {
  const mode = isCritical ? "now" : emailModeOf(ruleOf(kind).category, await emailChoices(ctx, recipientId));
  if (mode === "now") return { mailDueAt: at + MAIL_DELAY_MS };
  return mode === "daily" ? { digestDueAt: nextDigestAt(at, await configured(ctx, "notifications.digestHour")) } : {};
}

/** Notifications of one kind that are in somebody's inbox: neither archived nor snoozed nor closed, the newest first. */
export function inInbox(ctx: ReadCtx, personId: Id<"people">, kind: string) {
  return ctx.db
    .query("notifications")
    .withIndex("by_kind", (q) =>
      q
        .eq("recipientId", personId)
        .eq("archivedAt", undefined)
        .eq("snoozedUntil", undefined)
        .eq("closedAt", undefined)
        .eq("kind", kind),
    )
    .order("desc");
}

/** The e-mail choices of a person that differ from the defaults. */
export async function emailChoices(ctx: ReadCtx, personId: Id<"people">): Promise<Readonly<Record<string, EmailMode>>> {
  return (await settingsOf(ctx, personId))?.email ?? {};
}

/** The row of a person's choices, or null while they made none. */
export async function settingsOf(ctx: ReadCtx, personId: Id<"people">): Promise<Doc<"notificationSettings"> | null> {
  return await ctx.db
    .query("notificationSettings")
    .withIndex("by_person", (q) => q.eq("personId", personId))
    .unique();
}

/** The mute of a kind or of a subject, or null. */
export async function muteOf(
  ctx: ReadCtx,
  personId: Id<"people">,
  what: { readonly kind?: string; readonly subjectId?: string },
): Promise<Doc<"notificationMutes"> | null> {
  return await ctx.db
    .query("notificationMutes")
    .withIndex("by_person", (q) => q.eq("personId", personId).eq("kind", what.kind).eq("subjectId", what.subjectId))
    .first();
}

/** Whether a person does not want to hear of a kind or of a subject. */
export async function isMuted(ctx: ReadCtx, personId: Id<"people">, kind: string, subjectId: string): Promise<boolean> {
  return (await muteOf(ctx, personId, { kind })) !== null || (await muteOf(ctx, personId, { subjectId })) !== null;
}

/** Notices closed, and notices whose words are taken out, in one transaction. */
const MAX_CLOSED = 500;
const MAX_FORGOTTEN = 200;

/** What is asked about a subject and is settled: of these kinds, and of one person or of all. */
interface Settled {
  readonly subjectId: string;
  readonly kinds: readonly string[];
  readonly recipientId?: Id<"people">;
  readonly reason: string;
  readonly at: number;
}

/** Closes what is asked about a subject, because it is settled: one batch now, the rest in transactions of their own right after. */
export async function closeNotices(ctx: Pick<MutationCtx, "db" | "scheduler">, settled: Settled): Promise<void> {
  if (await closeBatch(ctx, settled, Number.MAX_SAFE_INTEGER)) await closeMoreLater(ctx, settled);
}

/** Closes the next of what was asked before it was settled; what is asked anew since stays. */
export async function closeMoreNotices(ctx: Pick<MutationCtx, "db" | "scheduler">, settled: Settled): Promise<void> {
  if (await closeBatch(ctx, settled, settled.at)) await closeMoreLater(ctx, settled);
}

async function closeMoreLater(ctx: Pick<MutationCtx, "scheduler">, { kinds, ...settled }: Settled): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.notifications.internal.closeMore, { ...settled, kinds: [...kinds] });
}

/** Closes one batch of what was said last before this moment; says whether more may wait. */
async function closeBatch(
  ctx: WriteCtx,
  { subjectId, kinds, recipientId, reason, at }: Settled,
  before: number,
): Promise<boolean> {
  const found: Id<"notifications">[] = [];
  for (const kind of kinds) {
    const open = ctx.db.query("notifications").withIndex("by_subject", (q) => {
      const ofKind = q.eq("subject.id", subjectId).eq("closedAt", undefined).eq("kind", kind);
      return recipientId === undefined ? ofKind : ofKind.eq("recipientId", recipientId);
    });
    for await (const { _id, updatedAt } of open) {
      if (updatedAt < before) found.push(_id);
      if (found.length === MAX_CLOSED) break;
    }
    if (found.length === MAX_CLOSED) break;
  }
  for (const id of found)
    await ctx.db.patch(id, { closedAt: at, closedReason: reason, mailDueAt: undefined, digestDueAt: undefined });
  return found.length === MAX_CLOSED;
}

/** Takes what was quoted out of the notices about a subject that lead to this place in it. */
export async function forgetQuote(ctx: WriteCtx, subjectId: string, to: string): Promise<void> {
  const about = ctx.db.query("notifications").withIndex("by_subject", (q) => q.eq("subject.id", subjectId));
  for await (const notice of about)
    if (notice.to === to && notice.body !== undefined) await ctx.db.patch(notice._id, { body: undefined });
}

/** Takes what was written out of one batch of notices about a subject; where the next begins, null after the last. */
export async function forgetWords(ctx: WriteCtx, subjectId: string, cursor: string | null): Promise<string | null> {
  const { page, isDone, continueCursor } = await ctx.db
    .query("notifications")
    .withIndex("by_subject", (q) => q.eq("subject.id", subjectId))
    .paginate({ cursor, numItems: MAX_FORGOTTEN });
  for (const { _id, body } of page) if (body !== undefined) await ctx.db.patch(_id, { body: undefined });
  return isDone ? null : continueCursor;
}
