/** What the scheduler calls while demo data is cleared, and what a start asks. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { personAsOf } from "../access/entry";
import { internalMutation, internalQuery } from "../access/functions";
import { demoWorld, stateOf } from "../core/seedData/model";
import * as clearing from "../process/clearing/clear";

/** One batch of rows, and the next one after it. */
export const clearBatch = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    if (await clearing.clearBatch(ctx, await demoWorld(ctx), Date.now()))
      await ctx.scheduler.runAfter(0, internal.seedData.internal.clearBatch, {});
    return null;
  },
});

/** How many invented people can sign in; 0 without a demo and once it is cleared. */
export const inventedPeople = internalQuery({
  args: {},
  returns: v.number(),
  handler: async (ctx) => {
    const world = await demoWorld(ctx);
    if (stateOf(world) === "cleared") return 0;
    const people = await Promise.all((world?.personIds ?? []).map((id) => ctx.db.get(id)));
    const now = Date.now();
    return people.filter((person) => person !== null && personAsOf(person, now).status === "active").length;
  },
});
