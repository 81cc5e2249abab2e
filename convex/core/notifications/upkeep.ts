/** What only the recipient may change about their notifications, and forgetting old ones. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { ViewerMutationCtx } from "../../access/functions";
import { refuse, refuseIf } from "../../lib/errors";
import { DAY_MS } from "../../lib/pure/time";
import { attributionOf, recordEvent, SYSTEM } from "../audit/model";
import { configured } from "../config/model";
import { emailChoices, muteOf, settingsOf, inInbox } from "./model";
import { noteSeen } from "./receipts";
import { ASK_KINDS, nextDigestAt, ruleOf, whyNotEmailMode, whyNotMute } from "./rules";
import { CATEGORY_NAMES, type NotificationCategory } from "./rules/categories";
import type { EmailMode, NotificationFields } from "./table";

/** What is muted: a kind, or a subject. */
export type Muted = { readonly kind: string } | { readonly subjectId: string };

/** Notifications changed by one call. */
export const MAX_CHANGED = 200;
/** Read by one "mark all as read". */
const MAX_READ_AT_ONCE = 500;
const MAX_MUTES = 200;
const PRUNE_BATCH = 200;

/** The caller's own notifications with these ids; somebody else's are refused as unknown. */
export async function ownNotifications(
  ctx: ViewerMutationCtx,
  ids: readonly Id<"notifications">[],
): Promise<Doc<"notifications">[]> {
  if (ids.length > MAX_CHANGED) refuse({ code: "too-many", max: MAX_CHANGED });
  const rows = [];
  for (const id of new Set(ids)) {
    const row = await ctx.db.get(id);
    if (row?.recipientId !== ctx.viewer.person._id) refuse({ code: "not-found" });
    rows.push(row);
  }
  return rows;
}

/** Changes some of the caller's notifications and says so once; rows that `changesOf` leaves alone are not written. */
export async function changeOwn(
  ctx: ViewerMutationCtx,
  {
    ids,
    action,
    at,
    changesOf,
  }: {
    readonly ids: readonly Id<"notifications">[];
    readonly action: string;
    readonly at: number;
    readonly changesOf: (row: Doc<"notifications">) => Partial<NotificationFields> | null;
  },
): Promise<Doc<"notifications">[]> {
  const changed = [];
  for (const row of await ownNotifications(ctx, ids)) {
    const changes = changesOf(row);
    if (changes === null) continue;
    await ctx.db.patch(row._id, changes);
    if (changes.seenAt !== undefined) await noteSeen(ctx, row, at);
    changed.push(row);
  }
  if (changed.length > 0) await recordOwn(ctx, action, at, { count: changed.length }, changed);
  return changed;
}

/** More targets than one event needs to tell what it is about. */
const MAX_TARGETS = 20;

async function recordOwn(
  ctx: ViewerMutationCtx,
  action: string,
  at: number,
  context: Readonly<Record<string, unknown>>,
  rows: readonly Doc<"notifications">[] = [],
): Promise<void> {
  const targets = rows
    .slice(0, MAX_TARGETS)
    .map(({ _id, subject }) => ({ type: "notification", id: _id, label: subject.label }));
  await recordEvent(ctx, { ...attributionOf(ctx.viewer), action, targets, context, occurredAt: at });
}

/** What stands unread in somebody's inbox. */
function unreadOf({ db }: Pick<QueryCtx, "db">, personId: Id<"people">) {
  return db
    .query("notifications")
    .withIndex("by_unread", (q) =>
      q.eq("recipientId", personId).eq("archivedAt", undefined).eq("snoozedUntil", undefined).eq("readAt", undefined),
    );
}

/** Whether anything in somebody's inbox is unread. */
export async function isAnyUnread(ctx: Pick<QueryCtx, "db">, personId: Id<"people">): Promise<boolean> {
  return (await unreadOf(ctx, personId).first()) !== null;
}

/** Marks the caller's inbox as read, one batch; says how many were read and whether more are left. */
export async function readAll(ctx: ViewerMutationCtx, at: number): Promise<{ count: number; hasMore: boolean }> {
  const unread = await unreadOf(ctx, ctx.viewer.person._id).take(MAX_READ_AT_ONCE);
  for (const row of unread) {
    await ctx.db.patch(row._id, { readAt: at, seenAt: row.seenAt ?? at });
    await noteSeen(ctx, row, at);
  }
  if (unread.length > 0) await recordOwn(ctx, "notification.allRead", at, { count: unread.length });
  return { count: unread.length, hasMore: unread.length === MAX_READ_AT_ONCE };
}

/**
 * Stops telling the caller of a kind, or of the subject of notifications they have; critical ones come all the same.
 */
