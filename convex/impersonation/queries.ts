/** Who looked through whose eyes. */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { guardedQuery } from "../access/functions";
import { hasActed, openedTitles } from "../core/people/impersonating";
import { nameOf } from "../core/people/model";
import { impersonationEnd } from "../core/people/table";
import { nullableTimestamp, timestamp } from "../lib/validators";
import { whyNotStart } from "../process/impersonating/starting";

/** Sessions shown of one person, newest first. */
const SHOWN = 50;

const shownSession = v.object({
  id: v.id("impersonationSessions"),
  /** Who looked. */
  by: v.object({ id: v.id("people"), name: v.string() }),
  /** Through whose eyes. */
  as: v.object({ id: v.id("people"), name: v.string() }),
  reason: v.string(),
  startedAt: timestamp,
  endedAt: nullableTimestamp,
  endedBecause: v.union(impersonationEnd, v.null()),
  hasActed: v.boolean(),
  /** The titles of the pages that were opened. */
  pages: v.array(v.string()),
});
const sessions = v.object({
  /** Others, as this person. */
  ofThem: v.array(shownSession),
  /** This person, as others. */
  byThem: v.array(shownSession),
});

/** The caller's own sessions on both sides. Who is looked through hears of it when it is over. */
export const mine = guardedQuery("self.read", {
  args: {},
  returns: sessions,
  handler: async (ctx) => {
    const { ofThem, byThem } = await sessionsOf(ctx, ctx.viewer.person._id);
    return { ofThem: ofThem.filter(({ endedAt }) => endedAt !== null), byThem };
  },
});

/** The sessions of a person on both sides; of nobody where nobody is behind the id. */
export const ofPerson = guardedQuery("people.readAll", {
  args: { personId: v.string() },
  returns: sessions,
  handler: async (ctx, { personId }) => {
    const id = ctx.db.normalizeId("people", personId);
    const found = id ? await sessionsOf(ctx, id) : { ofThem: [], byThem: [] };
    // Whoever is looked through learns of it at the end, also where they look after people.
    const ofThem = found.ofThem.filter(({ endedAt }) => endedAt !== null || id !== ctx.viewer.person._id);
    return { ...found, ofThem };
  },
});

/** Why the caller cannot look through this person's eyes now; null where they can. */
export const whyNot = guardedQuery("impersonation.start", {
  args: { personId: v.string() },
  returns: v.union(v.null(), v.any()),
  handler: async (ctx, { personId }) => {
    const id = ctx.db.normalizeId("people", personId);
    const person = id && (await ctx.db.get(id));
    return person ? await whyNotStart(ctx, ctx.viewer.realPerson, person, Date.now()) : { code: "not-found" };
  },
});

async function sessionsOf(ctx: Pick<QueryCtx, "db">, personId: Id<"people">): Promise<Infer<typeof sessions>> {
  const [ofThem, byThem] = [
    await ctx.db
      .query("impersonationSessions")
      .withIndex("by_target", (q) => q.eq("impersonatingUserId", personId))
      .order("desc")
      .take(SHOWN),
    await ctx.db
      .query("impersonationSessions")
      .withIndex("by_starter", (q) => q.eq("realPersonId", personId))
      .order("desc")
      .take(SHOWN),
  ];
  return { ofThem: await shownAll(ctx, ofThem), byThem: await shownAll(ctx, byThem) };
}

async function shownAll(
  ctx: Pick<QueryCtx, "db">,
  rows: readonly Doc<"impersonationSessions">[],
): Promise<Infer<typeof shownSession>[]> {
  const shown: Infer<typeof shownSession>[] = [];
  for (const row of rows)
    shown.push({
      id: row._id,
      by: { id: row.realPersonId, name: await nameOf(ctx, row.realPersonId) },
      as: { id: row.impersonatingUserId, name: await nameOf(ctx, row.impersonatingUserId) },
      reason: row.reason,
      startedAt: row.impersonationStartedAt,
      endedAt: row.endedAt ?? null,
      endedBecause: row.endedBecause ?? null,
      hasActed: hasActed(row),
      pages: await openedTitles(ctx, row._id),
    });
  return shown;
}
