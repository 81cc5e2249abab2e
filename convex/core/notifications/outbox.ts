/**
 * The mail outbox. What the backend wants sent it queues here; the host process claims a few mails at a
 * time, hands them to the mail server and reports how that ended. A claim is a lease: a mail whose sender
 * died is claimed again, so it may arrive twice but is never lost. Mails the host sent by itself (signing
 * in) are recorded here afterwards and never claimed.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/pure/time";
import { recordEvent, SYSTEM } from "../audit/model";
import { PORTAL_PLACE } from "./rules/letter";
import type { Mail } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** How long a mail stays readable in the outbox. */
export const OUTBOX_RETENTION_MS = 30 * DAY_MS;
const PRUNE_BATCH = 200;
const CLAIM_LEASE_MS = 5 * MINUTE_MS;
const MAX_CLAIMED = 20;
/** Tries of one mail, a little later each time: over an hour in all. */
const MAX_ATTEMPTS = 6;
const FIRST_RETRY_MS = 2 * MINUTE_MS;
const MAX_ERROR_CHARACTERS = 500;

/** Keeps a mail in the outbox; its text may hold a link, so the audit trail names only receiver and kind. */
export async function addMail(ctx: WriteCtx, mail: Mail): Promise<Id<"mailOutbox">> {
  const id = await ctx.db.insert("mailOutbox", mail);
  await recordMailEvent(ctx, "mail.recorded", { ...mail, _id: id }, mail.recordedAt);
  return id;
}

/** Queues a mail for the host process to send. */
export async function queueMail(
  ctx: WriteCtx,
  mail: Pick<Mail, "to" | "subject" | "text" | "kind" | "personId" | "thread" | "fileIds">,
  at: number,
): Promise<Id<"mailOutbox">> {
  const named = mail.thread ? { messageId: mail.thread.id } : {};
  return await addMail(ctx, { ...mail, ...named, status: "queued", recordedAt: at, nextAttemptAt: at, attempts: 0 });
}

/** Whether the outbox already holds this many mails to a person within the last hour. */
export async function hasHourlyMail(
  ctx: ReadCtx,
  personId: Id<"people">,
  count: number,
  now: number,
): Promise<boolean> {
  const recent = await ctx.db
    .query("mailOutbox")
    .withIndex("by_person", (q) => q.eq("personId", personId).gt("recordedAt", now - HOUR_MS))
    .take(count);
  return recent.length >= count;
}

/** Digests and other mails to one person in half a day that are looked through. */
const MAX_RECENT = 100;

/** Whether the outbox already holds a digest to a person of the last half day. */
export async function hasRecentDigest(ctx: ReadCtx, personId: Id<"people">, now: number): Promise<boolean> {
  const recent = await ctx.db
    .query("mailOutbox")
    .withIndex("by_person", (q) => q.eq("personId", personId).gt("recordedAt", now - DAY_MS / 2))
    .order("desc")
    .take(MAX_RECENT);
  return recent.some(({ kind }) => kind === "digest");
}

/** Whether any mail waits to be claimed: asked often, so it writes nothing. */
export async function hasDueMail(ctx: ReadCtx, now: number): Promise<boolean> {
  return (
    (await ctx.db
      .query("mailOutbox")
      .withIndex("by_next_attempt", (q) => q.gt("nextAttemptAt", 0).lte("nextAttemptAt", now))
      .first()) !== null
  );
}

const WITHDRAWN = "Withdrawn: by the time it was to leave, its reader could no longer read what it tells.";

/**
 * Hands out the mails that are due, each to one caller, with links to the portal's address. What may no longer leave is
 * over (N2).
 */
export async function claimMails(
  ctx: WriteCtx,
  portalUrl: string,
  now: number,
  mayLeave: (mail: Doc<"mailOutbox">) => Promise<boolean>,
): Promise<Doc<"mailOutbox">[]> {
  const due = await ctx.db
    .query("mailOutbox")
    .withIndex("by_next_attempt", (q) => q.gt("nextAttemptAt", 0).lte("nextAttemptAt", now))
    .take(MAX_CLAIMED);
  const claimed = [];
  for (const mail of due) {
    const attempts = (mail.attempts ?? 0) + 1;
    if (attempts > MAX_ATTEMPTS) {
      await endMail(ctx, mail, { status: "failed", error: mail.error ?? "Its sender stopped without a result." }, now);
      continue;
    }
    if (!(await mayLeave(mail))) {
      await endMail(ctx, mail, { status: "failed", error: WITHDRAWN }, now);
      continue;
    }
    const changes = {
      attempts,
      nextAttemptAt: now + CLAIM_LEASE_MS,
      text: mail.text.replaceAll(PORTAL_PLACE, portalUrl),
    };
    await ctx.db.patch(mail._id, changes);
    claimed.push({ ...mail, ...changes });
  }
  return claimed;
}

