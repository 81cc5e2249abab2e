/**
 * Business areas that were merged. A merged area points to the one that stands for it; no person, request or task is
 * rewritten, so that taking the pointer away is all it needs to have everything as it was.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

type ReadCtx = Pick<QueryCtx, "db">;

/** Merges in a row that are followed; more are refused. */
export const MAX_MERGES = 5;
/** Areas that can be merged into one. */
const MAX_MERGED = 200;

/** The area that stands for this one: itself, or the one it was merged into. */
export async function currentArea(
  ctx: ReadCtx,
  areaId: Id<"businessAreas"> | undefined,
): Promise<Doc<"businessAreas"> | null> {
  let area = areaId ? await ctx.db.get(areaId) : null;
  for (let followed = 0; area?.mergedIntoId && followed <= MAX_MERGES; followed++)
    area = await ctx.db.get(area.mergedIntoId);
  return area;
}

/** Its id, as far as there is one. */
export async function currentAreaId(
  ctx: ReadCtx,
  areaId: Id<"businessAreas"> | undefined,
): Promise<Id<"businessAreas"> | undefined> {
  return (await currentArea(ctx, areaId))?._id;
}

/** Who decides for an area: the first of those in charge of it who is active, since an area decides as one. */
export async function areaDecider(
  ctx: ReadCtx,
  area: Pick<Doc<"businessAreas">, "ownerId" | "deputyId" | "approverId">,
): Promise<Id<"people"> | null> {
  for (const id of [area.ownerId, area.deputyId, area.approverId])
    if (id && (await ctx.db.get(id))?.status === "active") return id;
  return null;
}

/** An area and every area it stands for, itself first. */
export async function areasBehind(ctx: ReadCtx, areaId: Id<"businessAreas">): Promise<Id<"businessAreas">[]> {
  const found = [areaId];
  for (let depth = 0, layer = [areaId]; layer.length > 0 && depth <= MAX_MERGES; depth++) {
    const next: Id<"businessAreas">[] = [];
    for (const id of layer) next.push(...(await mergedInto(ctx, id)).map(({ _id }) => _id));
    found.push(...next);
    layer = next;
  }
  return found;
}

/** Every area that is one with this one by merges, itself among them; none without an area. */
export async function areasOneWith(
  ctx: ReadCtx,
  areaId: Id<"businessAreas"> | undefined,
): Promise<readonly Id<"businessAreas">[]> {
  if (areaId === undefined) return [];
  return await areasBehind(ctx, (await currentAreaId(ctx, areaId)) ?? areaId);
}

/** What a filter by area ranges over besides its own: the areas that one stands for. */
export interface InAreas {
  readonly areaIds?: readonly Id<"businessAreas">[];
}

/** A filter with every area that the one it names stands for. */
export async function inAreas<Filter extends { readonly businessAreaId?: Id<"businessAreas"> }>(
  ctx: ReadCtx,
  filter: Filter,
): Promise<Filter & InAreas> {
  const { businessAreaId } = filter;
  return businessAreaId === undefined ? filter : { ...filter, areaIds: await areasBehind(ctx, businessAreaId) };
}

/** The areas that were merged into this one. */
export async function mergedInto(ctx: ReadCtx, areaId: Id<"businessAreas">): Promise<Doc<"businessAreas">[]> {
  return await ctx.db
    .query("businessAreas")
    .withIndex("by_merged", (q) => q.eq("mergedIntoId", areaId))
    .take(MAX_MERGED);
}
