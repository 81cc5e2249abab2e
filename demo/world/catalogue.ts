/** What the demo has in its catalogue. */

import { v } from "convex/values";
import { internalMutation } from "../../convex/access/functions";
import { SYSTEM } from "../../convex/core/audit/model";
import { setLink } from "../../convex/core/domains/linking";
import { demoWorld } from "../../convex/core/seedData/model";
import { loadCast } from "./cast";
import { CATALOGUED } from "./catalogued";

/** Links one data domain; what is below it stays the portal's own. A link that is there stays as it is. */
export const link = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const world = await demoWorld(ctx);
    const row = await ctx.db
      .query("dataDomains")
      .withIndex("by_key", (q) => q.eq("key", CATALOGUED.key))
      .unique();
    if (!world || !row || row.catalogue) return null;
    const { governance } = await loadCast(ctx);
    const { fullName, leads } = CATALOGUED;
    const by = { by: SYSTEM, byId: governance._id, at: world.filledAt };
    await setLink(ctx, row, { fullName, leads: [...leads] }, by);
    return null;
  },
});
