/**
 * Deciding about what somebody held before they were moved: kept, kept until a day, or removed by the same removal as
 * any other. Whoever moved them decides nothing of it.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import { recordEvent } from "../../core/audit/model";
import { updateGrant } from "../../core/grants/model";
import { nextCheckOf } from "../../core/grants/rules";
import { humanBehind, isAmong } from "../../core/people/humans";
import { fullName } from "../../core/people/model";
import { openReviewOf } from "../../core/people/moveReviews";
import { notByMover } from "../../core/people/rules/handing";
import { refuse } from "../../lib/errors";
import { DAY_MS } from "../../lib/pure/time";
import { dutiesLeft } from "../ending/moveDuties";
import { accessLeft } from "../ending/moveReview";
import { isManagedBy } from "../ending/usedNearby";
import { endExtensions, takeBack } from "../settling/takingBack";
import type { MutationStep, Step } from "../steps/step";

/** One decision as it is wished. */
export interface MoveWish {
  readonly grantId: Id<"grants">;
  readonly verdict: "keep" | "remove";
  readonly until: number | null;
}

/** Decides about one access; the review ends with the last one. */
export async function decideMovedAccess(
  step: MutationStep,
  viewer: Doc<"people">,
  person: Doc<"people">,
  { grantId, verdict, until }: MoveWish,
): Promise<void> {
  const { ctx, at, by } = step;
  const review = (await openReviewOf(ctx, person._id)) ?? refuse({ code: "not-found" });
  if (humanBehind(viewer) === humanBehind(person))
    refuse({ code: "not-eligible", message: "Somebody else has to decide about your access." });
  if (await isAmong(ctx, review.byIds, viewer)) refuse({ code: "not-eligible", message: notByMover(fullName(person)) });
  const grant = (await ctx.db.get(grantId)) ?? refuse({ code: "not-found" });
  if (grant.beneficiaryId !== person._id || !(await isManagedBy(ctx, viewer, grant))) refuse({ code: "not-found" });
  if (review.decided.some((one) => one.grantId === grantId))
    refuse({ code: "duplicate", message: "Somebody has already decided about this access." });
  if (verdict === "remove") await takeBack(step, grant, viewer._id, "They moved to another place");
  else if (until !== null) await keepUntil(step, grant, until);
  const decision = { grantId, verdict, byId: viewer._id, at, ...(until !== null && verdict === "keep" && { until }) };
  const decided = [...review.decided, decision];
  const isOver =
    (await accessLeft(ctx, { ...review, decided })).length === 0 && (await dutiesLeft(ctx, review)).length === 0;
  await ctx.db.patch(review._id, { decided, ...(isOver && { endedAt: at }) });
  await recordEvent(ctx, {
    ...by,
    action: verdict === "keep" ? "person.moveAccessKept" : "person.moveAccessRemoved",
    targets: [
      { type: "person", id: person._id, label: person.email },
      { type: "grant", id: grantId, label: grant.description },
    ],
    context: { until, isOver },
    occurredAt: at,
  });
}

/** Only ever sooner: more time is asked for by a request. */
async function keepUntil(step: Step, grant: Doc<"grants">, until: number): Promise<void> {
  if (!Number.isSafeInteger(until) || until % DAY_MS !== 0 || until <= step.at)
    refuse({ code: "invalid-input", message: "The day has to be in the future." });
  if (grant.expiresAt !== undefined && until > grant.expiresAt)
    refuse({ code: "invalid-input", message: "It ends before that day. They ask for more time by a request." });
  const changes = { expiresAt: until, nextCheckAt: nextCheckOf({ ...grant, expiresAt: until }, step.at) };
  await updateGrant(step.ctx, grant, changes, { ...step.by, at: step.at, action: "grant.shortened" });
  // An extension counts from the end there was, and what was decided now is the later word.
  await endExtensions(step, grant, "The access it would have extended was decided to end sooner");
}
