/**
 * Deciding what becomes of what somebody looks after, once they were moved: it stays theirs, or somebody else has it.
 * Nothing changes hands but by the doors that are there: a proposal for a domain, a handover for a seat.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { loadCase } from "../../core/approvals/case";
import { recordEvent } from "../../core/audit/model";
import { nameOfGrant } from "../../core/grants/names";
import { latestReviewOf, MOVE_REVIEW_MS, noteDuty } from "../../core/people/moveReviews";
import type { DutyDecision, MovedDuty, Stayed } from "../../core/people/moveReviewTable";
import { refuse, refuseIf } from "../../lib/errors";
import { reassign } from "../approving/moving";
import { whyNotDecideIn } from "../confirming/handingOn";
import { dutiesLeft } from "../ending/moveDuties";
import { accessLeft } from "../ending/moveReview";
import type { MutationStep } from "../steps/step";
import { seesRequest } from "./reviewing";

/** Reviews ended by the clock in one run. */
const END_BATCH = 20;

/** What somebody wishes about one thing a person looks after, in the review as they saw it. */
export interface DutyWish {
  readonly kind: MovedDuty["kind"];
  readonly id: string;
  /** When the review was opened that was shown: another move begins it anew. */
  readonly reviewAt: number;
}

/** What the wish is about, for somebody who decides about it; refuses what is decided or is theirs no more. */
export async function dutyToDecide(
  { ctx, at }: MutationStep,
  viewer: Doc<"people">,
  person: Doc<"people">,
  { kind, id, reviewAt }: DutyWish,
): Promise<MovedDuty> {
  refuseIf(await whyNotDecideIn(ctx, person, viewer, at));
  const review = (await latestReviewOf(ctx, person._id)) ?? refuse({ code: "not-found" });
  if (review.at !== reviewAt) refuse({ code: "changed-meanwhile", message: "They have been moved again." });
  if ((review.duties ?? []).some((one) => one.kind === kind && one.id === id))
    refuse({ code: "duplicate", message: "Somebody has already decided about this." });
  const left = await dutiesLeft(ctx, review);
  const duty = left.find((one) => one.kind === kind && one.id === id);
  if (!duty || !(await isSeen(ctx, viewer, duty))) refuse({ code: "not-found" });
  return duty;
}

/** It stays with whoever was moved. */
export async function keepDuty(
  step: MutationStep,
  viewer: Doc<"people">,
  person: Doc<"people">,
  duty: MovedDuty,
): Promise<void> {
  await note(step, person, { ...duty, byId: viewer._id, at: step.at }, "person.moveDutyKept");
}

/** A seat goes to somebody its step may ask, as any other that is handed over. */
export async function handOnSeat(
  step: MutationStep,
  viewer: Doc<"people">,
  person: Doc<"people">,
  { duty, toId, reason }: { readonly duty: MovedDuty; readonly toId: Id<"people">; readonly reason: string },
): Promise<void> {
  const { ctx, at } = step;
  const seatId = ctx.db.normalizeId("approvalSeats", duty.id);
  const row = (seatId && (await ctx.db.get(seatId))) ?? refuse({ code: "not-found" });
  const open = await loadCase(ctx, row.approvalId, at);
  const seat = open.seats.find(({ _id }) => _id === seatId) ?? refuse({ code: "not-found" });
  // Whoever is party to the request has no say in who decides about it (A1).
  const conflict = open.conflicts.get(viewer._id);
  if (conflict !== undefined)
    refuse({
      code: "not-eligible",
      reason: conflict,
      message: "You are a party to this request, so others name its approvers.",
    });
  const to = (await ctx.db.get(toId)) ?? refuse({ code: "not-found" });
  await reassign(step, { open, seat, to, byId: viewer._id, reason: "manual", comment: reason });
  await note(step, person, { ...duty, toId, byId: viewer._id, at }, "person.moveDutyHandedOn");
}

/**
 * Ends the reviews whose time is over, and those in which nothing is left to decide; what nobody decided about stays,
 * and the review says so. Says whether more may wait.
 */
export async function endMoveReviews({ ctx, at, by }: Pick<MutationStep, "ctx" | "at" | "by">): Promise<boolean> {
  const open = await ctx.db
    .query("moveReviews")
    .withIndex("by_end", (q) => q.eq("endedAt", undefined))
    .take(END_BATCH);
  let ended = 0;
  for (const review of open) {
    const { endsAt = review.at + MOVE_REVIEW_MS } = review;
    const stays = await whatIsLeft(ctx, review);
    if (endsAt > at && stays.length > 0) {
      // Opened before reviews had an end.
      if (review.endsAt === undefined) await ctx.db.patch(review._id, { endsAt });
      continue;
    }
    ended += 1;
    await ctx.db.patch(review._id, { endsAt, endedAt: at, stays });
    const person = await ctx.db.get(review.personId);
    if (person)
      await recordEvent(ctx, {
        ...by,
        action: "person.moveReviewEnded",
        targets: [{ type: "person", id: person._id, label: person.email }],
        context: { stays: stays.map(({ name }) => name) },
        occurredAt: at,
      });
  }
  return ended === END_BATCH;
}

async function whatIsLeft(ctx: MutationCtx, review: Doc<"moveReviews">): Promise<Stayed[]> {
  const access = await accessLeft(ctx, review);
  const named = access.map(async (grant) => ({
    kind: "access" as const,
    id: grant._id,
    name: (await nameOfGrant(ctx, grant)).description,
  }));
  return [...(await dutiesLeft(ctx, review)), ...(await Promise.all(named))];
}

/** Writes a decision; the review ends with the last one. */
async function note(
  { ctx, at, by }: MutationStep,
  person: Doc<"people">,
  decision: DutyDecision,
  action: string,
): Promise<void> {
  await noteDuty(ctx, person._id, decision);
  const review = await latestReviewOf(ctx, person._id);
  const isOver = review !== null && (await whatIsLeft(ctx, review)).length === 0;
  if (review && isOver) await ctx.db.patch(review._id, { endedAt: at });
  await recordEvent(ctx, {
    ...by,
    action,
    targets: [
      { type: "person", id: person._id, label: person.email },
      { type: decision.kind === "domain" ? "domain" : "seat", id: decision.id, label: decision.name },
    ],
    context: { toId: decision.toId ?? null, isOver },
    occurredAt: at,
  });
}

async function isSeen(ctx: MutationCtx, viewer: Doc<"people">, { kind, id }: MovedDuty): Promise<boolean> {
  if (kind === "domain") return true;
  const seatId = ctx.db.normalizeId("approvalSeats", id);
  const seat = seatId && (await ctx.db.get(seatId));
  return seat ? await seesRequest(ctx, viewer, seat.requestId) : false;
}
