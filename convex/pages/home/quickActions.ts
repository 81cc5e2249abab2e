/** What Home offers to ask for: what a person asks for most, and what their colleagues do. */

import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Viewer } from "../../access/viewer";
import { offeredTypes, type VersionedType } from "../../core/catalog/model";
import { requestsFor, requestsOf } from "../../core/requests/model";
import { chosenActions, tally, type ActionReason } from "../../core/shared/rules/home";

export const actionReason = v.union(v.literal("own"), v.literal("area"), v.literal("start"));

type ReadCtx = Pick<QueryCtx, "db">;

/** Requests counted: the newest of a person, and the newest of their area that were carried out. */
const COUNTED_REQUESTS = 100;

/** The types to offer a person, and whether they are new: nothing asked for, by them or for them, and nothing held. */
export async function quickActionsFor(
  ctx: ReadCtx,
  { person, roles }: Pick<Viewer, "person" | "roles">,
): Promise<{
  readonly isNew: boolean;
  readonly actions: readonly { readonly type: VersionedType; readonly reason: ActionReason; readonly uses: number }[];
}> {
  const types = (await offeredTypes(ctx, roles)).map((type) => ({ key: type.type.key, type }));
  const uses = await usesOf(ctx, person);
  const chosen = chosenActions(types, uses);
  const isNew = uses.own.size === 0 && !(await hasReceived(ctx, person._id));
  return { isNew, actions: chosen.map(({ type, ...why }) => ({ ...why, type: type.type })) };
}

/** How often a person asked for each type lately, and how often it was carried out for their area; by key. */
export async function usesOf(
  ctx: ReadCtx,
  person: Doc<"people">,
): Promise<{ readonly own: ReadonlyMap<string, number>; readonly area: ReadonlyMap<string, number> }> {
  const own = (await requestsOf(ctx, person._id, COUNTED_REQUESTS)).filter(({ status }) => status !== "Draft");
  const area = person.businessAreaId ? await carriedOut(ctx, person.businessAreaId) : [];
  return { own: tally(own.map(({ typeId }) => typeId)), area: tally(area.map(({ typeId }) => typeId)) };
}

async function hasReceived(ctx: ReadCtx, personId: Id<"people">): Promise<boolean> {
  const received = await requestsFor(ctx, personId, 1);
  const grant = await ctx.db
    .query("grants")
    .withIndex("by_beneficiary", (q) => q.eq("beneficiaryId", personId))
    .first();
  return grant !== null || received.some(({ status }) => status !== "Draft");
}

async function carriedOut(ctx: ReadCtx, areaId: Id<"businessAreas">): Promise<Doc<"requests">[]> {
  return await ctx.db
    .query("requests")
    .withIndex("queue_area_created", (q) =>
      q.eq("businessAreaId", areaId).eq("status", "Completed").eq("archivedAt", undefined),
    )
    .order("desc")
    .take(COUNTED_REQUESTS);
}
