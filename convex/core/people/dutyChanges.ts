/**
 * Since when others decide for a business area or a data domain, and by whose word. Whoever put somebody in charge
 * decides about nothing that was open at the time, and open approvals are seated again.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { currentAreaId } from "./mergedAreas";

type ReadCtx = Pick<QueryCtx, "db">;

/** For what others decide. */
export type Duty = { readonly areaId: Id<"businessAreas"> } | { readonly domainKey: string };

/** Changes of one area or domain during one request that are looked at: more than there are. */
const CHANGES_READ = 100;

/** Notes that others decide for something now. */
export async function noteDutyChange(
  ctx: Pick<MutationCtx, "db">,
  duty: Duty,
  byIds: readonly Id<"people">[],
  at: number,
): Promise<void> {
  await ctx.db.insert("dutyChanges", { ...duty, byIds: [...new Set(byIds)], at, seatedUntil: 0 });
}

/** Whoever changed since then who decides for the area, the domain (or an area that owns it) or the beneficiary of a request. */
export async function changersSince(
  ctx: ReadCtx,
  {
    areaId,
    domainKey,
    ownerAreaIds = [],
    personId,
  }: {
    readonly areaId?: Id<"businessAreas">;
    readonly domainKey?: string;
    readonly ownerAreaIds?: readonly Id<"businessAreas">[];
    readonly personId?: Id<"people">;
  },
  since: number,
): Promise<Id<"people">[]> {
  const rows: Doc<"dutyChanges">[] = [];
  const areaIds = [areaId, ...ownerAreaIds];
  const current = await Promise.all(areaIds.map((id) => currentAreaId(ctx, id)));
  for (const id of new Set([...areaIds, ...current]))
    if (id !== undefined)
      rows.push(
        ...(await ctx.db
          .query("dutyChanges")
          .withIndex("by_area", (q) => q.eq("areaId", id).gte("at", since))
          .take(CHANGES_READ)),
      );
  if (domainKey !== undefined)
    rows.push(
      ...(await ctx.db
        .query("dutyChanges")
        .withIndex("by_domain", (q) => q.eq("domainKey", domainKey).gte("at", since))
        .take(CHANGES_READ)),
    );
  if (personId !== undefined)
    rows.push(
      ...(await ctx.db
        .query("dutyChanges")
        .withIndex("by_person", (q) => q.eq("personId", personId).gte("at", since))
        .take(CHANGES_READ)),
    );
  return [...new Set(rows.flatMap(({ byIds }) => byIds))];
}
