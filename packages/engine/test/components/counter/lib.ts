/** A component's functions: public ones for whoever installs it, internal ones for itself. */

import {
  anyApi,
  internalMutationGeneric as internalMutation,
  mutationGeneric as mutation,
  queryGeneric as query,
  type FunctionReference,
} from "convex/server";
import { v } from "convex/values";

const internal = anyApi as unknown as { lib: Record<"addLater", FunctionReference<"mutation", "internal">> };

async function add(ctx: { db: any }, name: string): Promise<number> {
  const found = await ctx.db
    .query("counts")
    .withIndex("by_name", (q: any) => q.eq("name", name))
    .unique();
  if (found === null) await ctx.db.insert("counts", { name, value: 1 });
  else await ctx.db.patch(found._id, { value: found.value + 1 });
  return (found?.value ?? 0) + 1;
}

export const increment = mutation({
  args: { name: v.string() },
  returns: v.number(),
  handler: async (ctx, { name }) => await add(ctx, name),
});
export const incrementAndFail = mutation({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    await add(ctx, name);
    throw new Error("after counting");
  },
});
export const stack = query({ args: {}, handler: async () => new Error("inside").stack });
export const get = query({
  args: { name: v.string() },
  handler: async (ctx, { name }) =>
    (
      await ctx.db
        .query("counts")
        .withIndex("by_name", (q: any) => q.eq("name", name))
        .unique()
    )?.value ?? 0,
});
export const addLater = internalMutation({
  args: { name: v.string() },
  handler: async (ctx, { name }) => await add(ctx, name),
});
export const schedule = mutation({
  args: { name: v.string() },
  handler: async (ctx, { name }) => await ctx.scheduler.runAfter(1000, internal.lib.addLater, { name }),
});
export const job = query({
  args: { id: v.string() },
  handler: async (ctx, { id }) => (await ctx.db.system.get(id as never)) as unknown,
});
export const about = query({
  args: {},
  handler: async (ctx) => ({
    identity: await ctx.auth.getUserIdentity(),
    greeting: process.env["GREETING"] ?? null,
    hidden: process.env["SECRET"] ?? null,
    site: process.env["CONVEX_SITE_URL"] ?? null,
  }),
});
export const callBack = mutation({
  args: { handle: v.string() },
  handler: async (ctx, { handle }) => await ctx.runMutation(handle as never, { text: "from the component" } as never),
});
export const firstId = query({
  args: {},
  handler: async (ctx) => ((await ctx.db.query("counts").first())?._id ?? null) as string | null,
});
export const read = query({
  args: { id: v.string() },
  handler: async (ctx, { id }) => (await ctx.db.get(id as never)) as unknown,
});
export const link = mutation({
  args: { id: v.string() },
  handler: async (ctx, { id }) => await ctx.db.insert("links", { count: id }),
});
export const pages = query({
  args: {},
  handler: async (ctx) => await ctx.db.query("counts").paginate({ cursor: null, numItems: 1 }),
});
export const uploadUrl = mutation({ args: {}, handler: async (ctx) => await ctx.storage.generateUploadUrl() });
export const fileUrl = query({
  args: { id: v.string() },
  handler: async (ctx, { id }) => await ctx.storage.getUrl(id as never),
});
export const files = query({
  args: {},
  handler: async (ctx) => (await ctx.db.system.query("_storage").collect()).length,
});
