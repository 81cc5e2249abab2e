/** Who looked through whose eyes. */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { guardedQuery } from "../access/functions";
import { endOfTime } from "../access/impersonation";
import type { Viewer } from "../access/viewer";
import { hasActed, openedTitles } from "../core/people/impersonating/ending";
import { impersonationEnd } from "../core/people/impersonating/table";
import { nameOf } from "../core/people/model";
import { isInSight } from "../core/shared/rules/queues";
import { readOf, readTicket } from "../core/tickets/model";
import { nullableTimestamp, timestamp } from "../lib/validators";
import { overseerOf } from "../lists/queues";
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
  /** Who ended it for its holder, and why. */
  endedBy: v.union(v.null(), v.object({ name: v.string(), reason: v.string() })),
  /** The request or ticket it was started from, for those who read that. */
  about: v.union(v.null(), v.object({ kind: v.union(v.literal("request"), v.literal("ticket")), key: v.string() })),
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
    const { ofThem, byThem } = await sessionsOf(ctx, ctx.viewer, ctx.viewer.person._id);
    return { ofThem: ofThem.filter(({ endedAt }) => endedAt !== null), byThem };
  },
});

/** The sessions of a person on both sides; of nobody where nobody is behind the id. */
export const ofPerson = guardedQuery("people.readAll", {
  args: { personId: v.string() },
  returns: sessions,
  handler: async (ctx, { personId }) => {
    const id = ctx.db.normalizeId("people", personId);
    const found = id ? await sessionsOf(ctx, ctx.viewer, id) : { ofThem: [], byThem: [] };
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

/** Impersonations that run now, the latest first: whoever answers for them sees all, and ends one. */
export const running = guardedQuery("impersonation.end", {
  args: {},
  returns: v.array(shownSession),
  handler: async (ctx) => {
    const open = await ctx.db
      .query("impersonationSessions")
      .withIndex("by_end", (q) => q.eq("endedAt", undefined))
      .order("desc")
      .take(SHOWN);
    const now = Date.now();
    return await shownAll(
      ctx,
      ctx.viewer,
      open.filter((session) => now < endOfTime(session)),
    );
  },
});

/** Whose eyes a ticket is about; null where they read no such ticket. */
export const fromTicket = guardedQuery("impersonation.start", {
  args: { ticketKey: v.string() },
  returns: v.union(v.null(), v.object({ personId: v.id("people"), name: v.string() })),
  handler: async (ctx, { ticketKey }) => {
    const read = await readTicket(ctx, ctx.viewer, ticketKey);
    const personId = read?.ticket.requesterId;
    if (personId === undefined || personId === ctx.viewer.realPerson._id) return null;
    return { personId, name: await nameOf(ctx, personId) };
  },
});

type ReadCtx = Pick<QueryCtx, "db">;

async function sessionsOf(ctx: ReadCtx, viewer: Viewer, personId: Id<"people">): Promise<Infer<typeof sessions>> {
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
  return { ofThem: await shownAll(ctx, viewer, ofThem), byThem: await shownAll(ctx, viewer, byThem) };
}

async function shownAll(
  ctx: ReadCtx,
  viewer: Viewer,
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
      endedBy: row.endedById ? { name: await nameOf(ctx, row.endedById), reason: row.endReason ?? "" } : null,
      about: await aboutOf(ctx, viewer, row),
      hasActed: hasActed(row),
      pages: await openedTitles(ctx, row._id),
    });
  return shown;
}

/** What it was started from, as far as the reader may see that: for others there is nothing. */
async function aboutOf(
  ctx: ReadCtx,
  viewer: Viewer,
  { requestId, ticketId }: Doc<"impersonationSessions">,
): Promise<Infer<typeof shownSession>["about"]> {
  const request = requestId && (await ctx.db.get(requestId));
  if (request) {
    const isParty = [request.requesterId, request.beneficiaryId].includes(viewer.person._id);
    return isParty || isInSight(await overseerOf(ctx, viewer), request) ? { kind: "request", key: request.key } : null;
  }
  const ticket = ticketId && (await ctx.db.get(ticketId));
  return ticket && (await readOf(ctx, viewer, ticket)) ? { kind: "ticket", key: ticket.key } : null;
}
