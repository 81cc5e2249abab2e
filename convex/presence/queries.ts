/** Who else is here. */

import { v } from "convex/values";
import { guardedQuery } from "../access/functions";
import { nameOf } from "../core/people/model";
import { othersOn } from "../core/presence/model";
import { presencePage } from "../core/presence/table";
import { loadVisible } from "../process/steps/circle";

/** The others who have a page about a request open right now, for whoever may see the request. */
export const others = guardedQuery("requests.readOwn", {
  args: { request: v.string() },
  returns: v.array(v.object({ id: v.id("people"), name: v.string(), page: presencePage })),
  handler: async (ctx, { request: name }) => {
    const { person, realPerson } = ctx.viewer;
    const { request } = await loadVisible(ctx, ctx.viewer, name);
    const here = await othersOn(ctx, request._id, new Set([person._id, realPerson._id]));
    return await Promise.all(
      here.map(async ({ personId, page }) => ({ id: personId, name: await nameOf(ctx, personId), page })),
    );
  },
});
