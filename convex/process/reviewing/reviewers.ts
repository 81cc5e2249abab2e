/** Who may decide about an access in a review: asked at every use, so nobody decides by a right they have lost. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { personAsOf } from "../../access/entry";
import { can } from "../../access/rules";
import { approversOf, stepFactsOf } from "../../core/approvals/case";
import { conflictsOf } from "../../core/approvals/seats";
import { effectiveDomain } from "../../core/domains/inherited";
import { accountsOf, humanBehind, humanOf } from "../../core/people/humans";
import { isProtected } from "../../core/people/protected";
import { loadRequest } from "../../core/requests/model";
import { MAX_PASSED_TO_ONE } from "../../core/reviews/rules";
import type { Refusal } from "../../lib/pure/refusal";
import { awayFor } from "./standingIn";

type ReadCtx = Pick<QueryCtx, "db">;
type Person = Doc<"people">;

/** Whether somebody is one of these people, by whichever account. */
function isAmong(people: readonly Person[], person: Person): boolean {
  return people.some((one) => humanBehind(one) === humanBehind(person));
}

/** A review with the domain it is about. */
interface Reviewed {
  readonly review: Doc<"accessReviews">;
  readonly domain: Doc<"dataDomains">;
}

/** The active people who answer for what a review is about: nobody for a role the domain no longer has. */
export async function answerable(ctx: ReadCtx, { review: { role }, domain }: Reviewed): Promise<Person[]> {
  if (role !== undefined && !domain.roles.some(({ name }) => name === role)) return [];
  const { ownerIds, deputyIds } = await effectiveDomain(ctx, domain);
  const rows = await Promise.all([...ownerIds, ...deputyIds].map((id) => ctx.db.get(id)));
  return rows.flatMap((row) => (row?.status === "active" ? [row] : []));
}

/** Who has a part in one access: whoever holds it, asked for it, approved it, or started the review. */
export async function partIn(ctx: ReadCtx, starter: string, item: Doc<"reviewItems">) {
  const request = await loadRequest(ctx, item.requestId);
  const conflicts = await conflictsOf(ctx, stepFactsOf(request), request.createdAt);
  const approvers = await approversOf(ctx, request);
  return (person: Person): boolean =>
    conflicts.has(person._id) || approvers.includes(person._id) || humanBehind(person) === starter;
}

/** Whether somebody decides about an access, and for whom where they stand in for somebody who is away. */
interface Say {
  readonly no: Refusal | null;
  readonly forId?: Id<"people">;
}

const YES: Say = { no: null };

/**
 * Says of one access after the other why somebody cannot decide about it. Owners and deputies do, whoever it was passed
 * on to, and who stands in for one of these; where everybody in charge has a part in it, or it was passed on too often,
 * it falls to whoever governs domains and has none. What is true of the whole review is read once.
 */
export async function judgeOf(
  ctx: ReadCtx,
  { review, domain }: Reviewed,
  person: Person,
  at: number,
): Promise<(item: Doc<"reviewItems">) => Promise<Say>> {
  const inCharge = await answerable(ctx, { review, domain });
  const starter = await humanOf(ctx, review.startedById);
  const away = await awayFor(ctx, person, at);
  return async (item): Promise<Say> => {
    const hasPart = await partIn(ctx, starter, item);
    const no = (message: string): Say => ({ no: { code: "not-eligible", message } });
    if (hasPart(person)) return no("You hold this access, requested it, approved it or started the review.");
    const isTheirs = async (one: Person) =>
      isAmong(inCharge, one) || (item.askedId === one._id && (await isPassValid(ctx, inCharge, item)));
    if (await isTheirs(person)) return YES;
    // Nobody decides through somebody else what they must not decide themselves.
    for (const one of away) if (!hasPart(one) && (await isTheirs(one))) return { no: null, forId: one._id };
    if (item.askedId === person._id) return no("Whoever passed it on no longer answers for the domain.");
    if (!governs(person)) return { no: { code: "not-found" } };
    return item.isWithGovernance || inCharge.every(hasPart)
      ? YES
      : no("An owner or a deputy of the domain decides about it.");
  };
}

/** Whether whoever passed an access on first still answers for the domain: a right that was lost is not passed on. */
async function isPassValid(ctx: ReadCtx, inCharge: readonly Person[], item: Doc<"reviewItems">): Promise<boolean> {
  const [first] = item.passes ?? [];
  const from = first ? await ctx.db.get(first.forId ?? first.fromId) : null;
  return from !== null && (isAmong(inCharge, from) || governs(from));
}

