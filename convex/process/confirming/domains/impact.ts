/** What hangs on a data domain. */

import type { Doc, Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { childrenOf, domainsBelow } from "../../../core/domains/inherited";
import type { DomainImpact } from "../../../core/domains/rules/states";
import type { ProposedLine } from "../../../core/proposals/table";

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

/** Nothing hangs on it, or nobody asks. */
export const NO_IMPACT: DomainImpact = {
  openRequests: 0,
  grants: 0,
  children: 0,
  products: 0,
  databases: 0,
  roles: 0,
};

/** What hangs on a domain, counted up to the limit. */
export async function domainImpact(ctx: ReadCtx, row: Doc<"dataDomains">): Promise<DomainImpact> {
  const requests = await openRequestsOf(ctx, row.key, IMPACT_LIMIT);
  const children = await childrenOf(ctx, row._id);
  return {
    openRequests: Math.min(requests.length, IMPACT_LIMIT),
    grants: (await grantsOf(ctx, row.key, IMPACT_LIMIT)).length,
    children: children.filter(({ status }) => status !== "archived").length,
    products: row.products.length,
    databases: row.databases.length,
    roles: row.roles.length,
  };
}

/** Domains that are looked through for requests and access when many move at once; the rest are named alone. */
export const DOMAINS_READ = 100;
/** Domains one line names; of more only the number is told. */
const NAMED = 10;

/**
 * What hangs on domains that are moved, put away or handed on, in words: what is a part of them, what is open about all
 * of these, and how many people hold access. Requests and people are counted and not named: not everybody who may
 * propose this sees them.
 */
export async function hangingOn(ctx: ReadCtx, rows: readonly Doc<"dataDomains">[]): Promise<ProposedLine[]> {
  if (rows.length === 0) return [];
  const below = (await Promise.all(rows.map(({ _id }) => domainsBelow(ctx, _id)))).flat();
  const parts = [...new Map(below.map((part) => [part._id, part])).values()].filter(
    ({ _id, status }) => status !== "archived" && !rows.some((row) => row._id === _id),
  );
  let requests = 0;
  const holders = new Set<Id<"people">>();
  const reviews: string[] = [];
  for (const { _id, key, name } of [...rows, ...parts].slice(0, DOMAINS_READ)) {
    requests += (await openRequestsOf(ctx, key, IMPACT_LIMIT)).length;
    for (const { beneficiaryId } of await grantsOf(ctx, key, IMPACT_LIMIT)) holders.add(beneficiaryId);
    if (await reviewOf(ctx, _id)) reviews.push(name);
  }
  return [
    { field: "Domains below", before: "", after: named(parts.map(({ name }) => name)) },
    { field: "Open requests", before: "", after: counted(requests) },
    { field: "People with access", before: "", after: counted(holders.size) },
    { field: "Open access reviews", before: "", after: named(reviews) },
  ];
}

async function reviewOf(ctx: ReadCtx, domainId: Id<"dataDomains">): Promise<Doc<"accessReviews"> | null> {
  return await ctx.db
    .query("accessReviews")
    .withIndex("by_domain", (q) => q.eq("domainId", domainId).eq("state", "open"))
    .first();
}

/** A number that was counted up to the limit, in words. */
export function counted(count: number): string {
  return count === 0 ? "None" : count < IMPACT_LIMIT ? String(count) : `${IMPACT_LIMIT} or more`;
}

function named(names: readonly string[]): string {
  if (names.length === 0) return "None";
  const more = names.length - NAMED;
  return more > 0 ? `${names.slice(0, NAMED).join(", ")} and ${more} more` : names.join(", ");
}
