/**
 * Mail about notifications. Whether one is still worth a mail is decided when it leaves, not when the
 * notice was written: what was seen, settled or put away in between is not mailed.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { configured } from "../../core/config/model";
import { emailChoices, isMuted, inInbox } from "../../core/notifications/model";
import { hasHourlyMail, hasRecentDigest, queueMail } from "../../core/notifications/outbox";
import { tellsOf } from "../../core/notifications/receipts";
import { ASK_KINDS, emailModeOf, nextDigestAt, ruleOf } from "../../core/notifications/rules";
import { letter } from "../../core/notifications/rules/letter";
import { isStillNeeded, mayOpen } from "./stillNeeded";
import { isTicketAnswer, queueTicketLetter } from "./ticketLetters";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;
type Notification = Doc<"notifications">;

const BATCH = 100;
/** Due notices of one person that are told of in one digest. */
const MAX_IN_DIGEST = 1000;
/** What still waits for somebody, named in one digest. */
const MAX_OPEN = 10;
/** Critical mails to one person within an hour: they have room of their own. */
const MAX_HOURLY_CRITICAL = 30;

/** Queues the mails whose time has come, one per person, for one batch of notices. */
export async function mailDueNotices(ctx: WriteCtx, now: number): Promise<void> {
  const due = await ctx.db
    .query("notifications")
    .withIndex("by_mail_due", (q) => q.gt("mailDueAt", 0).lte("mailDueAt", now))
    .take(BATCH);
  const ordinary = await configured(ctx, "notifications.mailsPerHour");
  const digestHour = await configured(ctx, "notifications.digestHour");
  for (const [personId, rows] of byRecipient(due)) {
    const worth = await worthMailing(ctx, personId, rows);
    const limit = worth.some(({ isCritical }) => isCritical) ? MAX_HOURLY_CRITICAL : ordinary;
    const isTooMuch = worth.length > 0 && (await hasHourlyMail(ctx, personId, limit, now));
    for (const row of rows) {
      const digestDueAt = isTooMuch && worth.includes(row) ? nextDigestAt(now, digestHour) : row.digestDueAt;
      await ctx.db.patch(row._id, { mailDueAt: undefined, digestDueAt });
    }
    if (isTooMuch) continue;
    // What was answered in a ticket is a conversation of its own.
    const { answers = [], others = [] } = Object.groupBy(worth, (row) => (isTicketAnswer(row) ? "answers" : "others"));
    for (const row of answers) await queueTicketLetter(ctx, row, now);
    await queueLetter(ctx, personId, others, "notification", now);
  }
}

/** Queues the digests that are due, for one batch of notices. */
export async function mailDueDigests(ctx: WriteCtx, now: number): Promise<void> {
  for (const [personId, rows] of await dueDigests(ctx, now)) {
    const news = rows.filter(({ toldAt = 0, updatedAt }) => updatedAt > toldAt);
    const worth = await worthMailing(ctx, personId, news);
    const approvalMail = emailModeOf("asked", await emailChoices(ctx, personId));
    const open = approvalMail === "off" ? [] : await stillOpen(ctx, personId, worth);
    for (const row of rows) await ctx.db.patch(row._id, { digestDueAt: undefined });
    const isDaily = approvalMail === "daily";
    if (isDaily) await carryOver(ctx, [...rows, ...open], now);
    // What only still waits is no mail of its own for whoever is mailed at once, nor twice on one day.
    if (worth.length > 0 || (isDaily && !(await hasRecentDigest(ctx, personId, now))))
      await queueLetter(ctx, personId, worth, "digest", now, open);
  }
}

/** What is due, by recipient, with all of it for each. */
async function dueDigests(ctx: ReadCtx, now: number): Promise<[Id<"people">, Notification[]][]> {
  const read = async (most: number) => {
    const due = await ctx.db
      .query("notifications")
      .withIndex("by_digest_due", (q) => q.gt("digestDueAt", 0).lte("digestDueAt", now))
      .take(most);
    return { groups: [...byRecipient(due)], isCut: due.length === most };
  };
  const { groups, isCut } = await read(BATCH);
  if (!isCut) return groups;
  // The batch may end in the middle of the last person's notices: they are whole in the next one.
  if (groups.length > 1) return groups.slice(0, -1);
  // One person fills it alone, who is told of everything at once.
  return (await read(MAX_IN_DIGEST)).groups.slice(0, 1);
}

