/** Ending a demo. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { guardedMutation } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { requireStepUp } from "../core/people/stepUp";
import { demoWorld, stateOf } from "../core/seedData/model";
import { CLEAR_WORDS, whyNotClear } from "../core/seedData/rules";
import { refuse } from "../lib/errors";
import { beginClearing } from "../process/clearing/clear";
import { clearingFacts } from "../process/clearing/facts";

/**
 * Removes everything the demo brought, for good. Needs the words typed and the password again; asked a second time
 * while it runs, it does nothing. Refused where real people have data that hangs on it.
 */
export const clear = guardedMutation("demo.clear", {
  args: { words: v.string() },
  returns: v.null(),
  handler: async (ctx, { words }) => {
    const at = Date.now();
    await requireStepUp(ctx, at);
    if (words.trim().toLowerCase() !== CLEAR_WORDS)
      refuse({ code: "confirmation-required", message: `Type "${CLEAR_WORDS}" to confirm.` });
    const world = await demoWorld(ctx);
    if (stateOf(world) === "clearing") return null;
    const facts = await clearingFacts(ctx, ctx.viewer.realPerson._id);
    const [reason] = whyNotClear(facts);
    if (!world || reason !== undefined) refuse({ code: "not-eligible", message: reason ?? "" });
    const { realPerson } = ctx.viewer;
    await beginClearing(ctx, world, { byId: realPerson._id, by: attributionOf(ctx.viewer), at });
    await ctx.scheduler.runAfter(0, internal.seedData.internal.clearBatch, {});
    return null;
  },
});
