/** Data domains as lists show them. */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { personStatus } from "../../access/validators";
import { DomainReader } from "../../core/domains/inherited";
import { allDomains } from "../../core/domains/model";
import { isSettled } from "../../core/domains/rules/states";
import { shapeOf } from "../../core/domains/saving";
import { dataDomain, domainStatus, domainType } from "../../core/domains/table";
import { openAbout } from "../../process/confirming/proposing";
import { domainLink, shownPeople } from "./domainPage";

type ReadCtx = Pick<QueryCtx, "db">;

const people = v.array(v.object({ id: v.id("people"), name: v.string(), email: v.string(), status: personStatus }));

const domainRow = v.object({
  id: v.id("dataDomains"),
  name: v.string(),
  description: v.string(),
  type: v.union(domainType, v.null()),
  sensitivity: dataDomain.fields.sensitivity,
  status: domainStatus,
  owners: people,
  deputies: people,
  roles: v.array(v.string()),
  /** Whether other domains are a part of it. */
  hasChildren: v.boolean(),
});

export const domainLevel = v.object({
  rows: v.array(domainRow),
  /** The name the next page begins behind; null at the end. */
  next: v.union(v.null(), v.string()),
});

/** Rows of one page of a level. */
export const LEVEL_PAGE = 50;

/** One page of the domains that are a part of this one, or of those at the top, by name. */
export async function domainLevelOf(
  ctx: ReadCtx,
  parentId: Id<"dataDomains"> | undefined,
  after: string | null,
): Promise<Infer<typeof domainLevel>> {
  const found = await ctx.db
    .query("dataDomains")
    .withIndex("by_parent", (q) =>
      after === null ? q.eq("parentId", parentId) : q.eq("parentId", parentId).gt("name", after),
    )
    .take(LEVEL_PAGE + 1);
  const reader = new DomainReader(ctx);
  const rows = found.slice(0, LEVEL_PAGE);
  return {
    rows: await Promise.all(rows.map((row) => domainRowOf(ctx, row, reader))),
    next: found.length > LEVEL_PAGE ? (rows.at(-1)?.name ?? null) : null,
  };
}

export const unmannedList = v.object({
  rows: v.array(v.object({ ...domainLink.fields, lacks: v.string() })),
  hasMore: v.boolean(),
  total: v.number(),
});

/** Lines of the list of domains that somebody is missing in, and how many there are at most. */
const UNMANNED_SHOWN = 25;
const UNMANNED_MAX = 500;

/** Domains that are open or were, in which nobody active decides, or nobody who could when the owner cannot. */
export async function unmannedDomains(ctx: ReadCtx, size = UNMANNED_SHOWN): Promise<Infer<typeof unmannedList>> {
  const domains = await allDomains(ctx);
  const reader = new DomainReader(ctx, domains);
  const statuses = new Map<Id<"people">, Promise<boolean>>();
  const isActive = async (id: Id<"people">): Promise<boolean> => {
    const known = statuses.get(id) ?? ctx.db.get(id).then((person) => person?.status === "active");
    statuses.set(id, known);
    return await known;
  };
  const anyActive = async (ids: readonly Id<"people">[]): Promise<boolean> =>
    (await Promise.all(ids.map(isActive))).some(Boolean);
  const rows: Infer<typeof unmannedList>["rows"] = [];
  for (const row of domains) {
    if (!isSettled(row.status)) continue;
    const { ownerIds, deputyIds } = await reader.effective(row);
    const lacks = !(await anyActive(ownerIds))
      ? ownerIds.length === 0
        ? "Nobody owns it"
        : "No owner is active"
      : !(await anyActive(deputyIds))
        ? deputyIds.length === 0
          ? "It has no deputy"
          : "No deputy is active"
        : null;
    if (lacks !== null) rows.push({ id: row._id, name: row.name, status: row.status, lacks });
  }
  const shown = rows.slice(0, Math.min(Math.max(0, size), UNMANNED_MAX));
  return { rows: shown, hasMore: rows.length > shown.length, total: rows.length };
}

/** A domain with those in charge of it as it counts now. */
async function domainRowOf(
  ctx: ReadCtx,
  row: Doc<"dataDomains">,
  reader: DomainReader,
): Promise<Infer<typeof domainRow>> {
  const now = await reader.effective(row);
  const { readRoles, writeRoles } = shapeOf(row);
  // Only a draft can be in review.
  const waiting = row.status === "draft" ? await openAbout(ctx, row._id) : null;
  const child = await ctx.db
    .query("dataDomains")
    .withIndex("by_parent", (q) => q.eq("parentId", row._id))
    .first();
  return {
    id: row._id,
    name: row.name,
    description: row.description,
    type: row.type ?? null,
    sensitivity: now.sensitivity,
    status: waiting?.change.kind === "domain.state" ? "inReview" : row.status,
    owners: await shownPeople(ctx, now.ownerIds),
    deputies: await shownPeople(ctx, now.deputyIds),
    roles: [...readRoles, ...writeRoles],
    hasChildren: child !== null,
  };
}
