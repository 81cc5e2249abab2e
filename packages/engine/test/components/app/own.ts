/** The app's functions over its components. */

import {
  componentsGeneric,
  createFunctionHandle,
  anyApi,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { v } from "convex/values";

const components: any = componentsGeneric();
const counter = (name: string): any => components[name].lib;
const of = { of: v.string(), name: v.string() };

export const increment = mutation({
  args: of,
  handler: async (ctx, args) => (await ctx.runMutation(counter(args.of).increment, { name: args.name })) as number,
});
export const get = query({
  args: of,
  handler: async (ctx, args) => (await ctx.runQuery(counter(args.of).get, { name: args.name })) as number,
});
export const both = mutation({
  args: { fails: v.optional(v.boolean()), catches: v.optional(v.boolean()) },
  handler: async (ctx, { fails, catches }) => {
    await ctx.db.insert("notes", { text: "with the count" });
    await ctx.runMutation(counter("one").increment, { name: "both" });
    if (catches === true)
      await ctx.runMutation(counter("one").incrementAndFail, { name: "both" }).catch(() => undefined);
    if (fails === true) throw new Error("the app fails");
  },
});
export const notes = query({
  args: {},
  handler: async (ctx) => (await ctx.db.query("notes").collect()).map(({ text }) => text as string),
});
export const note = mutation({
  args: { text: v.string() },
  handler: async (ctx, { text }) => {
    const who = await ctx.auth.getUserIdentity();
    await ctx.db.insert("notes", { text: `${text} for ${who?.subject ?? "nobody"}` });
  },
});
export const callMeBack = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.runMutation(counter("one").callBack, {
      handle: await createFunctionHandle(anyApi["own"]!["note"] as never),
    });
  },
});
export const call = query({
  args: { of: v.string(), fn: v.string(), args: v.any() },
  handler: async (ctx, args) => (await ctx.runQuery(counter(args.of)[args.fn], args.args)) as unknown,
});
export const change = mutation({
  args: { of: v.string(), fn: v.string(), args: v.any() },
  handler: async (ctx, args) => (await ctx.runMutation(counter(args.of)[args.fn], args.args)) as unknown,
});
export const readHere = query({
  args: { id: v.string() },
  handler: async (ctx, { id }) => (await ctx.db.get(id as never)) as unknown,
});
export const tables = query({ args: {}, handler: async (ctx) => (await ctx.db.query("counts").collect()).length });
