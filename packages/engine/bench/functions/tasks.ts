import {
  internalMutationGeneric as internalMutation,
  internalQueryGeneric as internalQuery,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { v } from "convex/values";
import { makeTask, PAGE } from "../workload.ts";

/** `viewer` does nothing but make queries distinct. */
export const recent = query({
  args: { request: v.string(), viewer: v.number() },
  handler: async (ctx, { request }) =>
    await ctx.db
      .query("tasks")
      .withIndex("by_request", (q) => q.eq("request", request))
      .order("desc")
      .take(PAGE),
});

export const touch = mutation({
  args: { id: v.id("tasks"), n: v.number() },
  handler: async (ctx, { id, n }) => {
    await ctx.db.patch(id, { updatedAt: n, attempts: n });
    await ctx.db.insert("audit", { task: id, what: "updated", n });
    return null;
  },
});

export const fill = internalMutation({
  args: { from: v.number(), to: v.number() },
  handler: async (ctx, { from, to }) => {
    for (let i = from; i < to; i++) await ctx.db.insert("tasks", { ...makeTask(i) });
  },
});

export const idsOf = internalQuery({
  args: { request: v.string(), limit: v.number() },
  handler: async (ctx, { request, limit }) => {
    const tasks = await ctx.db
      .query("tasks")
      .withIndex("by_request", (q) => q.eq("request", request))
      .take(limit);
    return tasks.map(({ _id }) => _id as string);
  },
});
