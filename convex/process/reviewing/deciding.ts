/** Decisions of a review: about one access or several at once, made anew as often as somebody likes until the last day. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { recordEvent } from "../../core/audit/model";
import { nameOf } from "../../core/people/model";
import { removalsOf } from "../../core/reviews/model";
import { subjectOf, whyNotAmong, whyNotMoreRemovals, whyNotNow, whyNotTogether } from "../../core/reviews/rules";
import type { ReviewVerdict } from "../../core/reviews/table";
import { whyNotReason } from "../../core/tasks/rules/work";
import { refuse, refuseIf } from "../../lib/errors";
import type { MutationStep } from "../steps/step";
import { notePace } from "./pace";
import { judgeOf, sayOf, whyNotKeepFor, whyNotTake } from "./reviewers";
import { tellKept, warn } from "./warning";

type Review = Doc<"accessReviews">;
type Item = Doc<"reviewItems">;

/** What is decided, and why. */
interface Decision {
  readonly verdict: ReviewVerdict;
  readonly reason: string;
}

/** One access somebody may decide about, and whom they stand in for. */
interface Decided {
  readonly item: Item;
  readonly forId?: Id<"people">;
}

/** Decides about one access, or decides anew, until the last day. */
export async function decide(
  step: MutationStep,
  person: Doc<"people">,
  { itemId, ...decision }: Decision & { readonly itemId: Id<"reviewItems"> },
): Promise<void> {
  const { ctx, at } = step;
  const item = (await ctx.db.get(itemId)) ?? refuse({ code: "not-found" });
  const { review, domain } = await reviewed(ctx, item.reviewId);
  const { no, forId } = await sayOf(ctx, { review, item, domain }, person, at);
  refuseIf(no);
  refuseIf(whyNotNow(review, at));
  await refuseRemovals(ctx, review, [item], decision);
  await write(step, review, { item, forId }, { ...decision, person });
  await notePace(step, review, person);
}

/**
 * Decides about what nobody has decided about yet among these, a record for each; all of them or, where one is refused,
 * none. Answers how many.
 */
export async function decideTogether(
  step: MutationStep,
  person: Doc<"people">,
  {
    reviewId,
    itemIds,
    ...decision
  }: Decision & { readonly reviewId: Id<"accessReviews">; readonly itemIds: readonly Id<"reviewItems">[] },
): Promise<number> {
  const { ctx, at } = step;
  const { verdict } = decision;
  const { review, domain } = await reviewed(ctx, reviewId);
  // The number first, so that nobody has the portal read thousands.
  refuseIf(whyNotTogether({ count: itemIds.length, verdict }, review, at));
  const judge = await judgeOf(ctx, { review, domain }, person, at);
  const found: Decided[] = [];
  for (const id of new Set(itemIds)) {
    const item = await ctx.db.get(id);
    if (item?.reviewId !== reviewId) refuse({ code: "not-found" });
    const { no, forId } = await judge(item);
    refuseIf(no);
    found.push({ item, forId });
  }
  refuseIf(whyNotNow(review, at));
  for (const { item } of found) refuseIf(whyNotAmong(item, verdict));
  const undecided = found.filter(({ item }) => item.verdict === undefined);
  await refuseRemovals(
    ctx,
    review,
    undecided.map(({ item }) => item),
    decision,
  );
  for (const one of undecided) await write(step, review, one, { ...decision, person, together: undecided.length });
  if (undecided.length === 0) return 0;
  if (verdict === "keep") await ctx.db.patch(reviewId, { keptTogetherAt: at });
  await notePace(step, review, person);
  return undecided.length;
}

async function reviewed(ctx: MutationCtx, reviewId: Id<"accessReviews">) {
  const review = (await ctx.db.get(reviewId)) ?? refuse({ code: "not-found" });
  const domain = (await ctx.db.get(review.domainId)) ?? refuse({ code: "not-found" });
  return { review, domain };
}

/** Refuses a removal without a reason, from who keeps theirs whatever is decided, and beyond what one review removes. */
async function refuseRemovals(
  ctx: MutationCtx,
  review: Review,
  items: readonly Item[],
  { verdict, reason }: Decision,
): Promise<void> {
  if (verdict === "keep") return;
  refuseIf(whyNotReason(reason));
  for (const item of items) refuseIf(await whyNotTake(ctx, item));
  const more = items.filter((item) => item.verdict !== "remove").length;
  if (more > 0) refuseIf(whyNotMoreRemovals((await removalsOf(ctx, review._id)).length, more));
}

/** Writes one decision with its event, and notifies whoever it concerns. */
async function write(
  { ctx, at, by }: MutationStep,
  review: Review,
  { item, forId }: Decided,
  { verdict, reason, person, together }: Decision & { readonly person: Doc<"people">; readonly together?: number },
): Promise<void> {
  const holderId = (await ctx.db.get(item.grantId))?.beneficiaryId;
  const deciders = forId ? [person._id, forId] : [person._id];
  if (verdict === "keep" && holderId) refuseIf(await whyNotKeepFor(ctx, review._id, holderId, deciders));
  const [keptForId, takenFromId] = verdict === "keep" ? [holderId, undefined] : [undefined, holderId];
  const said = { verdict, reason: reason.trim(), decidedById: person._id, decidedForId: forId, decidedAt: at };
  const pace = { isTogether: together === undefined ? undefined : (true as const), isHurried: undefined };
  const fields = { ...said, ...pace, keptForId, takenFromId };
  await ctx.db.patch(item._id, verdict === "keep" ? { ...fields, warnedAt: undefined } : fields);
  if (verdict === "keep") await tellKept(ctx, item, at);
  // Decided after the others were warned: this one is warned now.
  else if (review.remindedAt !== undefined) await warn(ctx, review, { ...item, ...fields }, at);
  await recordEvent(ctx, {
    ...by,
    action: verdict === "keep" ? "review.kept" : "review.toRemove",
    targets: [subjectOf(review), { type: "grant", id: item.grantId }],
    concern: "domains",
    context: {
      ...(reason.trim() !== "" && { reason: reason.trim() }),
      ...(forId && { for: await nameOf(ctx, forId) }),
      ...(together !== undefined && { together }),
    },
    occurredAt: at,
  });
}
