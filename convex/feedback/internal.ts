/** What happens behind a change of an idea. */

import { v } from "convex/values";
import { internalMutation } from "../access/functions";
import { nullableString } from "../lib/validators";
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

/** Takes the words of a deleted idea out of the notices about it, batch after batch. */
export const forget = internalMutation({
  args: { ideaId: v.id("ideas"), cursor: nullableString },
  returns: v.null(),
  handler: async (ctx, { ideaId, cursor }) => {
    await moving.forget(ctx, ideaId, cursor);
    return null;
  },
});
