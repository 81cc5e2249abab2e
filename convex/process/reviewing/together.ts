/** Several accesses kept at once: only those that show use, each by somebody without a part in it. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { recordEvent } from "../../core/audit/model";
import { subjectOf, whyNotAmongKept, whyNotKeepTogether, whyNotNow } from "../../core/reviews/rules";
import { refuse, refuseIf } from "../../lib/errors";
import type { Step } from "../steps/step";
import { judgeOf, whyNotKeepFor } from "./reviewers";

/** Keeps what nobody has decided about yet among these; all of them or, where one is refused, none. */
export async function keepTogether(
  { ctx, at, by }: Step & { readonly ctx: MutationCtx },
  person: Doc<"people">,
  { reviewId, itemIds }: { readonly reviewId: Id<"accessReviews">; readonly itemIds: readonly Id<"reviewItems">[] },
): Promise<number> {
  const review = (await ctx.db.get(reviewId)) ?? refuse({ code: "not-found" });
  const domain = (await ctx.db.get(review.domainId)) ?? refuse({ code: "not-found" });
  // The number first, so that nobody has the portal read thousands.
  refuseIf(whyNotKeepTogether(itemIds.length, review, at));
  const judge = await judgeOf(ctx, { review, domain }, person, at);
  const items: { readonly item: Doc<"reviewItems">; readonly forId?: Id<"people"> }[] = [];
  for (const id of new Set(itemIds)) {
    const item = await ctx.db.get(id);
    if (item?.reviewId !== reviewId) refuse({ code: "not-found" });
    const { no, forId } = await judge(item);
    refuseIf(no);
    items.push({ item, forId });
  }
  refuseIf(whyNotNow(review, at));
  for (const { item } of items) refuseIf(whyNotAmongKept(item));
  const undecided = items.filter(({ item }) => item.verdict === undefined);
  for (const { item, forId } of undecided) {
    const { _id, grantId } = item;
    const keptForId = (await ctx.db.get(grantId))?.beneficiaryId;
    if (keptForId) refuseIf(await whyNotKeepFor(ctx, reviewId, keptForId, forId ? [person._id, forId] : [person._id]));
    const said = { verdict: "keep" as const, reason: "", decidedById: person._id, decidedForId: forId, decidedAt: at };
    await ctx.db.patch(_id, { ...said, keptForId });
    await recordEvent(ctx, {
      ...by,
      action: "review.kept",
      targets: [subjectOf(review), { type: "grant", id: grantId }],
      concern: "domains",
      context: { together: undecided.length },
      occurredAt: at,
    });
  }
  if (undecided.length > 0) await ctx.db.patch(reviewId, { keptTogetherAt: at });
  return undecided.length;
}
