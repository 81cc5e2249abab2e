/** What hangs on a business area: people and requests in it, areas it stands for, and what it looks after. */

import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { MAX_DOMAINS } from "../domains/rules";
import { mergedInto } from "../people/mergedAreas";

type ReadCtx = Pick<QueryCtx, "db">;
type AreaId = Id<"businessAreas">;

/** Any person may belong to an area. */
const STATUSES = ["active", "invited", "suspended", "removed", "revoked", "expired"] as const;

/**
 * Whether anything hangs on an area: somebody belongs to it, a request names it, another was merged into it, or it is in
 * charge of a data domain or of a topic of support.
 */
export async function isAreaUsed(ctx: ReadCtx, areaId: AreaId): Promise<boolean> {
  for (const status of STATUSES) {
    const person = await ctx.db
      .query("people")
      .withIndex("queue_area_name", (q) => q.eq("status", status).eq("businessAreaId", areaId))
      .first();
    if (person) return true;
  }
  const request = await ctx.db
    .query("requests")
    .withIndex("queue_area_created", (q) => q.eq("businessAreaId", areaId))
    .first();
  if (request !== null || (await mergedInto(ctx, areaId)).length > 0) return true;
  return (await hasDomain(ctx, areaId)) || (await hasTopic(ctx, areaId));
}

/** An area in charge of a domain decides about it by its people; one that is archived asks nobody. */
async function hasDomain(ctx: ReadCtx, areaId: AreaId): Promise<boolean> {
  const domains = await ctx.db
    .query("dataDomains")
    .withIndex("by_key")
    .take(MAX_DOMAINS + 1);
  return domains.some(
    ({ status, ownerAreaIds, deputyAreaIds }) =>
      status !== "archived" && [...ownerAreaIds, ...deputyAreaIds].includes(areaId),
  );
}

/** Whether its people are the team of a topic as it is set now. */
async function hasTopic(ctx: ReadCtx, areaId: AreaId): Promise<boolean> {
  const newest = await ctx.db.query("supportTeamsVersions").withIndex("by_version").order("desc").first();
  return Object.values(newest?.teams ?? {}).includes(areaId);
}
