/**
 * An access of a review passed on to somebody else with a note: to nobody with a part in it, three times at most, and
 * then to data governance. Those in charge of the domain may still decide about it.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import { personAsOf, whyNotBegun } from "../../access/entry";
import { can, DATA_DUTY, isAmong } from "../../access/rules";
import { recordEvent } from "../../core/audit/model";
import { notify } from "../../core/notifications/model";
import { firstHoldersOf } from "../../core/people/holders";
import { humanBehind, humanOf, isSameHuman } from "../../core/people/humans";
import { fullName } from "../../core/people/model";
import {
  isLastPass,
  passedWords,
  subjectOf,
  whyNotPassMore,
  whyNotNow,
  whyNotPassTogether,
} from "../../core/reviews/rules";
import { whyNotReason } from "../../core/tasks/rules/work";
import { refuse, refuseIf } from "../../lib/errors";
import type { Refusal } from "../../lib/pure/refusal";
import { pathTo } from "../../site/links";
import type { MutationStep } from "../steps/step";
import { judgeOf, partIn, passedTo } from "./reviewers";

type Person = Doc<"people">;

/** People of data governance who are asked at once. */
const MAX_GOVERNING = 20;

/** What is passed on, to whom, and why. */
interface Passing {
  readonly reviewId: Id<"accessReviews">;
  readonly itemIds: readonly Id<"reviewItems">[];
  readonly toId?: Id<"people">;
  readonly note: string;
}

/** One access on its way: whom its passing is for, and who has a part in it. */
interface Passed {
  readonly item: Doc<"reviewItems">;
  readonly forId?: Id<"people">;
  readonly hasPart: (person: Person) => boolean;
}

/** Passes on what nobody has decided about yet among these, all or none; says how much went where. */
export async function passOn(
  step: MutationStep,
  person: Person,
  { reviewId, itemIds, toId, note }: Passing,
): Promise<{ passed: number; toGovernance: number }> {
  const { ctx, at } = step;
  const review = (await ctx.db.get(reviewId)) ?? refuse({ code: "not-found" });
  const domain = (await ctx.db.get(review.domainId)) ?? refuse({ code: "not-found" });
  refuseIf(whyNotPassTogether(itemIds.length));
  const judge = await judgeOf(ctx, { review, domain }, person, at);
  const starter = await humanOf(ctx, review.startedById);
  const found: Passed[] = [];
  for (const id of new Set(itemIds)) {
    const item = await ctx.db.get(id);
    if (item?.reviewId !== reviewId) refuse({ code: "not-found" });
    const { no, forId } = await judge(item);
    refuseIf(no);
    if (item.verdict === undefined) found.push({ item, forId, hasPart: await partIn(ctx, starter, item) });
  }
  refuseIf(whyNotNow(review, at) ?? whyNotReason(note));
  if (found.length === 0) refuse({ code: "wrong-state", status: "decided" });
  if (found.some(({ item }) => item.isWithGovernance))
    refuse({ code: "not-eligible", message: "It was passed on 3 times, and stays with data governance." });
  const last = found.filter(({ item }) => isLastPass(item));
  const others = found.filter(({ item }) => !isLastPass(item));
  const governing = last.length > 0 ? await governingWithout(step, person, last) : [];
  const to = others.length > 0 ? await recipient(step, person, toId, others) : null;
  if (to) refuseIf(whyNotPassMore((await passedTo(ctx, reviewId, [to._id])).length + others.length));
  for (const one of found) await pass(step, review, one, { person, to: isLastPass(one.item) ? null : to, note });
  for (const [people, count] of [
    [to ? [to] : [], others.length],
    [governing, last.length],
  ] as const)
    for (const { _id } of people) await ask(step, review, { recipientId: _id, person, count, note });
  return { passed: others.length, toGovernance: last.length };
}

/** Whoever it is passed on to, refused where they cannot decide about all of it. */
async function recipient(
  { ctx, at }: MutationStep,
  person: Person,
  toId: Id<"people"> | undefined,
  found: readonly Passed[],
) {
  if (toId === undefined) refuse({ code: "invalid-input", message: "Choose whom it is passed on to." });
  const to = (await ctx.db.get(toId)) ?? refuse({ code: "not-found" });
  if (await isSameHuman(ctx, to._id, person._id))
    refuse({ code: "not-eligible", message: "You cannot pass it on to yourself." });
  refuseIf(whyNotAbleToReview(to, at));
  for (const { item, hasPart } of found) {
    if (hasPart(to))
      refuse({
        code: "not-eligible",
        message: `${fullName(to)} has a part in this access and cannot decide about it.`,
      });
    if (item.askedId === to._id)
      refuse({ code: "duplicate", message: `${fullName(to)} has already been asked about it.` });
  }
  return to;
}

/** Why somebody is not there to review, or null: gone, suspended, not begun, or over by their dates. */
function whyNotAbleToReview(to: Person, at: number): Refusal | null {
  const isAble =
    can({ ...personAsOf(to, at), hasChangedInitialPassword: true, impersonation: null }, "reviews.decide") &&
    whyNotBegun(to, at) === null;
  return isAble ? null : { code: "not-eligible", message: `${fullName(to)} cannot review now.` };
}

/** Those of data governance without a part in any of it; without them it cannot be passed on further. */
async function governingWithout(
  { ctx, at }: MutationStep,
  person: Person,
  found: readonly Passed[],
): Promise<Person[]> {
  const able = await firstHoldersOf(ctx, DATA_DUTY, MAX_GOVERNING, (people, roles) =>
    people.filter(
      (one) =>
        isAmong(personAsOf(one, at).roles, roles) &&
        whyNotAbleToReview(one, at) === null &&
        humanBehind(one) !== humanBehind(person) &&
        found.every(({ hasPart }) => !hasPart(one)),
    ),
  );
  if (able.length > 0) return able;
  return refuse({ code: "not-eligible", message: "Nobody in data governance can decide about it." });
}

async function pass(
  { ctx, at, by }: MutationStep,
  review: Doc<"accessReviews">,
  { item, forId }: Passed,
  { person, to, note }: { readonly person: Person; readonly to: Person | null; readonly note: string },
): Promise<void> {
  const made = { fromId: person._id, forId, toId: to?._id, note: note.trim(), at };
  await ctx.db.patch(item._id, {
    passes: [...(item.passes ?? []), made],
    askedId: to?._id,
    ...(to === null && { isWithGovernance: true as const }),
  });
  await recordEvent(ctx, {
    ...by,
    action: "review.passed",
    targets: [subjectOf(review), { type: "grant", id: item.grantId }],
    concern: "domains",
    context: { to: to ? fullName(to) : "data governance", reason: note.trim() },
    occurredAt: at,
  });
}

async function ask(
  { ctx, at }: MutationStep,
  review: Doc<"accessReviews">,
  notice: {
    readonly recipientId: Id<"people">;
    readonly person: Person;
    readonly count: number;
    readonly note: string;
  },
): Promise<void> {
  await notify(ctx, {
    recipientId: notice.recipientId,
    kind: "review.passed",
    subject: subjectOf(review),
    title: passedWords(review, fullName(notice.person), notice.count),
    body: notice.note.trim(),
    to: pathTo("accessReview", { reviewId: review._id }),
    at,
  });
}
