/**
 * The review a move opens: what somebody held in their old place, one decision each, and none by the person or by
 * whoever moved them alone. It is one row; another move while it is open goes on in it.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordEvent, type Attribution } from "../audit/model";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** The open review of somebody, or null. */
export async function openReviewOf(ctx: ReadCtx, personId: Id<"people">): Promise<Doc<"moveReviews"> | null> {
  return await ctx.db
    .query("moveReviews")
    .withIndex("by_person", (q) => q.eq("personId", personId).eq("endedAt", undefined))
    .first();
}

/** Opens the review of somebody who was moved. */
export async function openMoveReview(
  { ctx, at, by }: { readonly ctx: WriteCtx; readonly at: number; readonly by: Attribution },
  person: Doc<"people">,
  { byIds }: { readonly byIds: readonly Id<"people">[] },
): Promise<void> {
  const open = await openReviewOf(ctx, person._id);
  // Moved again: everything is looked at again, for the new place.
  if (open) await ctx.db.patch(open._id, { at, byIds: [...new Set([...open.byIds, ...byIds])], decided: [] });
  else await ctx.db.insert("moveReviews", { personId: person._id, at, byIds: [...byIds], decided: [] });
  await recordEvent(ctx, {
    ...by,
    action: "person.moveReviewOpened",
    targets: [{ type: "person", id: person._id, label: person.email }],
    occurredAt: at,
  });
}
