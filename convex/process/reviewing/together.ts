/** Several accesses kept at once: only those that show use, each by somebody without a part in it. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { recordEvent } from "../../core/audit/model";
import { whyNotAmongKept, whyNotKeepTogether, whyNotNow } from "../../core/reviews/rules";
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
  const judge = await judgeOf(ctx, { review, domain }, person);
  const items: Doc<"reviewItems">[] = [];
  for (const id of new Set(itemIds)) {
    const item = await ctx.db.get(id);
    if (item?.reviewId !== reviewId) refuse({ code: "not-found" });
    refuseIf(await judge(item));
    items.push(item);
  }
  refuseIf(whyNotNow(review, at));
  for (const item of items) refuseIf(whyNotAmongKept(item));
  const undecided = items.filter(({ verdict }) => verdict === undefined);
  for (const { _id, grantId } of undecided) {
    const keptForId = (await ctx.db.get(grantId))?.beneficiaryId;
    if (keptForId) refuseIf(await whyNotKeepFor(ctx, reviewId, keptForId, person));
    await ctx.db.patch(_id, { verdict: "keep", reason: "", decidedById: person._id, decidedAt: at, keptForId });
    await recordEvent(ctx, {
      ...by,
      action: "review.kept",
      targets: [
        { type: "review", id: review._id, label: review.domainName },
        { type: "grant", id: grantId },
      ],
      concern: "domains",
      context: { together: undecided.length },
      occurredAt: at,
    });
  }
  await ctx.db.patch(reviewId, { keptTogetherAt: at });
  return undecided.length;
}
