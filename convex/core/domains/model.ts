/** Reading data domains. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { DomainReader, type EffectiveDomain, effectiveDomain } from "./inherited";
import { MAX_DOMAINS } from "./rules";

type ReadCtx = Pick<QueryCtx, "db">;

/** The domains that can be asked for, by name, as they count with what is above them. */
export async function activeDomains(ctx: ReadCtx): Promise<EffectiveDomain[]> {
  const domains = await ctx.db
    .query("dataDomains")
    .withIndex("by_status", (q) => q.eq("status", "active"))
    .take(MAX_DOMAINS);
  const reader = new DomainReader(ctx, domains);
  return await Promise.all(domains.map((domain) => reader.effective(domain)));
}

/** Every domain of whatever status, by name, with what it says itself; never more than are kept. */
export async function allDomains(ctx: ReadCtx): Promise<Doc<"dataDomains">[]> {
  const domains = await ctx.db
    .query("dataDomains")
    .withIndex("by_key")
    .take(MAX_DOMAINS + 1);
  return domains.toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The domain with this key as it counts with what is above it, or null. */
export async function domainByKey(ctx: ReadCtx, key: string): Promise<EffectiveDomain | null> {
  const domain = await ctx.db
    .query("dataDomains")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
  return domain && (await effectiveDomain(ctx, domain));
}
