/**
 * What somebody held before they were moved, to be decided one by one. What is proposed goes by what people there have
 * and by its use.
 */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { configured } from "../../core/config/model";
import { accessName, nameOfGrant } from "../../core/grants/names";
import { lastUseOf } from "../../core/grants/rules";
import { shownUse } from "../../core/grants/table";
import { humanBehind, isAmong } from "../../core/people/humans";
import { currentArea } from "../../core/people/mergedAreas";
import { fullName } from "../../core/people/model";
import { openReviewOf } from "../../core/people/moveReviews";
import { notByMover } from "../../core/people/rules/handing";
import { isUnused } from "../../core/reviews/rules";
import { nullableString, nullableTimestamp, timestamp } from "../../lib/validators";
import { commonNearby, heldOf, isManagedBy, usedIn } from "./usedNearby";

type ReadCtx = Pick<QueryCtx, "db">;

export const shownMoveReview = v.object({
  personId: v.id("people"),
  at: timestamp,
  /** Why the viewer decides nothing of it, in words; null: they do. */
  whyNot: nullableString,
  area: v.union(v.string(), v.null()),
  rows: v.array(
    v.object({
      grantId: v.id("grants"),
      ...accessName.fields,
      expiresAt: nullableTimestamp,
      use: shownUse,
      /** How many of the people looked at in the new area have the same. What nobody there has, or its holder does not use, is to go. */
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

/** The open review of somebody as one who looks after requests sees it; null where none is open, or it is their own. */
export async function moveReviewFor(
  ctx: ReadCtx,
  viewer: Doc<"people">,
  person: Doc<"people">,
): Promise<Infer<typeof shownMoveReview> | null> {
  const review = await openReviewOf(ctx, person._id);
  if (!review || humanBehind(viewer) === humanBehind(person)) return null;
  const area = await currentArea(ctx, person.businessAreaId);
  const nearby = await usedIn(ctx, person, area?._id);
  const held = await heldOf(ctx, person._id);
  const unusedDays = await configured(ctx, "reviews.unusedDays");
  const own = [];
  for (const grant of held) if (await isManagedBy(ctx, viewer, grant)) own.push(grant);
  return {
    personId: person._id,
    at: review.at,
    whyNot: (await isAmong(ctx, review.byIds, viewer)) ? notByMover(fullName(person)) : null,
    area: area?.name ?? null,
    lookedAt: nearby.lookedAt,
    common: await commonNearby(ctx, viewer, person, nearby),
    others: held.length - own.length,
    rows: await Promise.all(
      own.map(async (grant) => {
        const decided = review.decided.find(({ grantId }) => grantId === grant._id);
        const neighbours = nearby.byName.get(grant.description)?.length ?? 0;
        const use = lastUseOf(grant);
        const isKept = neighbours > 0 && !isUnused({ startsAt: grant.startsAt, use, unusedDays });
        return {
          grantId: grant._id,
          ...(await nameOfGrant(ctx, grant)),
          expiresAt: grant.expiresAt ?? null,
          use,
          neighbours,
          proposed: isKept ? ("keep" as const) : ("remove" as const),
          decided: decided ? { verdict: decided.verdict, until: decided.until ?? null } : null,
        };
      }),
    ),
  };
}

/** Access of somebody that waits for a decision of their review. */
export async function accessLeft(ctx: ReadCtx, review: Doc<"moveReviews">): Promise<Doc<"grants">[]> {
  const held = await heldOf(ctx, review.personId);
  return held.filter(({ _id }) => !review.decided.some(({ grantId }) => grantId === _id));
}
