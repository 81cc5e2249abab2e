/**
 * Deciding about what somebody held before they were moved: kept, kept until a day, or removed by the same removal as
 * any other. What is proposed goes by what people in the new place have.
 */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordEvent } from "../../core/audit/model";
import { updateGrant } from "../../core/grants/model";
import { accessName, nameOfGrant } from "../../core/grants/names";
import { nextCheckOf } from "../../core/grants/rules";
import { humanBehind } from "../../core/people/humans";
import { openReviewOf } from "../../core/people/moveReviews";
import { standingArea } from "../../core/people/standing";
import { refuse } from "../../lib/errors";
import { DAY_MS } from "../../lib/pure/time";
import { nullableTimestamp, timestamp } from "../../lib/validators";
import type { Step } from "../steps/step";
import { dutiesLeft } from "./moveDuties";
import { askRemoval } from "./removal";
import { commonNearby, heldOf, isManagedBy, usedIn } from "./usedNearby";

type ReadCtx = Pick<QueryCtx, "db">;

export const shownMoveReview = v.object({
  personId: v.id("people"),
  at: timestamp,
  area: v.union(v.string(), v.null()),
  rows: v.array(
    v.object({
      grantId: v.id("grants"),
      ...accessName.fields,
      expiresAt: nullableTimestamp,
      /** How many of the people looked at in the new area have the same, and what follows. */
      neighbours: v.number(),
      proposed: v.union(v.literal("keep"), v.literal("remove")),
      decided: v.union(
        v.null(),
        v.object({ verdict: v.union(v.literal("keep"), v.literal("remove")), until: nullableTimestamp }),
      ),
    }),
  ),
  lookedAt: v.number(),
  /** What is common there and they lack, with the form of a request for it. */
  common: v.array(v.object({ ...accessName.fields, neighbours: v.number(), to: v.string() })),
  /** Access that somebody else looks after. */
  others: v.number(),
});

/** One decision as it is wished. */
export interface MoveWish {
  readonly grantId: Id<"grants">;
  readonly verdict: "keep" | "remove";
  readonly until: number | null;
}

/** The open review of somebody as one who looks after requests sees it; null where none is open, or it is their own. */
export async function moveReviewFor(
  ctx: ReadCtx,
  viewer: Doc<"people">,
  person: Doc<"people">,
): Promise<Infer<typeof shownMoveReview> | null> {
  const review = await openReviewOf(ctx, person._id);
  if (!review || humanBehind(viewer) === humanBehind(person)) return null;
  const area = await standingArea(ctx, person.businessAreaId);
  const nearby = await usedIn(ctx, person, area?._id);
  const held = await heldOf(ctx, person._id);
  const own = [];
  for (const grant of held) if (await isManagedBy(ctx, viewer, grant)) own.push(grant);
  return {
    personId: person._id,
    at: review.at,
    area: area?.name ?? null,
    lookedAt: nearby.lookedAt,
    common: await commonNearby(ctx, viewer, person, nearby),
    others: held.length - own.length,
    rows: await Promise.all(
      own.map(async (grant) => {
        const decided = review.decided.find(({ grantId }) => grantId === grant._id);
        const neighbours = nearby.byName.get(grant.description)?.length ?? 0;
        return {
          grantId: grant._id,
          ...(await nameOfGrant(ctx, grant)),
          expiresAt: grant.expiresAt ?? null,
          neighbours,
          proposed: neighbours > 0 ? ("keep" as const) : ("remove" as const),
          decided: decided ? { verdict: decided.verdict, until: decided.until ?? null } : null,
        };
      }),
    ),
  };
}

/** Decides about one access; the review ends with the last one. */
export async function decideMovedAccess(
  step: Step & { readonly ctx: MutationCtx },
  viewer: Doc<"people">,
  person: Doc<"people">,
  { grantId, verdict, until }: MoveWish,
): Promise<void> {
  const { ctx, at, by } = step;
  const review = (await openReviewOf(ctx, person._id)) ?? refuse({ code: "not-found" });
  if (humanBehind(viewer) === humanBehind(person))
    refuse({ code: "not-eligible", message: "Somebody else has to decide about your access." });
  const grant = (await ctx.db.get(grantId)) ?? refuse({ code: "not-found" });
  if (grant.beneficiaryId !== person._id || !(await isManagedBy(ctx, viewer, grant))) refuse({ code: "not-found" });
  if (review.decided.some((one) => one.grantId === grantId))
    refuse({ code: "duplicate", message: "Somebody has already decided about this access." });
  if (verdict === "remove") await askRemoval(step, grant, viewer._id, "They moved to another place");
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
}

/** Access of somebody that waits for a decision of their review. */
export async function accessLeft(ctx: ReadCtx, review: Doc<"moveReviews">): Promise<Doc<"grants">[]> {
  const held = await heldOf(ctx, review.personId);
  return held.filter(({ _id }) => !review.decided.some(({ grantId }) => grantId === _id));
}
