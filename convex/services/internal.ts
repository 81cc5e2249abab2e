/** What the health reading calls. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../access/functions";
import * as services from "../core/services/model";
import { connectorHealth } from "../core/services/table";

const { checkedAt: _checkedAt, ...reading } = connectorHealth.fields;

/** Keeps what a system answered just now. */
export const keepHealth = internalMutation({
  args: reading,
  returns: v.null(),
  handler: async (ctx, health) => {
    await services.keepHealth(ctx, { ...health, checkedAt: Date.now() });
    return null;
  },
});

/** Has every system read at a start: its settings may be other ones than before. */
export const readSoon = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await services.noteOrder(ctx, Date.now());
    await ctx.scheduler.runAfter(0, internal.services.actions.readHealth, {});
    return null;
  },
});
