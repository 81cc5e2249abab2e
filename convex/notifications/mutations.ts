/** What only the recipient of notifications may change; nobody can while they impersonate somebody (N1). */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { guardedMutation } from "../access/functions";
import { whyNotSnooze } from "../core/notifications/rules";
import { emailMode } from "../core/notifications/table";
import * as trial from "../core/notifications/trial";
import { addMute, changeOwn, readAll, removeMute, saveEmailModes } from "../core/notifications/upkeep";
import { refuseIf } from "../lib/errors";
import { timestamp } from "../lib/validators";

const ids = v.array(v.id("notifications"));

/** The caller has had these before their eyes. */
export const markSeen = guardedMutation("notifications.writeOwn", {
  args: { ids },
  returns: v.null(),
  handler: async (ctx, args) => {
    const at = Date.now();
    await changeOwn(ctx, {
      ...args,
      at,
      action: "notification.seen",
      changesOf: (row) => (row.seenAt === undefined ? { seenAt: at } : null),
    });
    return null;
  },
});

/** The caller has opened these, or acted on what they ask. */
export const markRead = guardedMutation("notifications.writeOwn", {
  args: { ids, hasActed: v.optional(v.boolean()) },
  returns: v.null(),
  handler: async (ctx, { hasActed = false, ...args }) => {
    const at = Date.now();
    await changeOwn(ctx, {
      ...args,
      at,
      action: hasActed ? "notification.acted" : "notification.read",
      changesOf: (row) => {
        if (row.readAt !== undefined && (!hasActed || row.actedAt !== undefined)) return null;
        return {
          seenAt: row.seenAt ?? at,
          readAt: row.readAt ?? at,
          ...(hasActed ? { actedAt: row.actedAt ?? at } : {}),
        };
      },
    });
    return null;
  },
});

/** Reads everything in the inbox, at most 500 at once. */
export const markAllRead = guardedMutation("notifications.writeOwn", {
  args: {},
  returns: v.object({ count: v.number(), hasMore: v.boolean() }),
  handler: async (ctx) => await readAll(ctx, Date.now()),
});

/** Puts these away. */
export const archive = guardedMutation("notifications.writeOwn", {
  args: { ids },
  returns: v.null(),
  handler: async (ctx, args) => {
    const at = Date.now();
    await changeOwn(ctx, {
      ...args,
      at,
      action: "notification.archived",
      changesOf: (row) => (row.archivedAt === undefined ? { archivedAt: at, snoozedUntil: undefined } : null),
    });
    return null;
  },
});

/** Takes these out of the archive again. */
export const unarchive = guardedMutation("notifications.writeOwn", {
  args: { ids },
  returns: v.null(),
  handler: async (ctx, args) => {
    await changeOwn(ctx, {
      ...args,
      at: Date.now(),
      action: "notification.unarchived",
      changesOf: (row) => (row.archivedAt === undefined ? null : { archivedAt: undefined }),
    });
    return null;
  },
});

/** Lets these sleep until then; they come back by themselves, unseen. */
export const snooze = guardedMutation("notifications.writeOwn", {
  args: { ids, until: timestamp },
  returns: v.null(),
  handler: async (ctx, { until, ...args }) => {
    const at = Date.now();
    refuseIf(whyNotSnooze(until, at));
    const asleep = await changeOwn(ctx, {
      ...args,
      at,
      action: "notification.snoozed",
      changesOf: (row) => (row.archivedAt === undefined ? { snoozedUntil: until, seenAt: undefined } : null),
    });
    // One wake-up for all of them: the inbox changes by a write, so nobody has to ask again and again.
    if (asleep.length > 0)
      await ctx.scheduler.runAt(until, internal.notifications.internal.wake, {
        ids: asleep.map(({ _id }) => _id),
        until,
      });
    return null;
  },
});

/** Brings these back at once. */
export const unsnooze = guardedMutation("notifications.writeOwn", {
  args: { ids },
  returns: v.null(),
  handler: async (ctx, args) => {
    const at = Date.now();
    await changeOwn(ctx, {
      ...args,
      at,
      action: "notification.unsnoozed",
      changesOf: (row) => (row.snoozedUntil === undefined ? null : { snoozedUntil: undefined, seenAt: at }),
    });
    return null;
  },
});

const muted = v.union(v.object({ kind: v.string() }), v.object({ subjectId: v.string() }));

/** No more notices of a kind, or about a subject; critical kinds cannot be muted (N4). */
export const mute = guardedMutation("notifications.writeOwn", {
  args: { what: muted },
  returns: v.null(),
  handler: async (ctx, { what }) => {
    await addMute(ctx, what, Date.now());
    return null;
  },
});

/** Hears of it again. */
export const unmute = guardedMutation("notifications.writeOwn", {
  args: { what: muted },
  returns: v.null(),
  handler: async (ctx, { what }) => {
    await removeMute(ctx, what, Date.now());
    return null;
  },
});

/** Keeps the e-mail choice of some categories; those about access and security stay on (N4). */
export const saveSettings = guardedMutation("notifications.writeOwn", {
  args: { email: v.record(v.string(), emailMode) },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    await saveEmailModes(ctx, email, Date.now());
    return null;
  },
});

/** Sends the caller, and nobody else, a notification and a mail of this kind with sample data. */
export const sendTest = guardedMutation("notifications.test", {
  args: { kind: v.string() },
  returns: v.null(),
  handler: async (ctx, { kind }) => {
    await trial.sendTest(ctx, kind, Date.now());
    return null;
  },
});
