/**
 * The review a move opens: what somebody held in their old place, one decision each, and none by the person or by
 * whoever moved them alone. It is one row; another move while it is open goes on in it.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { DAY_MS } from "../../lib/pure/time";
import { type Deed, recordEvent } from "../audit/model";
import { configured } from "../config/model";
import type { DutyDecision } from "./moveReviewTable";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** How long one is open that was opened before that could be set. What nobody decided about by then stays as it is. */
export const MOVE_REVIEW_MS = 14 * DAY_MS;

/** The open review of somebody, or null. */
export async function openReviewOf(ctx: ReadCtx, personId: Id<"people">): Promise<Doc<"moveReviews"> | null> {
  return await ctx.db
    .query("moveReviews")
    .withIndex("by_person", (q) => q.eq("personId", personId).eq("endedAt", undefined))
    .first();
}

/** The latest review of somebody, open or over, or null. */
export async function latestReviewOf(ctx: ReadCtx, personId: Id<"people">): Promise<Doc<"moveReviews"> | null> {
  const open = await openReviewOf(ctx, personId);
  return (
    open ??
    (await ctx.db
      .query("moveReviews")
      .withIndex("by_person", (q) => q.eq("personId", personId))
      .order("desc")
      .first())
  );
}

/** Writes what became of something they look after; nothing where the review is over. */
export async function noteDuty(ctx: WriteCtx, personId: Id<"people">, decision: DutyDecision): Promise<void> {
  const review = await openReviewOf(ctx, personId);
  if (review) await ctx.db.patch(review._id, { duties: [...(review.duties ?? []), decision] });
}

/** Opens the review of somebody who was moved. */
export async function openMoveReview(
  { ctx, at, by }: Deed<WriteCtx>,
  person: Doc<"people">,
  { byIds, managerId }: { readonly byIds: readonly Id<"people">[]; readonly managerId?: Id<"people"> | undefined },
): Promise<void> {
  const open = await openReviewOf(ctx, person._id);
  // Moved again: everything is looked at again, for the new place.
  const fields = {
    at,
    byIds: [...new Set([...(open?.byIds ?? []), ...byIds])],
    managerIds: [...new Set([...(open?.managerIds ?? []), ...(managerId ? [managerId] : [])])],
    decided: [],
    duties: [],
    endsAt: at + (await configured(ctx, "people.moveReviewDays")) * DAY_MS,
  };
  if (open) await ctx.db.patch(open._id, fields);
  else await ctx.db.insert("moveReviews", { personId: person._id, ...fields });
  await recordEvent(ctx, {
    ...by,
    action: "person.moveReviewOpened",
    targets: [{ type: "person", id: person._id, label: person.email }],
    occurredAt: at,
  });
}
