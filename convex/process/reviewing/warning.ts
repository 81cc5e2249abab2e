/**
 * Before a review ends: those in charge are reminded of what is left, and whoever is to lose something is warned and may
 * say that they still need it, which reaches whoever decided.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { recordEvent } from "../../core/audit/model";
import { configured } from "../../core/config/model";
import { nameOfGrant } from "../../core/grants/names";
import { notify } from "../../core/notifications/model";
import { fullName, momentFor } from "../../core/people/model";
import { removalsOf } from "../../core/reviews/model";
import {
  accessWords,
  MAX_UNDECIDED,
  subjectOf,
  UNDECIDED_AHEAD,
  undecidedWords,
  whyNotNow,
} from "../../core/reviews/rules";
import { whyNotReason } from "../../core/tasks/rules/work";
import { refuse, refuseIf } from "../../lib/errors";
import { DAY_MS } from "../../lib/pure/time";
import { pathTo } from "../../site/links";
import type { MutationStep } from "../steps/step";
import { goingByDefault, undecidedOf } from "./byDefault";
import { answerable } from "./reviewers";

/** Open reviews near their end that are looked through in one transaction, and reviews reminded of in one. */
const LOOKED_AT = 100;
const MAX_REMINDED = 2;

/** Reminds and warns about the reviews that end soon, once each. */
export async function warnBeforeEnds({ ctx, at }: MutationStep): Promise<void> {
  const warnMs = (await configured(ctx, "reviews.warnDays")) * DAY_MS;
  const near = await ctx.db
    .query("accessReviews")
    .withIndex("by_state", (q) => q.eq("state", "open").lte("dueAt", at + warnMs))
    .take(LOOKED_AT);
  for (const review of near.filter(({ remindedAt }) => remindedAt === undefined).slice(0, MAX_REMINDED)) {
    const going = await goingByDefault(ctx, review);
    await ctx.db.patch(review._id, { remindedAt: at });
    await remind(ctx, review, at);
    for (const item of await removalsOf(ctx, review._id)) await warn(ctx, review, item, at);
    for (const item of going) {
      await ctx.db.patch(item._id, { takenFromId: (await ctx.db.get(item.grantId))?.beneficiaryId });
      await warn(ctx, review, item, at);
    }
  }
}

async function remind(ctx: MutationCtx, review: Doc<"accessReviews">, at: number): Promise<void> {
  const left = await undecidedOf(ctx, review, MAX_UNDECIDED);
  const domain = left.length > 0 ? await ctx.db.get(review.domainId) : null;
  const inCharge = domain ? await answerable(ctx, { review, domain }) : [];
  const passedTo = left.flatMap(({ askedId }) => askedId ?? []);
  for (const recipientId of new Set([...inCharge.map(({ _id }) => _id), ...passedTo]))
    await notify(ctx, {
      recipientId,
      kind: "review.reminded",
      subject: subjectOf(review),
      title: `The review of ${subjectOf(review).label} ends on ${await momentFor(ctx, recipientId, review.dueAt)}`,
      body: undecidedWords(review, left.length),
      to: pathTo("accessReview", { reviewId: review._id }),
      at,
    });
}

/** Warns whoever is to lose an access, once. */
export async function warn(
  ctx: MutationCtx,
  review: Doc<"accessReviews">,
  item: Doc<"reviewItems">,
  at: number,
): Promise<void> {
  const grant = await ctx.db.get(item.grantId);
  if (!grant || item.warnedAt !== undefined) return;
  await ctx.db.patch(item._id, { warnedAt: at });
  const { description } = await nameOfGrant(ctx, grant);
  await notify(ctx, {
    recipientId: grant.beneficiaryId,
    kind: "access.reviewed",
    subject: { type: "grant", id: grant._id, label: description },
    title: `Your access is to be removed on ${await momentFor(ctx, grant.beneficiaryId, review.dueAt)}: ${description}`,
    body: `Access review: ${item.reason ?? UNDECIDED_AHEAD} Say that you still need it, or request it again, in My access on Home.`,
    to: pathTo("home"),
    at,
  });
}

/** Tells somebody who was warned that they keep it after all. */
export async function tellKept(
  ctx: MutationCtx,
  item: Doc<"reviewItems">,
  at: number,
  why = "The access review decided anew.",
): Promise<void> {
  const grant = await ctx.db.get(item.grantId);
  if (!grant || item.warnedAt === undefined) return;
  const { description } = await nameOfGrant(ctx, grant);
  await notify(ctx, {
    recipientId: grant.beneficiaryId,
    kind: "access.reviewed",
    subject: { type: "grant", id: grant._id, label: description },
    title: `You keep your access: ${description}`,
    body: why,
    to: pathTo("home"),
    at,
  });
}

/** Whoever is to lose an access says that they still need it. */
export async function sayNeed(
  { ctx, at, by }: MutationStep,
  person: Doc<"people">,
  { itemId, note }: { readonly itemId: Id<"reviewItems">; readonly note: string },
): Promise<void> {
  const item = await ctx.db.get(itemId);
  const review = item && (await ctx.db.get(item.reviewId));
  if (!review || item.takenFromId !== person._id) refuse({ code: "not-found" });
  refuseIf(whyNotNow(review, at) ?? whyNotReason(note));
  // Once: the second word of the same person would only be pressure.
  if (item.need) refuse({ code: "duplicate", message: "You have said so. Whoever decided sees it." });
  await ctx.db.patch(itemId, { need: { note: note.trim(), at } });
  await recordEvent(ctx, {
    ...by,
    action: "review.needed",
    targets: [subjectOf(review), { type: "grant", id: item.grantId }],
    concern: "domains",
    context: { reason: note.trim() },
    occurredAt: at,
  });
  for (const recipientId of await decidersOf(ctx, review, item))
    await notify(ctx, {
      recipientId,
      kind: "review.needed",
      subject: subjectOf(review),
      title: `${fullName(person)} still needs ${accessWords(review)}`,
      body: note.trim(),
      to: pathTo("accessReview", { reviewId: review._id }),
      at,
    });
}

/** Whoever decided about an access; where nobody has, those in charge and whom it was passed on to. */
async function decidersOf(
  ctx: MutationCtx,
  review: Doc<"accessReviews">,
  { decidedById, askedId }: Doc<"reviewItems">,
): Promise<ReadonlySet<Id<"people">>> {
  if (decidedById) return new Set([decidedById]);
  const domain = await ctx.db.get(review.domainId);
  const inCharge = domain ? await answerable(ctx, { review, domain }) : [];
  return new Set([...inCharge.map(({ _id }) => _id), ...(askedId ? [askedId] : [])]);
}
