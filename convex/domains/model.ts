/** Reading data domains. */
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";

type ReadCtx = Pick<QueryCtx, "db">;

/** More domains than a company keeps apart. */
const MAX_DOMAINS = 300;

/** The domains that can be asked for, by name. */
export async function activeDomains(ctx: ReadCtx): Promise<Doc<"dataDomains">[]> {
  return await ctx.db.query("dataDomains").withIndex("by_status", (q) => q.eq("status", "active")).take(MAX_DOMAINS);
}

/** The domain with this key, or null. */
export async function domainByKey(ctx: ReadCtx, key: string): Promise<Doc<"dataDomains"> | null> {
  return await ctx.db.query("dataDomains").withIndex("by_key", (q) => q.eq("key", key)).unique();
}
