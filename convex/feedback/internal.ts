/** What happens behind a change of an idea. */

import { v } from "convex/values";
import { internalMutation } from "../access/functions";
import * as moving from "../process/suggesting/moving";

/** Tells one batch of people what became of an idea. */
export const tell = internalMutation({
  args: { moveId: v.id("ideaMoves"), personIds: v.array(v.id("people")) },
  returns: v.null(),
  handler: async (ctx, { moveId, personIds }) => {
    await moving.tell(ctx, moveId, personIds);
    return null;
  },
});