/** Whether somebody governs data domains now. */
export function governs(person: Person): boolean {
  return can({ ...personAsOf(person, Date.now()), impersonation: null }, "domains.write");
}

/** Whether and for whom somebody decides about one access. */
export async function sayOf(
  ctx: ReadCtx,
  { item, ...reviewed }: Reviewed & { readonly item: Doc<"reviewItems"> },
  person: Person,
  at: number,
): Promise<Say> {
  return await (
    await judgeOf(ctx, reviewed, person, at)
  )(item);
}

/**
 * Why somebody cannot keep an access for its holder, or null: nobody keeps it for who kept theirs, nor does who stands in
 * for either.
 */
export async function whyNotKeepFor(
  ctx: ReadCtx,
  reviewId: Id<"accessReviews">,
  holderId: Id<"people">,
  deciders: readonly Id<"people">[],
): Promise<Refusal | null> {
  const own = (await Promise.all(deciders.map((id) => accountsOf(ctx, id)))).flat();
  for (const keeper of await accountsOf(ctx, holderId))
    for (const account of own) {
      const kept =
        (await ctx.db
          .query("reviewItems")
          .withIndex("by_keeper", (q) => q.eq("reviewId", reviewId).eq("decidedById", keeper).eq("keptForId", account))
          .first()) ??
        (await ctx.db
          .query("reviewItems")
          .withIndex("by_principal", (q) =>
            q.eq("reviewId", reviewId).eq("decidedForId", keeper).eq("keptForId", account),
          )
          .first());
      if (kept)
        return { code: "not-eligible", message: "They kept your access in this review, so somebody else decides." };
    }
  return null;
}

/** Why a review takes nothing from whoever holds this, or null: what the portal itself or a job runs on is not theirs to take. */
export async function whyNotTake(ctx: ReadCtx, { grantId }: Doc<"reviewItems">): Promise<Refusal | null> {
  const grant = await ctx.db.get(grantId);
  const holder = grant && (await ctx.db.get(grant.beneficiaryId));
  if (holder && isProtected(holder))
    return { code: "not-eligible", message: "This account is protected: a review cannot remove anything from it." };
  return null;
}

/** What somebody sees of a review: all of it, what these people are asked about, or nothing. */
export type Sight = "all" | readonly Id<"people">[] | null;

/** What somebody sees of one review after the other: those in charge and data governance all, others what they are asked. */
export async function sightOf(
  ctx: ReadCtx,
  person: Person,
  at: number,
): Promise<(review: Doc<"accessReviews">) => Promise<Sight>> {
  const people = [person, ...(await awayFor(ctx, person, at))];
  return async (review) => {
    const domain = await ctx.db.get(review.domainId);
    if (!domain) return null;
    if (governs(person)) return "all";
    const inCharge = await answerable(ctx, { review, domain });
    if (people.some((one) => isAmong(inCharge, one))) return "all";
    const named: Id<"people">[] = [];
    for (const { _id } of people)
      if (
        await ctx.db
          .query("reviewItems")
          .withIndex("by_asked", (q) => q.eq("reviewId", review._id).eq("askedId", _id))
          .first()
      )
        named.push(_id);
    return named.length > 0 ? named : null;
  };
}

/** A review by the name in an address with what this person sees of it; null where they see nothing. */
export async function reviewFor(
  ctx: ReadCtx,
  person: Person,
  reviewId: string,
  at: number,
): Promise<{ readonly review: Doc<"accessReviews">; readonly sight: NonNullable<Sight> } | null> {
  const id = ctx.db.normalizeId("accessReviews", reviewId);
  const review = id && (await ctx.db.get(id));
  const sight = review && (await (await sightOf(ctx, person, at))(review));
  return review && sight ? { review, sight } : null;
}

/** What somebody who is asked about parts of a review is asked about. */
export async function passedTo(
  ctx: ReadCtx,
  reviewId: Id<"accessReviews">,
  people: readonly Id<"people">[],
): Promise<Doc<"reviewItems">[]> {
  const found = await Promise.all(
    people.map((personId) =>
      ctx.db
        .query("reviewItems")
        .withIndex("by_asked", (q) => q.eq("reviewId", reviewId).eq("askedId", personId))
        .take(MAX_PASSED_TO_ONE),
    ),
  );
  return found.flat();
}
