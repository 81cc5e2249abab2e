/** The start of a review: what people hold in a domain, or who has a role of it, is collected batch by batch. */

import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { recordEvent } from "../../core/audit/model";
import { configured } from "../../core/config/model";
import { effectiveDomain } from "../../core/domains/inherited";
import { isHeld, lastUseOf } from "../../core/grants/rules";
import { notify } from "../../core/notifications/model";
import { latestReviewOf } from "../../core/people/moveReviews";
import {
  accessWords,
  defaultWords,
  groupOf,
  isRiskyRole,
  rankOf,
  subjectOf,
  whyNotBeside,
  whyNotDays,
} from "../../core/reviews/rules";
import type { ReviewVerdict } from "../../core/reviews/table";
import { refuse, refuseIf } from "../../lib/errors";
import { DAY_MS } from "../../lib/pure/time";
import { pathTo } from "../../site/links";
import { programOf } from "../steps/programs";
import type { MutationStep } from "../steps/step";
import { answerable } from "./reviewers";

/** Requests looked through in one transaction, and grants of one request. */
const BATCH = 50;
const MAX_GRANTS = 20;
/** More reviews than a domain has open at once: one of each of its roles. */
const MAX_BESIDE = 200;

/** How somebody wants a review; what nobody decides about stays unless they choose that it goes. */
interface ReviewWish {
  readonly role?: string;
  readonly days: number;
  readonly undecided?: ReviewVerdict;
  readonly byId: Id<"people">;
}

/** Starts the review of a domain or of a role of it; what it is about is collected behind it. */
export async function startReview(
  { ctx, at, by }: MutationStep,
  domain: Doc<"dataDomains">,
  { role, days, undecided, byId }: ReviewWish,
): Promise<Id<"accessReviews">> {
  refuseIf(whyNotDays(days));
  if (role !== undefined && !domain.roles.some(({ name }) => name === role)) refuse({ code: "not-found" });
  for (const state of ["collecting", "open"] as const)
    refuseIf(
      whyNotBeside(
        await ctx.db
          .query("accessReviews")
          .withIndex("by_domain", (q) => q.eq("domainId", domain._id).eq("state", state))
          .take(MAX_BESIDE),
        role,
      ),
    );
  const reviewId = await ctx.db.insert("accessReviews", {
    domainId: domain._id,
    domainKey: domain.key,
    domainName: domain.name,
    ...(role !== undefined && { role }),
    ...(undecided === "remove" && { undecided }),
    startedById: byId,
    startedAt: at,
    dueAt: at + days * DAY_MS,
    state: "collecting",
    total: 0,
    mostAlone: await configured(ctx, "reviews.removals"),
    unusedDays: await configured(ctx, "reviews.unusedDays"),
  });
  await recordEvent(ctx, {
    ...by,
    action: "review.started",
    targets: [subjectOf({ _id: reviewId, domainName: domain.name, role })],
    concern: "domains",
    context: { days, ...(undecided === "remove" && { undecided }), ...(role !== undefined && { domain: domain.name }) },
    occurredAt: at,
  });
  await ctx.scheduler.runAfter(0, internal.reviews.internal.collect, { reviewId, cursor: null });
  return reviewId;
}

/** Takes in the access of one batch of requests. */
export async function collect(ctx: MutationCtx, reviewId: Id<"accessReviews">, cursor: string | null): Promise<void> {
  const review = await ctx.db.get(reviewId);
  if (review?.state !== "collecting") return;
  const { grants, isDone, continueCursor } = await (review.role === undefined
    ? grantsInDomain(ctx, review.domainKey, cursor)
    : grantsOfRole(ctx, review.role, cursor));
  const held = grants.filter((one) => isHeld(one) && one.removalAskedAt === undefined);
  const domain = await ctx.db.get(review.domainId);
  const effective = domain && (await effectiveDomain(ctx, domain));
  for (const grant of held)
    await takeIn(ctx, review, grant, { isRisky: effective !== null && isRiskyRole(effective, grant.role) });
  await ctx.db.patch(reviewId, { total: review.total + held.length, ...(isDone && { state: "open" as const }) });
  if (isDone) await askReviewers(ctx, review);
  else await ctx.scheduler.runAfter(0, internal.reviews.internal.collect, { reviewId, cursor: continueCursor });
}

/** One batch of grants, and where the next one begins. */
interface Batch {
  readonly grants: readonly Doc<"grants">[];
  readonly isDone: boolean;
  readonly continueCursor: string;
}

async function grantsInDomain({ db }: MutationCtx, domainKey: string, cursor: string | null): Promise<Batch> {
  const { page, isDone, continueCursor } = await db
    .query("requests")
    .withIndex("by_domain", (q) => q.eq("domainKey", domainKey))
    .paginate({ cursor, numItems: BATCH });
  const grants = await Promise.all(
    page.map(({ _id }) =>
      db
        .query("grants")
        .withIndex("by_request", (q) => q.eq("requestId", _id))
        .take(MAX_GRANTS),
    ),
  );
  return { grants: grants.flat(), isDone, continueCursor };
}

/** Whoever has a role, whichever request gave it: what is given meanwhile comes last. */
async function grantsOfRole({ db }: MutationCtx, role: string, cursor: string | null): Promise<Batch> {
  const { page, isDone, continueCursor } = await db
    .query("grants")
    .withIndex("by_role", (q) => q.eq("role", role))
    .paginate({ cursor, numItems: BATCH });
  return { grants: page, isDone, continueCursor };
}

async function takeIn(
  ctx: MutationCtx,
  review: Doc<"accessReviews">,
  grant: Doc<"grants">,
  { isRisky }: { readonly isRisky: boolean },
): Promise<void> {
  const { _id: grantId, requestId, accessKey, description: thing, beneficiaryId: heldById } = grant;
  const holder = await ctx.db.get(heldById);
  const moved = holder && (await movedSince(ctx, holder, grant));
  const group = groupOf({
    startsAt: grant.startsAt,
    expiresAt: grant.expiresAt,
    use: lastUseOf(grant),
    isRisky,
    unusedDays: review.unusedDays,
    ...moved,
  });
  const access = { grantId, requestId, accessKey, thing, heldById, areaId: holder?.businessAreaId };
  await ctx.db.insert("reviewItems", { reviewId: review._id, ...access, group, rank: rankOf(group) });
}

/** Whether its holder came to another business area since, and whether somebody decided then that they keep it. */
async function movedSince(ctx: MutationCtx, { _id, areaChangedAt }: Doc<"people">, grant: Doc<"grants">) {
  if (areaChangedAt === undefined || areaChangedAt <= grant.startsAt || (await programOf(ctx, grant))) return {};
  const kept = (await latestReviewOf(ctx, _id))?.decided.find(
    ({ grantId, verdict }) => grantId === grant._id && verdict === "keep",
  );
  return { movedAt: areaChangedAt, ...(kept && { keptAt: kept.at }) };
}

async function askReviewers(ctx: MutationCtx, review: Doc<"accessReviews">): Promise<void> {
  const domain = await ctx.db.get(review.domainId);
  for (const { _id } of domain ? await answerable(ctx, { review, domain }) : [])
    await notify(ctx, {
      recipientId: _id,
      kind: "review.asked",
      subject: subjectOf(review),
      title: `Review who has ${accessWords(review)}`,
      body: `Say which access is kept and which is removed. ${defaultWords(review)}`,
      to: pathTo("accessReview", { reviewId: review._id }),
      at: Date.now(),
    });
}
