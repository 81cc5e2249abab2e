import {
  internalMutationGeneric as internalMutation,
  internalQueryGeneric as internalQuery,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { v } from "convex/values";
import { makeItem, PAGE, statusOf } from "../workload.ts";

/** `viewer` does nothing but make queries distinct. */
export const recent = query({
  args: { request: v.string(), viewer: v.number() },
  handler: async (ctx, { request }) =>
    await ctx.db
      .query("items")
      .withIndex("by_request", (q) => q.eq("request", request))
      .order("desc")
      .take(PAGE),
});

/** Every row says for whom it is, as rows of a portal say what their reader may do: no two answers are alike. */
export const own = query({
  args: { request: v.string(), viewer: v.number() },
  handler: async (ctx, { request, viewer }) => {
    const items = await ctx.db
      .query("items")
      .withIndex("by_request", (q) => q.eq("request", request))
      .order("desc")
      .take(PAGE);
    return items.map((item) => ({ ...item, viewer }));
  },
});

/** Here the id is the key. */
export const touch = mutation({
  args: { id: v.string(), n: v.number() },
  handler: async (ctx, { id, n }) => {
    const item = await ctx.db
      .query("items")
      .withIndex("by_key", (q) => q.eq("key", id))
      .unique();
    if (item === null) throw new Error(`no item ${id}`);
    await ctx.db.patch(item._id, { updatedAt: n, status: statusOf(n) });
    return null;
  },
});

export const fill = internalMutation({
  args: { from: v.number(), to: v.number() },
  handler: async (ctx, { from, to }) => {
    for (let i = from; i < to; i++) await ctx.db.insert("items", { ...makeItem(i) });
  },
});

export const idsOf = internalQuery({
  args: { request: v.string(), limit: v.number() },
  handler: async (ctx, { request, limit }) => {
    const items = await ctx.db
      .query("items")
      .withIndex("by_request", (q) => q.eq("request", request))
      .take(limit);
    return items.map(({ key }) => key as string);
  },
});
