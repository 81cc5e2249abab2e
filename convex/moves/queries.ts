/** What is reviewed after somebody was moved. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { seenChange } from "../core/proposals/table";
import { whyNotDecideIn } from "../process/confirming/handingOn";
import { lookAt } from "../process/confirming/proposing";
import { movedFor, shownMoved } from "../process/moving/reviewing";

/** What somebody who was moved looks after, for both managers and admins; null for others, and where none was. */
export const get = guardedQuery("reviews.read", {
  args: { personId: v.string() },
  returns: v.union(v.null(), shownMoved),
  handler: async (ctx, { personId }) => {
    const id = ctx.db.normalizeId("people", personId);
    const person = id && (await ctx.db.get(id));
    return person && (await movedFor(ctx, ctx.viewer.person, person, Date.now()));
  },
});

/** What handing on a domain of theirs would do and what hangs on it, with the hash that names it; null to who may not. */
export const impact = guardedQuery("reviews.read", {
  args: { personId: v.id("people"), domainId: v.id("dataDomains"), toId: v.id("people") },
  returns: v.union(v.null(), seenChange),
  handler: async (ctx, { personId, domainId, toId }) => {
    const viewer = ctx.viewer.person;
    const [person, domain, to] = [await ctx.db.get(personId), await ctx.db.get(domainId), await ctx.db.get(toId)];
    if (!person || !domain || !to || (await whyNotDecideIn(ctx, person, viewer)) !== null) return null;
    if (![...domain.ownerIds, ...domain.deputyIds].includes(personId)) return null;
    const shownAt = domain.updatedAt;
    const change = { kind: "domain.handOn" as const, domainId, personId, toId, byId: viewer._id, shownAt };
    return await lookAt(ctx, change, viewer);
  },
});