/** How an attempt ended: the server took it, nobody delivers mail here, it came back untried, an error, or a refusal for good. */
export type AttemptEnd =
  | { readonly result: "sent" | "kept" | "returned" }
  | { readonly result: "failed" | "bounced"; readonly error: string };

/** Notes how an attempt ended; a failed one is tried again later until the attempts are used up. */
export async function settleMail(ctx: WriteCtx, id: Id<"mailOutbox">, end: AttemptEnd, now: number): Promise<void> {
  const mail = await ctx.db.get(id);
  // Already over: another claim of the same mail was faster.
  if (mail?.nextAttemptAt === undefined) return;
  if (end.result === "returned")
    return await ctx.db.patch(id, { attempts: Math.max(0, (mail.attempts ?? 0) - 1), nextAttemptAt: now });
  if (!("error" in end)) return await endMail(ctx, mail, { status: end.result === "sent" ? "sent" : "queued" }, now);
  const error = end.error.slice(0, MAX_ERROR_CHARACTERS);
  if (end.result === "bounced") return await endMail(ctx, mail, { status: "bounced", error }, now);
  const attempts = mail.attempts ?? 1;
  if (attempts >= MAX_ATTEMPTS) return await endMail(ctx, mail, { status: "failed", error }, now);
  await ctx.db.patch(id, { error, nextAttemptAt: now + FIRST_RETRY_MS * 2 ** (attempts - 1) });
}

async function endMail(
  ctx: WriteCtx,
  mail: Doc<"mailOutbox">,
  end: Pick<Mail, "status" | "error">,
  now: number,
): Promise<void> {
  await ctx.db.patch(mail._id, { status: end.status, error: end.error, nextAttemptAt: undefined });
  const { status } = end;
  const action = status === "bounced" ? "mail.bounced" : status === "failed" ? "mail.failed" : "mail.delivered";
  await recordMailEvent(ctx, action, { ...mail, status }, now);
}

/**
 * A mail server somewhere says that it could not deliver a mail of the portal, named by its Message-ID, which only who got
 * the mail knows. One that bounced already stays as it is. Of one that was tried and of which it is not noted yet how that
 * ended it is to be said again later: a mail server may be faster than the note that the mail left.
 */
export async function bounceMail(
  ctx: WriteCtx,
  { messageId, reply }: { readonly messageId: string; readonly reply: string },
  now: number,
): Promise<"bounced" | "under-way" | "unknown"> {
  const id = ctx.db.normalizeId("mailOutbox", messageId);
  const mail = id
    ? await ctx.db.get(id)
    : await ctx.db
        .query("mailOutbox")
        .withIndex("by_message", (q) => q.eq("messageId", messageId))
        .first();
  if (mail?.status === "bounced") return "bounced";
  if (mail?.status === "queued" && mail.nextAttemptAt !== undefined && (mail.attempts ?? 0) > 0) return "under-way";
  if (mail?.status !== "sent") return "unknown";
  await endMail(ctx, mail, { status: "bounced", error: reply.slice(0, MAX_ERROR_CHARACTERS) }, now);
  return "bounced";
}

async function recordMailEvent(
  ctx: WriteCtx,
  action: string,
  mail: Mail & { readonly _id: Id<"mailOutbox"> },
  at: number,
): Promise<void> {
  await recordEvent(ctx, {
    ...SYSTEM,
    action,
    targets: [{ type: "mail", id: mail._id, label: mail.to }],
    outcome: mail.status === "failed" || mail.status === "bounced" ? "failure" : "success",
    context: { kind: mail.kind, status: mail.status },
    occurredAt: at,
  });
}

/** The newest mails. */
export async function latestMail(ctx: ReadCtx, limit: number): Promise<Doc<"mailOutbox">[]> {
  return await ctx.db.query("mailOutbox").withIndex("by_recorded").order("desc").take(limit);
}

/** Removes one batch of mails past their time; whether more may be left. */
export async function pruneMail(ctx: WriteCtx, now: number): Promise<boolean> {
  const old = await ctx.db
    .query("mailOutbox")
    .withIndex("by_recorded", (q) => q.lt("recordedAt", now - OUTBOX_RETENTION_MS))
    .take(PRUNE_BATCH);
  for (const mail of old) await ctx.db.delete(mail._id);
  if (old.length > 0)
    await recordEvent(ctx, { ...SYSTEM, action: "mail.pruned", targets: [], context: { count: old.length } });
  return old.length === PRUNE_BATCH;
}
