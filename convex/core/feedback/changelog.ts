/** What was shipped since somebody looked at the changelog last. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { MAX_NEWS, NEWS_MS } from "./rules";

/** How much is new to somebody, counted no further than MAX_NEWS, and since when. */
export async function newsFor(
  ctx: Pick<QueryCtx, "db">,
  person: Doc<"people">,
  now: number,
): Promise<{ since: number; count: number }> {
  const looked = await lookOf(ctx, person._id);
  const since = looked?.at ?? now - NEWS_MS;
  const shipped = await ctx.db
    .query("ideas")
    .withIndex("by_status_at", (q) => q.eq("status", "Shipped").gt("statusAt", since))
    .take(MAX_NEWS);
  return { since, count: shipped.length };
}

/** Keeps that somebody has looked. */
export async function keepLook(ctx: Pick<MutationCtx, "db">, personId: Id<"people">, at: number): Promise<void> {
  const known = await lookOf(ctx, personId);
  if (known) await ctx.db.patch(known._id, { at });
  else await ctx.db.insert("ideaLooks", { personId, at });
}

async function lookOf(ctx: Pick<QueryCtx, "db">, personId: Id<"people">): Promise<Doc<"ideaLooks"> | null> {
  return await ctx.db
    .query("ideaLooks")
    .withIndex("by_person", (q) => q.eq("personId", personId))
    .unique();
}
