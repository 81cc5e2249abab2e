/** Reading data domains. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { MAX_DOMAINS } from "./rules";

type ReadCtx = Pick<QueryCtx, "db">;

/** The domains that can be asked for, by name. */
export async function activeDomains(ctx: ReadCtx): Promise<Doc<"dataDomains">[]> {
  return await ctx.db
    .query("dataDomains")
    .withIndex("by_status", (q) => q.eq("status", "active"))
    .take(MAX_DOMAINS);
}

/** Every domain of whatever status, by name; never more than are kept. */
export async function allDomains(ctx: ReadCtx): Promise<Doc<"dataDomains">[]> {
  const domains = await ctx.db
    .query("dataDomains")
    .withIndex("by_key")
    .take(MAX_DOMAINS + 1);
  return domains.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The domain with this key, or null. */
export async function domainByKey(ctx: ReadCtx, key: string): Promise<Doc<"dataDomains"> | null> {
  return await ctx.db
    .query("dataDomains")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
}
