/** Removals from the portal: whose word it was, where they stand, and the requests that carry them out. */

import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { DAY_MS, MINUTE_MS } from "../../lib/pure/time";
import { timestamp } from "../../lib/validators";
import { configuredAt } from "../config/model";
import { domainSuccessors, earlierDomainSuccessors, successorsByKind } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** Removals of one kind whose sending is begun in one transaction. */
const BATCH = 20;
/** How often sending one is tried, and how long after the first try the second comes; each later one waits longer. */
export const SEND_TRIES = 5;
const RETRY_MS = MINUTE_MS;

export const removalTables = {
  removals: defineTable({
    personId: v.id("people"),
    /** Who asked for it and who confirmed it. */
    byId: v.id("people"),
    confirmedById: v.optional(v.id("people")),
    successorId: v.id("people"),
    successors: v.optional(successorsByKind),
    domainSuccessors: v.optional(domainSuccessors),
    domainHeirs: v.optional(earlierDomainSuccessors),
    reason: v.string(),
    at: timestamp,
    /** Who was brought back, by whom, when and why. */
    restoredAt: v.optional(timestamp),
    restoredById: v.optional(v.id("people")),
    restoreReason: v.optional(v.string()),
    /** The request that carries it out, and the one that takes it back. */
    requestId: v.optional(v.id("requests")),
    restoreRequestId: v.optional(v.id("requests")),
    /** What was at work on their user in Snowflake when they were brought back: waited for, this long at most. */
    waitsFor: v.optional(
      v.object({ tasks: v.array(v.object({ id: v.id("requestTasks"), attempt: v.number() })), until: timestamp }),
    ),
    /** Their user in Snowflake that was disabled, and is enabled again. */
    enables: v.optional(v.string()),
    /** What the portal has to send next; absent when nothing is left. */
    next: v.optional(v.union(v.literal("remove"), v.literal("restore"))),
    /** How often sending it was begun, and when the next try is due; at once where there was none. */
    tries: v.optional(v.number()),
    tryAt: v.optional(timestamp),
  })
    .index("by_person", ["personId", "at"])
    .index("by_request", ["requestId"])
    .index("by_restore_request", ["restoreRequestId"])
    .index("by_due", ["next", "tryAt"]),
};

/** The latest removal of somebody, or null. */
export async function latestRemovalOf(ctx: ReadCtx, personId: Id<"people">): Promise<Doc<"removals"> | null> {
  return await ctx.db
    .query("removals")
    .withIndex("by_person", (q) => q.eq("personId", personId))
    .order("desc")
    .first();
}

/** More often than anybody is removed and brought back. */
const MAX_REMOVALS = 50;

/** The requests that bring somebody back, of their latest removals. */
export async function restorationsOf(ctx: ReadCtx, personId: Id<"people">): Promise<Id<"requests">[]> {
  const removals = await ctx.db
    .query("removals")
    .withIndex("by_person", (q) => q.eq("personId", personId))
    .order("desc")
    .take(MAX_REMOVALS);
  return removals.flatMap(({ restoreRequestId }) => (restoreRequestId ? [restoreRequestId] : []));
}

/** The removal that a request carries out or takes back, or null for any other request. */
export async function removalBehind(ctx: ReadCtx, requestId: Id<"requests">): Promise<Doc<"removals"> | null> {
  const done = await ctx.db
    .query("removals")
    .withIndex("by_request", (q) => q.eq("requestId", requestId))
    .first();
  if (done) return done;
  return await ctx.db
    .query("removals")
    .withIndex("by_restore_request", (q) => q.eq("restoreRequestId", requestId))
    .first();
}

/** Somebody was removed: a request that carries it out is to be sent. */
export async function noteRemoved(
  ctx: WriteCtx,
  removal: Pick<
    Doc<"removals">,
    "personId" | "byId" | "confirmedById" | "successorId" | "successors" | "domainSuccessors" | "reason" | "at"
  >,
): Promise<void> {
  await ctx.db.insert("removals", { ...removal, next: "remove" });
}

/** Somebody was removed by a request that was there before. */
export async function noteRemovedBy(
  ctx: WriteCtx,
  removal: Pick<Doc<"removals">, "personId" | "byId" | "successorId" | "reason" | "at"> & {
    readonly requestId: Id<"requests">;
  },
): Promise<void> {
  await ctx.db.insert("removals", removal);
}

/** They were brought back: what is under way ends, and their sign-in is enabled again. */
export async function noteRestored(
  ctx: WriteCtx,
  personId: Id<"people">,
  { byId, reason, at }: { readonly byId: Id<"people">; readonly reason: string; readonly at: number },
): Promise<void> {
  const removal = await latestRemovalOf(ctx, personId);
  if (!removal || removal.restoredAt !== undefined) return;
  const restored = { restoredAt: at, restoredById: byId, restoreReason: reason };
  await ctx.db.patch(removal._id, { ...restored, ...NOTHING_TO_SEND, next: "restore" });
}

/** Removals for which something is to be sent now, those never tried before the others. */
export async function dueRemovals(ctx: ReadCtx, at: number): Promise<Doc<"removals">[]> {
  const [removed, restored] = await Promise.all(
    (["remove", "restore"] as const).map((next) =>
      ctx.db
        .query("removals")
        .withIndex("by_due", (q) => q.eq("next", next).lte("tryAt", at))
        .take(BATCH),
    ),
  );
  return [...(removed ?? []), ...(restored ?? [])];
}

/** Counts a try before it is made: one that throws leaves no trace of its own. */
export async function noteTry(ctx: WriteCtx, { _id, tries = 0 }: Doc<"removals">, at: number): Promise<void> {
  await ctx.db.patch(_id, { tries: tries + 1, tryAt: at + RETRY_MS * 2 ** tries });
}

/** Nothing is left to be sent: it was, or it was given up. */
export async function noteSettled(ctx: WriteCtx, removalId: Id<"removals">): Promise<void> {
  await ctx.db.patch(removalId, NOTHING_TO_SEND);
}

/** They were brought back while something still worked on their user: sending waits, and no try is counted. */
export async function noteWaiting(
  ctx: WriteCtx,
  removalId: Id<"removals">,
  { at, ...found }: Required<Pick<Doc<"removals">, "waitsFor">> & Pick<Doc<"removals">, "enables"> & { at: number },
): Promise<void> {
  await ctx.db.patch(removalId, { ...found, ...NOTHING_TO_SEND, next: "restore", tryAt: at + RETRY_MS });
}

const NOTHING_TO_SEND = { next: undefined, tries: undefined, tryAt: undefined };

/** Until when somebody who was removed then can be brought back: by what was set then, so that no longer time revives anybody. */
export async function restorableUntil(ctx: ReadCtx, removedAt: number): Promise<number> {
  return removedAt + (await configuredAt(ctx, "people.restoreDays", removedAt)) * DAY_MS;
}

/** Whether somebody who was removed can still be brought back. */
export async function isRestorable(ctx: ReadCtx, removedAt: number | undefined, now: number): Promise<boolean> {
  return removedAt !== undefined && now < (await restorableUntil(ctx, removedAt));
}
