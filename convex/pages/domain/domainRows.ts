/** Data domains as lists show them. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { personStatus } from "../../access/roles";
import { shapeOf } from "../../core/domains/saving";
import type { DomainReader } from "../../core/domains/standing";
import { dataDomain, domainStatus } from "../../core/domains/table";
import { timestamp } from "../../lib/validators";
import { openAbout } from "../../process/confirming/proposing";
import { shownPeople } from "./domainPage";

type ReadCtx = Pick<QueryCtx, "db">;

const people = v.array(v.object({ id: v.id("people"), name: v.string(), email: v.string(), status: personStatus }));

export const domainRow = v.object({
  id: v.id("dataDomains"),
  name: v.string(),
  description: v.string(),
  sensitivity: dataDomain.fields.sensitivity,
  status: domainStatus,
  owners: people,
  deputies: people,
  roles: v.array(v.string()),
  /** Whether other domains are a part of it. */
  hasChildren: v.boolean(),
  updatedAt: timestamp,
});

/** A domain with those in charge of it as it counts now. */
export async function domainRowOf(
  ctx: ReadCtx,
  row: Doc<"dataDomains">,
  reader: DomainReader,
): Promise<Infer<typeof domainRow>> {
  const now = await reader.standing(row);
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
    sensitivity: now.sensitivity,
    status: waiting?.change.kind === "domain.state" ? "inReview" : row.status,
    owners: await shownPeople(ctx, now.ownerIds),
    deputies: await shownPeople(ctx, now.deputyIds),
    roles: [...readRoles, ...writeRoles],
    hasChildren: child !== null,
    updatedAt: row.updatedAt,
  };
}
