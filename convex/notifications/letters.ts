/**
 * Mail about notifications. Each is plain text: what happened, the portal's page for it, why this person
 * gets it and where to switch it off. Whether it is still worth a mail is decided when it leaves, not when
 * the notice was written: what was seen, settled or put away in between is not mailed.
 */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { plural, shorten } from "../lib/pure/text";
import { emailChoices, isMuted } from "./model";
import { hasHourlyMail, PORTAL_PLACE, queueMail } from "./outbox";
import { CATEGORIES, emailModeOf, nextDigestAt, portalPath, ruleOf } from "./rules";
import { isStillAsked, mayOpen } from "./standing";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;
type Notification = Doc<"notifications">;

const BATCH = 100;
/** Mails to one person within an hour; what is beyond waits for the digest. Critical ones have room of their own. */
const MAX_HOURLY = 10;
const MAX_HOURLY_CRITICAL = 30;
/** Notices written out in one mail. */
const MAX_LISTED = 25;
const MAX_SUBJECT_CHARACTERS = 150;
const SETTINGS_PATH = "/notifications?tab=settings";

/** Queues the mails whose time has come, one per person, for one batch of notices. */
export async function mailDueNotices(ctx: WriteCtx, now: number): Promise<void> {
  const due = await ctx.db.query("notifications").withIndex("by_mail_due", (q) => q.gt("mailDueAt", 0).lte("mailDueAt", now)).take(BATCH);
  for (const [personId, rows] of byRecipient(due)) {
    const worth = await worthMailing(ctx, personId, rows);
    const limit = worth.some(({ isCritical }) => isCritical) ? MAX_HOURLY_CRITICAL : MAX_HOURLY;
    const isTooMuch = worth.length > 0 && (await hasHourlyMail(ctx, personId, limit, now));
    for (const row of rows) {
      const digestDueAt = isTooMuch && worth.includes(row) ? nextDigestAt(now) : row.digestDueAt;
      await ctx.db.patch(row._id, { mailDueAt: undefined, digestDueAt });
    }
    if (!isTooMuch) await queueLetter(ctx, personId, worth, "notification", now);
  }
}

/** Queues the digests that are due, for one batch of notices. */
export async function mailDueDigests(ctx: WriteCtx, now: number): Promise<void> {
  const due = await ctx.db.query("notifications").withIndex("by_digest_due", (q) => q.gt("digestDueAt", 0).lte("digestDueAt", now)).take(BATCH);
  const groups = [...byRecipient(due)];
  // The batch may end in the middle of the last person's notices: they are whole in the next one.
  const whole = due.length === BATCH && groups.length > 1 ? groups.slice(0, -1) : groups;
  for (const [personId, rows] of whole) {
    const worth = await worthMailing(ctx, personId, rows);
    for (const row of rows) await ctx.db.patch(row._id, { digestDueAt: undefined });
    await queueLetter(ctx, personId, worth, "digest", now);
  }
}

function byRecipient(rows: readonly Notification[]): Map<Id<"people">, Notification[]> {
  const groups = new Map<Id<"people">, Notification[]>();
  for (const row of rows) groups.set(row.recipientId, [...(groups.get(row.recipientId) ?? []), row]);
  return groups;
}

/** The notices a person should still be mailed about. */
async function worthMailing(ctx: ReadCtx, personId: Id<"people">, rows: readonly Notification[]): Promise<Notification[]> {
  const person = await ctx.db.get(personId);
  if (person?.status !== "active") return [];
  const chosen = await emailChoices(ctx, personId);
  const worth = [];
  for (const row of rows) {
    const isOver = row.seenAt !== undefined || row.closedAt !== undefined || row.archivedAt !== undefined || row.snoozedUntil !== undefined;
    if (isOver || (await isUnwanted(ctx, row, chosen)) || !(await mayOpen(ctx, person, row.subject))) continue;
    if (!ruleOf(row.kind).isAsk || (await isStillAsked(ctx, row))) worth.push(row);
  }
  return worth;
}

async function isUnwanted(ctx: ReadCtx, row: Notification, chosen: Awaited<ReturnType<typeof emailChoices>>): Promise<boolean> {
  if (row.isCritical) return false;
  return emailModeOf(ruleOf(row.kind).category, chosen) === "off" || (await isMuted(ctx, row.recipientId, row.kind, row.subject.id));
}

async function queueLetter(ctx: WriteCtx, personId: Id<"people">, rows: readonly Notification[], kind: "notification" | "digest", now: number): Promise<void> {
  const person = await ctx.db.get(personId);
  if (rows.length === 0 || person === null) return;
  await queueMail(ctx, { ...letter(person.firstName, rows, kind), to: person.email, kind, personId }, now);
}

/** What a mail needs to know about a notice. */
export type LetterNotice = Pick<Notification, "kind" | "subject" | "title" | "body" | "to" | "because">;

/** The words of a mail about one or more notices. */
export function letter(firstName: string, rows: readonly LetterNotice[], kind: "notification" | "digest"): { subject: string; text: string } {
  const [first] = rows;
  const what = rows.length === 1 && first ? lineOf(first) : `${plural(rows.length, "update")} in the Data Portal`;
  const rest = rows.length - MAX_LISTED;
  const paragraphs = [
    `Hello ${firstName},`,
    ...(kind === "digest" ? [`this is what happened since the last summary.`] : []),
    ...rows.slice(0, MAX_LISTED).map(paragraph),
    ...(rest > 0 ? [`And ${plural(rest, "more update")}:\n${PORTAL_PLACE}/notifications`] : []),
    `Choose what is mailed to you, and how often:\n${PORTAL_PLACE}${SETTINGS_PATH}`,
    "Data Portal",
  ];
  const subject = kind === "digest" ? `Your daily summary: ${what}` : what;
  return { subject: shorten(oneLine(subject), MAX_SUBJECT_CHARACTERS), text: paragraphs.join("\n\n") };
}

/** "REQ-142: Bea approved it", without the key when the title has it already. */
function lineOf({ subject, title }: LetterNotice): string {
  const key = subject.label.split(" ")[0] ?? "";
  return oneLine(title.includes(key) ? title : `${subject.label}: ${title}`);
}

function paragraph(row: LetterNotice): string {
  const category = CATEGORIES[ruleOf(row.kind).category].label;
  return [
    lineOf(row),
    ...(row.body === undefined ? [] : [withoutPlace(row.body)]),
    `${PORTAL_PLACE}${portalPath(row.to)}`,
    `Why you get this: ${withoutPlace(row.because)} (${category})`,
  ].join("\n");
}

// A line break in a subject would be a second header; a place typed by a person would become an address.
function oneLine(text: string): string {
  return withoutPlace(text).replaceAll(/\s+/g, " ").trim();
}

function withoutPlace(text: string): string {
  return text.replaceAll(PORTAL_PLACE, "");
}
