/** Access reviews of the demo world, through the steps that hold real ones: one that ended, and one under way. */

import type { Doc } from "../../../convex/_generated/dataModel";
import type { MutationCtx } from "../../../convex/_generated/server";
import type { ReviewVerdict } from "../../../convex/core/reviews/table";
import { assert } from "../../../convex/lib/pure/impossible";
import { DAY_MS, HOUR_MS } from "../../../convex/lib/pure/time";
import { decide } from "../../../convex/process/reviewing/deciding";
import { endReviews } from "../../../convex/process/reviewing/ending";
import { answerable, judgeOf } from "../../../convex/process/reviewing/reviewers";
import { collect, startReview } from "../../../convex/process/reviewing/reviewing";
import type { Cast } from "../cast";
import { haveRead, newestNotices } from "../notices";
import { NO_EXECUTOR, stepAt } from "../stage";

/** Days reviewers have. */
const DAYS = 14;
/** More access than anybody has in one domain of the demo. */
const MAX_ITEMS = 100;

type Decision = readonly [verdict: ReviewVerdict, reason: string];

/** What is reviewed, since when, and what those in charge say of one access after the other, in turns. */
interface Held {
  readonly domain: string;
  readonly daysAgo: number;
  readonly decisions: readonly Decision[];
  /** How many they have come to, at most. */
  readonly most: number;
}

/** Long over: all of it was kept. */
const PAST: Held = {
  domain: "store-sales",
  daysAgo: 60,
  decisions: [
    ["keep", "The weekly report is built on it"],
    ["keep", "Plans with it every month"],
  ],
  most: MAX_ITEMS,
};
/** Under way: some of it is decided. */
const OPEN: Held = {
  domain: "business-accounts",
  daysAgo: 5,
  decisions: [
    ["keep", "Still in the team that asked for it"],
    ["remove", "The forecast it was for is done"],
  ],
  most: 2,
};

/** How far before now the review that is over began, in days. */
export const PAST_REVIEW_DAYS = PAST.daysAgo;

/** Holds the review that is over, from its start to its end. Whoever was asked has read it. */
export async function havePastReview(ctx: MutationCtx, cast: Cast, now: number): Promise<void> {
  const { dueAt } = await hold(ctx, cast, PAST, now);
  await endReviews(stepAt(playing(ctx), dueAt));
  await haveRead(ctx, "review.");
}

/** Begins the review that is under way, once it is known when access was last used. Nobody gets mail about it. */
export async function haveOpenReview(ctx: MutationCtx, cast: Cast, now: number): Promise<void> {
  await hold(ctx, cast, OPEN, now);
  for (const { _id } of await newestNotices(ctx, "review."))
    await ctx.db.patch(_id, { mailDueAt: undefined, digestDueAt: undefined });
}

const playing = (ctx: MutationCtx) => ({ ctx, executor: NO_EXECUTOR });

async function hold(ctx: MutationCtx, { governance }: Cast, held: Held, now: number): Promise<Doc<"accessReviews">> {
  const at = now - held.daysAgo * DAY_MS;
  const domain = await ctx.db
    .query("dataDomains")
    .withIndex("by_key", (q) => q.eq("key", held.domain))
    .unique();
  assert(domain, `The demo has no domain ${held.domain}`);
  const reviewId = await startReview(stepAt(playing(ctx), at, governance), domain, {
    days: DAYS,
    byId: governance._id,
  });
  // What is held in one domain of the demo fits into one batch.
  await collect(ctx, reviewId, null);
  const review = await ctx.db.get(reviewId);
  assert(review, "The review has begun");
  await decideSome(ctx, { review, domain }, held);
  return review;
}

/** The first in charge who may decide about an access does, an hour after the one before; what nobody may is left. */
async function decideSome(
  ctx: MutationCtx,
  reviewed: { readonly review: Doc<"accessReviews">; readonly domain: Doc<"dataDomains"> },
  { decisions, most }: Held,
): Promise<void> {
  const { review } = reviewed;
  const items = await ctx.db
    .query("reviewItems")
    .withIndex("by_review", (q) => q.eq("reviewId", review._id))
    .take(most);
  const inCharge = await answerable(ctx, reviewed);
  for (const [place, item] of items.entries()) {
    const at = review.startedAt + DAY_MS + place * HOUR_MS;
    const [verdict, reason] = decisions[place % decisions.length] ?? [];
    assert(verdict && reason, "There is a decision for each");
    for (const person of inCharge) {
      const judge = await judgeOf(ctx, reviewed, person, at);
      if ((await judge(item)).no !== null) continue;
      await decide(stepAt(playing(ctx), at, person), person, { itemId: item._id, verdict, reason });
      break;
    }
  }
}
