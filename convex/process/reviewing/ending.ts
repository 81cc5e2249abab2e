/**
 * The end of a review: what is to go is taken back by the same removal as any other access. Where it is much, and what
 * programs hold always, only on the word of a second person. What nobody decided about stays, or goes in the review's
 * name where that was chosen at its start.
 */

import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { recordEvent } from "../../core/audit/model";
import { configured } from "../../core/config/model";
import { heldOf } from "../../core/grants/model";
import { whyNotRevoke } from "../../core/grants/rules";
import { removalsOf, takerOf } from "../../core/reviews/model";
import { MAX_UNDECIDED_LOOKED_AT, subjectOf, UNDECIDED_REASON } from "../../core/reviews/rules";
import { EVIDENCE_MAX_LENGTH } from "../../core/tasks/rules/work";
import { kindOf } from "../confirming/kinds";
import { openAbout, propose } from "../confirming/proposing";
import { loadPerson } from "../confirming/steps/people";
import { takeBack } from "../settling/takingBack";
import { programOf } from "../steps/programs";
import type { MutationStep } from "../steps/step";
import { goingByDefault, isWarned, undecidedOf } from "./byDefault";
import { isGivenAgain } from "./givenAgain";
import { tellKept } from "./warning";

type Review = Doc<"accessReviews">;
type Item = Doc<"reviewItems">;

/** Reviews ended in one transaction, and removals asked for in one. */
const MAX_ENDING = 5;
const MAX_TAKEN = 20;

/** Ends the reviews whose last day is over. */
export async function endReviews(step: MutationStep): Promise<void> {
  const { ctx, at, by } = step;
  const due = await ctx.db
    .query("accessReviews")
    .withIndex("by_state", (q) => q.eq("state", "open").lte("dueAt", at))
    .take(MAX_ENDING);
  for (const review of due) {
    const byDefault = await decideByDefault(step, review);
    await ctx.db.patch(review._id, { state: "ended", endedAt: at });
    const removals = await removalsOf(ctx, review._id);
    await recordEvent(ctx, {
      ...by,
      action: "review.ended",
      targets: [subjectOf(review)],
      concern: "domains",
      context: { removals: removals.length, ...(byDefault > 0 && { byDefault }), total: review.total },
      occurredAt: at,
    });
    const { isMuch, ofPrograms } = await takingSecond(ctx, review, removals);
    await askSecond(step, review._id, isMuch ? removals : ofPrograms);
    await takeNext(step, review._id);
  }
}

/** Marks what goes because nobody decided, with a record for each; whoever was warned of more than goes keeps it. */
async function decideByDefault({ ctx, at, by }: MutationStep, review: Review): Promise<number> {
  // Nobody could be warned, as where the portal was down: all of it stays.
  const going = review.remindedAt === undefined ? [] : await goingByDefault(ctx, review);
  for (const { _id, grantId } of going) {
    await ctx.db.patch(_id, { verdict: "remove", reason: UNDECIDED_REASON, decidedAt: at });
    await recordEvent(ctx, {
      ...by,
      action: "review.toRemove",
      targets: [subjectOf(review), { type: "grant", id: grantId }],
      concern: "domains",
      context: { reason: UNDECIDED_REASON },
      occurredAt: at,
    });
  }
  for (const item of (await undecidedOf(ctx, review, MAX_UNDECIDED_LOOKED_AT)).filter(isWarned)) {
    await ctx.db.patch(item._id, { takenFromId: undefined });
    await tellKept(ctx, item, at, "The access review ended without removing it.");
  }
  return going.length;
}

/**
 * What of a review's removals takes a second person: all where it is much, else what programs hold. An option raised
 * while the review ran does not loosen it, one lowered holds at once.
 */
export async function takingSecond(
  ctx: Pick<QueryCtx, "db">,
  { mostAlone }: Pick<Review, "mostAlone">,
  removals: readonly Item[],
): Promise<{ readonly isMuch: boolean; readonly ofPrograms: readonly Item[] }> {
  const ofPrograms: Item[] = [];
  for (const item of removals) {
    const grant = await ctx.db.get(item.grantId);
    if (grant && (await programOf(ctx, grant))) ofPrograms.push(item);
  }
  const most = await configured(ctx, "reviews.removals");
  return { isMuch: removals.length > Math.min(most, mostAlone ?? most), ofPrograms };
}

/** A second person is asked on behalf of whose word most of it goes on; until they say yes, it stays. */
async function askSecond(
  { ctx, at, by }: MutationStep,
  reviewId: Id<"accessReviews">,
  removals: readonly Item[],
): Promise<void> {
  for (const { _id } of removals) await ctx.db.patch(_id, { isForSecond: true });
  const decided = new Map<Id<"people">, number>();
  for (const item of removals) {
    const id = await takerOf(ctx, item);
    if (id) decided.set(id, (decided.get(id) ?? 0) + 1);
  }
  const [most] = [...decided].toSorted(([, one], [, other]) => other - one);
  if (!most) return;
  const change = { kind: "review.remove" as const, reviewId };
  const proposer = await loadPerson(ctx, most[0]);
  const look = await kindOf(change).look(ctx, change, proposer);
  await propose({ ctx, at, by }, proposer, { change, look, reason: "Access review" });
}

/** Asks that what a review removes ends, so many at a time. */
export async function takeNext(step: MutationStep, reviewId: Id<"accessReviews">): Promise<void> {
  const { ctx, at } = step;
  const left = (await removalsOf(ctx, reviewId)).filter((one) => one.takenAt === undefined && !one.isForSecond);
  for (const item of left.slice(0, MAX_TAKEN)) {
    const { _id, accessKey, grantId, decidedById, reason } = item;
    await ctx.db.patch(_id, { takenAt: at });
    const holderId = (await ctx.db.get(grantId))?.beneficiaryId;
    for (const grant of await heldOf(ctx, accessKey)) {
      const isTheirs = grant.beneficiaryId === holderId && whyNotRevoke(grant) === null;
      if (isTheirs && !(await isGivenAgain(ctx, grant, item)))
        await takeBack(step, grant, decidedById ?? null, endReasonOf(reason));
    }
  }
  if (left.length > MAX_TAKEN) await ctx.scheduler.runAfter(0, internal.reviews.internal.take, { reviewId });
}

/** The reason of a decision as that of the end: the longest one fits as well, or no review would end. */
function endReasonOf(reason = ""): string {
  return `Access review: ${reason}`.slice(0, EVIDENCE_MAX_LENGTH);
}

/** Whether what a review removes waits for a second person. */
export async function waitsForSecond(ctx: Pick<QueryCtx, "db">, { _id, state }: Review): Promise<boolean> {
  return state === "ended" && (await openAbout(ctx, _id)) !== null;
}