export async function addMute(ctx: ViewerMutationCtx, what: Muted, at: number): Promise<void> {
  const personId = ctx.viewer.person._id;
  const label = await mutedLabel(ctx, what);
  if ((await muteOf(ctx, personId, what)) !== null) return;
  const mutes = await ctx.db
    .query("notificationMutes")
    .withIndex("by_person", (q) => q.eq("personId", personId))
    .take(MAX_MUTES);
  if (mutes.length === MAX_MUTES) refuse({ code: "too-many", max: MAX_MUTES });
  await ctx.db.insert("notificationMutes", { personId, ...what, label, createdAt: at });
  await recordOwn(ctx, "notification.muted", at, { ...what, label });
}

async function mutedLabel(ctx: ViewerMutationCtx, what: Muted): Promise<string> {
  if ("kind" in what) {
    refuseIf(whyNotMute(what.kind));
    return ruleOf(what.kind).label;
  }
  const row = await ctx.db
    .query("notifications")
    .withIndex("by_recipient_subject", (q) =>
      q.eq("recipientId", ctx.viewer.person._id).eq("subject.id", what.subjectId),
    )
    .first();
  if (row === null) refuse({ code: "not-found" });
  return row.subject.label;
}

/** Tells the caller again of what they muted; nothing happens when they did not. */
export async function removeMute(ctx: ViewerMutationCtx, what: Muted, at: number): Promise<void> {
  const mute = await muteOf(ctx, ctx.viewer.person._id, what);
  if (mute === null) return;
  await ctx.db.delete(mute._id);
  await recordOwn(ctx, "notification.unmuted", at, { ...what, label: mute.label });
}

/** The caller's mutes, newest first. */
export async function mutesOf(ctx: Pick<QueryCtx, "db">, personId: Id<"people">): Promise<Doc<"notificationMutes">[]> {
  const mutes = await ctx.db
    .query("notificationMutes")
    .withIndex("by_person", (q) => q.eq("personId", personId))
    .take(MAX_MUTES);
  return mutes.toSorted((a, b) => b.createdAt - a.createdAt);
}

/** Keeps what the caller chose for the e-mails of some categories. */
export async function saveEmailModes(
  ctx: ViewerMutationCtx,
  chosen: Readonly<Record<string, EmailMode>>,
  at: number,
): Promise<void> {
  const known = Object.entries(chosen).map(([name, mode]) => {
    const category = CATEGORY_NAMES.find((one) => one === name);
    if (category === undefined)
      refuse({ code: "invalid-input", message: `There is no category "${name.slice(0, 50)}".` });
    return [category, mode] as const satisfies readonly [NotificationCategory, EmailMode];
  });
  for (const [category, mode] of known) refuseIf(whyNotEmailMode(category, mode, ctx.viewer.person.roles));
  const personId = ctx.viewer.person._id;
  const before = await emailChoices(ctx, personId);
  const email = { ...before, ...Object.fromEntries(known) };
  const row = await settingsOf(ctx, personId);
  if (row) await ctx.db.patch(row._id, { email, updatedAt: at });
  else await ctx.db.insert("notificationSettings", { personId, email, updatedAt: at });
  if (email.asked === "daily" && before.asked !== "daily") await beginDigests(ctx, personId, at);
  await recordOwn(ctx, "notification.settingsSaved", at, { before, after: email });
}

/** What already asks something of somebody is in the first digest after they chose one; the newest of each kind brings the rest. */
async function beginDigests(ctx: ViewerMutationCtx, personId: Id<"people">, at: number): Promise<void> {
  const digestDueAt = nextDigestAt(at, await configured(ctx, "notifications.digestHour"));
  for (const kind of ASK_KINDS) {
    const newest = await inInbox(ctx, personId, kind).first();
    if (newest) await ctx.db.patch(newest._id, { digestDueAt, toldAt: at });
  }
}

/** Forgets one batch of what was archived or touched longer ago than is configured; says whether more may wait. */
export async function pruneNotifications(ctx: Pick<MutationCtx, "db">, now: number): Promise<boolean> {
  const archivedBefore = now - (await configured(ctx, "notifications.archivedDays")) * DAY_MS;
  const touchedBefore = now - (await configured(ctx, "notifications.keptDays")) * DAY_MS;
  const archived = await ctx.db
    .query("notifications")
    .withIndex("by_archived", (q) => q.gt("archivedAt", 0).lt("archivedAt", archivedBefore))
    .take(PRUNE_BATCH);
  const untouched = await ctx.db
    .query("notifications")
    .withIndex("by_updated", (q) => q.lt("updatedAt", touchedBefore))
    .take(PRUNE_BATCH);
  const old = new Map([...archived, ...untouched].map((row) => [row._id, row]));
  for (const id of old.keys()) await ctx.db.delete(id);
  if (old.size > 0)
    await recordEvent(ctx, { ...SYSTEM, action: "notification.pruned", targets: [], context: { count: old.size } });
  return archived.length === PRUNE_BATCH || untouched.length === PRUNE_BATCH;
}
