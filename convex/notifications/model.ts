/** The mail outbox. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { recordEvent, SYSTEM } from "../audit/model";
import { DAY_MS } from "../lib/pure/time";
import type { Mail, NotificationFields } from "./table";

/** How long a mail stays readable in the outbox. */
const OUTBOX_RETENTION_MS = 30 * DAY_MS;
const PRUNE_BATCH = 200;

/** Keeps a mail in the outbox; its text may hold a link, so the trail names only receiver and kind. */
export async function addMail(ctx: Pick<MutationCtx, "db">, mail: Mail): Promise<void> {
  const id = await ctx.db.insert("mailOutbox", mail);
  await recordEvent(ctx, {
    ...SYSTEM,
    action: "mail.recorded",
    targets: [{ type: "mail", id, label: mail.to }],
    outcome: mail.status === "failed" ? "failure" : "success",
    context: { kind: mail.kind, status: mail.status },
    occurredAt: mail.recordedAt,
  });
}

/** The newest mails. */
export async function latestMail(ctx: Pick<QueryCtx, "db">, limit: number): Promise<Doc<"mailOutbox">[]> {
  return await ctx.db.query("mailOutbox").withIndex("by_recorded").order("desc").take(limit);
}

/** Removes one batch of mails past their time; says how many went. */
export async function pruneMail(ctx: Pick<MutationCtx, "db">, now: number): Promise<number> {
  const old = await ctx.db
    .query("mailOutbox")
    .withIndex("by_recorded", (q) => q.lt("recordedAt", now - OUTBOX_RETENTION_MS))
    .take(PRUNE_BATCH);
  for (const mail of old) await ctx.db.delete(mail._id);
  if (old.length > 0) await recordEvent(ctx, { ...SYSTEM, action: "mail.pruned", targets: [], context: { count: old.length } });
  return old.length;
}

/** What somebody is told. `step` tells apart what is asked twice about one subject. */
export type Notice = Pick<NotificationFields, "kind" | "subject" | "title" | "body" | "to" | "because"> & {
  readonly recipientId: Id<"people">;
  readonly step?: string;
  readonly isCritical?: boolean;
  readonly at: number;
};

/** Tells somebody something: a new row, or one more update of the row that says the same (N3). */
export async function notify(ctx: Pick<MutationCtx, "db">, { step = "", isCritical = false, at, ...notice }: Notice): Promise<void> {
  const dedupeKey = [notice.recipientId, notice.subject.id, notice.kind, step].join("|");
  const known = await ctx.db.query("notifications").withIndex("by_dedupe", (q) => q.eq("dedupeKey", dedupeKey)).order("desc").first();
  if (known && known.archivedAt === undefined && known.closedAt === undefined) {
    const again = { seenAt: undefined, readAt: undefined, snoozedUntil: undefined };
    await ctx.db.patch(known._id, { ...notice, ...again, count: known.count + 1, updatedAt: at });
  } else {
    await ctx.db.insert("notifications", { ...notice, dedupeKey, isCritical, count: 1, createdAt: at, updatedAt: at });
  }
}

/** More notifications than one subject ever has open at once. */
const MAX_OPEN_PER_SUBJECT = 500;

/** Closes what is asked about a subject, because it is settled: of these kinds, and of one person or of all. */
export async function closeNotices(
  ctx: Pick<MutationCtx, "db">,
  { subjectId, kinds, recipientId, reason, at }: { readonly subjectId: string; readonly kinds: readonly string[]; readonly recipientId?: Id<"people">; readonly reason: string; readonly at: number },
): Promise<void> {
  const open = await ctx.db
    .query("notifications")
    .withIndex("by_subject", (q) => q.eq("subject.id", subjectId).eq("closedAt", undefined))
    .take(MAX_OPEN_PER_SUBJECT);
  for (const row of open) {
    if (!kinds.includes(row.kind) || (recipientId !== undefined && row.recipientId !== recipientId)) continue;
    await ctx.db.patch(row._id, { closedAt: at, closedReason: reason, updatedAt: at });
  }
}
