/** Ending a demo, and loading it once more. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { guardedMutation } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { requireStepUp } from "../core/people/stepUp";
import { demoWorld, hasDemo, stateOf } from "../core/seedData/model";
import { CLEAR_WORDS, LOAD_WORDS, whyNotClear, whyNotLoad } from "../core/seedData/rules";
import { refuse } from "../lib/errors";
import { beginClearing } from "../process/clearing/clear";
import { clearingFacts, loadingFacts } from "../process/clearing/clearingFacts";
import { orderLoading } from "../process/clearing/load";

/**
 * Removes everything the demo brought, for good. Needs the words typed and the password again; asked a second time
 * while it runs, it does nothing. Refused where real people have data that hangs on it.
 */
export const clear = guardedMutation("demo.manage", {
  args: { words: v.string() },
  returns: v.null(),
  handler: async (ctx, { words }) => {
    const at = Date.now();
    await requireStepUp(ctx, at, "demo.clear");
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

/**
 * Orders the demo this process was started with to be loaded once more. Needs the words typed and the password again;
 * refused beside real data, while it is loaded or cleared, and where no demo runs.
 */
export const load = guardedMutation("demo.manage", {
  args: { words: v.string() },
  returns: v.null(),
  handler: async (ctx, { words }) => {
    const at = Date.now();
    await requireStepUp(ctx, at, "demo.load");
    if (words.trim().toLowerCase() !== LOAD_WORDS)
      refuse({ code: "confirmation-required", message: `Type "${LOAD_WORDS}" to confirm.` });
    const world = await demoWorld(ctx);
    const [reason] = whyNotLoad(await loadingFacts(ctx, hasDemo(process.env)));
    if (!world || reason !== undefined) refuse({ code: "not-eligible", message: reason ?? "" });
    const { realPerson } = ctx.viewer;
    await orderLoading(ctx, world, { byId: realPerson._id, by: attributionOf(ctx.viewer), at });
    return null;
  },
});
