/** What the health reading calls. */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../access/functions";
import * as services from "../core/services/model";
import { connectorHealth, warehouseState } from "../core/services/table";
import * as warehouses from "../core/services/warehouses";
import { timestamp } from "../lib/validators";

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

/** Keeps how the warehouses were when they were asked about. */
export const keepWarehouses = internalMutation({
  args: { found: v.array(warehouseState), sentAt: timestamp },
  returns: v.null(),
  handler: async (ctx, { found, sentAt }) => {
    await warehouses.keepWarehouses(ctx, found, sentAt);
    return null;
  },
});

/** Notes why they could not be read. */
export const warehousesNotRead = internalMutation({
  args: { message: v.string() },
  returns: v.null(),
  handler: async (ctx, { message }) => {
    await warehouses.warehousesNotRead(ctx, message, Date.now());
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
