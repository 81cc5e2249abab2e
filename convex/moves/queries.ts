/** What is reviewed after somebody was moved. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
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
