/** What hangs on a data domain. */

import type { Doc } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import type { DomainImpact } from "../../../core/domains/rules/states";
import { childrenOf } from "../../../core/domains/standing";

type ReadCtx = Pick<QueryCtx, "db">;

/** Counting stops here. */
export const IMPACT_LIMIT = 100;
const OPEN_STATUSES = ["Pending approval", "In progress", "Needs info", "Blocked"] as const;
/** Requests that were carried out and are looked through for access that still holds. */
const DONE_READ = 500;
const HELD: readonly string[] = ["Active", "Expiring"];

/** Whether any request names a domain, of whatever state. */
export async function hasRequests(ctx: ReadCtx, key: string): Promise<boolean> {
  const found = await ctx.db
    .query("requests")
    .withIndex("by_domain", (q) => q.eq("domainKey", key))
    .first();
  return found !== null;
}

/** The open requests that name a domain, newest first within each state; never more than the limit of each. */
export async function openRequestsOf(ctx: ReadCtx, key: string, limit: number): Promise<Doc<"requests">[]> {
  const found = await Promise.all(
    OPEN_STATUSES.map((status) =>
      ctx.db
        .query("requests")
        .withIndex("by_domain", (q) => q.eq("domainKey", key).eq("status", status).eq("archivedAt", undefined))
        .order("desc")
        .take(limit),
    ),
  );
  return found.flat();
}

/** Access that people hold through requests for a domain, the latest requests first. */
export async function grantsOf(ctx: ReadCtx, key: string, limit: number): Promise<Doc<"grants">[]> {
  const found: Doc<"grants">[] = [];
  const done = ctx.db
    .query("requests")
    .withIndex("by_domain", (q) => q.eq("domainKey", key))
    .order("desc");
  let read = 0;
  for await (const { _id } of done) {
    const grants = await ctx.db
      .query("grants")
      .withIndex("by_request", (q) => q.eq("requestId", _id))
      .take(limit);
    found.push(...grants.filter(({ state }) => HELD.includes(state)));
    read += 1;
    if (found.length >= limit || read >= DONE_READ) break;
  }
  return found.slice(0, limit);
}

/** What hangs on a domain, counted up to the limit. */
export async function domainImpact(ctx: ReadCtx, row: Doc<"dataDomains">): Promise<DomainImpact> {
  const requests = await openRequestsOf(ctx, row.key, IMPACT_LIMIT);
  const children = await childrenOf(ctx, row._id);
  return {
    openRequests: Math.min(requests.length, IMPACT_LIMIT),
    grants: (await grantsOf(ctx, row.key, IMPACT_LIMIT)).length,
    children: children.filter(({ status }) => status !== "archived").length,
    products: row.products?.length ?? 0,
    databases: row.databases.length,
    roles: row.roles.length,
  };
}
