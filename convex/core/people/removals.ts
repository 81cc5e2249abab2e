/** Removals from the portal: whose word it was, where they stand, and the requests that carry them out. */

import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { timestamp } from "../../lib/validators";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** Removals whose requests are sent in one transaction. */
const BATCH = 20;

export const removalTables = {
  removals: defineTable({
    personId: v.id("people"),
    /** Who asked for it and who confirmed it. */
    byId: v.id("people"),
    confirmedById: v.optional(v.id("people")),
    successorId: v.id("people"),
    reason: v.string(),
    at: timestamp,
    /** Who was brought back, by whom, when and why. */
    restoredAt: v.optional(timestamp),
    restoredById: v.optional(v.id("people")),
    restoreReason: v.optional(v.string()),
    /** The request that carries it out, and the one that takes it back. */
    requestId: v.optional(v.id("requests")),
    restoreRequestId: v.optional(v.id("requests")),
    /** What the portal has to send next; absent when nothing is left. */
    next: v.optional(v.union(v.literal("remove"), v.literal("restore"))),
  })
    .index("by_person", ["personId", "at"])
    .index("by_request", ["requestId"])
    .index("by_restore_request", ["restoreRequestId"])
    .index("by_next", ["next", "at"]),
};

/** The latest removal of somebody, or null. */
export async function latestRemovalOf(ctx: ReadCtx, personId: Id<"people">): Promise<Doc<"removals"> | null> {
  return await ctx.db
    .query("removals")
    .withIndex("by_person", (q) => q.eq("personId", personId))
    .order("desc")
    .first();
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
  removal: Pick<Doc<"removals">, "personId" | "byId" | "confirmedById" | "successorId" | "reason" | "at">,
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
  await ctx.db.patch(removal._id, { ...restored, next: "restore" });
}

/** Removals for which something is to be sent, oldest first. */
export async function waitingRemovals(ctx: ReadCtx): Promise<Doc<"removals">[]> {
  const [removed, restored] = await Promise.all(
    (["remove", "restore"] as const).map((next) =>
      ctx.db
        .query("removals")
        .withIndex("by_next", (q) => q.eq("next", next))
        .take(BATCH),
    ),
  );
  return [...(removed ?? []), ...(restored ?? [])];
}