/** What still asks something of somebody is due in their next digest, too. */
async function carryOver(ctx: WriteCtx, rows: readonly Notification[], now: number): Promise<void> {
  const digestDueAt = nextDigestAt(now, await configured(ctx, "notifications.digestHour"));
  for (const row of rows) {
    if (!ruleOf(row.kind).isAsk || row.archivedAt !== undefined || !(await isStillNeeded(ctx, row))) continue;
    await ctx.db.patch(row._id, { digestDueAt, toldAt: now });
  }
}

function byRecipient(rows: readonly Notification[]): Map<Id<"people">, Notification[]> {
  const groups = new Map<Id<"people">, Notification[]>();
  for (const row of rows) groups.set(row.recipientId, [...(groups.get(row.recipientId) ?? []), row]);
  return groups;
}

/** The notices a person should still be mailed about. */
async function worthMailing(
  ctx: ReadCtx,
  personId: Id<"people">,
  rows: readonly Notification[],
): Promise<Notification[]> {
  const person = await ctx.db.get(personId);
  if (person?.status !== "active") return [];
  const chosen = await emailChoices(ctx, personId);
  const worth = [];
  for (const row of rows) {
    const isOver =
      row.seenAt !== undefined ||
      row.closedAt !== undefined ||
      row.archivedAt !== undefined ||
      row.snoozedUntil !== undefined;
    if (
      isOver ||
      (await isUnwanted(ctx, row, chosen)) ||
      !(await mayOpen(ctx, { person, impersonation: null }, row.subject))
    )
      continue;
    if (!ruleOf(row.kind).isAsk || (await isStillNeeded(ctx, row))) worth.push(row);
  }
  return worth;
}

async function isUnwanted(
  ctx: ReadCtx,
  row: Notification,
  chosen: Awaited<ReturnType<typeof emailChoices>>,
): Promise<boolean> {
  if (row.isCritical) return false;
  return (
    emailModeOf(ruleOf(row.kind).category, chosen) === "off" ||
    (await isMuted(ctx, row.recipientId, row.kind, row.subject.id))
  );
}

async function queueLetter(
  ctx: WriteCtx,
  personId: Id<"people">,
  rows: readonly Notification[],
  kind: "notification" | "digest",
  now: number,
  open: readonly Notification[] = [],
): Promise<void> {
  const person = await ctx.db.get(personId);
  if ((rows.length === 0 && open.length === 0) || person === null) return;
  const inOrder = rows.toSorted((one, other) => one.updatedAt - other.updatedAt);
  const words = letter(person.firstName, inOrder, kind, open);
  await tellsOf(ctx, await queueMail(ctx, { ...words, to: person.email, kind, personId }, now), rows);
}

/** What still asks something of a person beside what a digest tells them, once for each subject, the newest (N9). */
async function stillOpen(
  ctx: ReadCtx,
  personId: Id<"people">,
  listed: readonly Notification[],
): Promise<Notification[]> {
  const person = await ctx.db.get(personId);
  if (person?.status !== "active") return [];
  const known = new Set(listed.filter(({ kind }) => ruleOf(kind).isAsk).map(({ subject }) => subject.id));
  const open: Notification[] = [];
  for (const kind of ASK_KINDS) {
    const rows = await inInbox(ctx, personId, kind).take(MAX_OPEN);
    for (const row of rows) {
      if (known.has(row.subject.id) || !(await mayOpen(ctx, { person, impersonation: null }, row.subject))) continue;
      if (!(await isStillNeeded(ctx, row)) || (await isMuted(ctx, personId, kind, row.subject.id))) continue;
      known.add(row.subject.id);
      open.push(row);
    }
  }
  return open.toSorted((one, other) => other.updatedAt - one.updatedAt).slice(0, MAX_OPEN);
}
