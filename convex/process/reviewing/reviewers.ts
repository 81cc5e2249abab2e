/** Who may decide about an access in a review: asked at every use, so nobody decides by a right they have lost. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { can } from "../../access/rules";
import { approversOf, stepFactsOf } from "../../core/approvals/case";
import { conflictsOf } from "../../core/approvals/seats";
import { standingDomain } from "../../core/domains/standing";
import { accountsOf, humanBehind, humanOf } from "../../core/people/humans";
import { loadRequest } from "../../core/requests/model";
import type { Refusal } from "../../lib/pure/refusal";

type ReadCtx = Pick<QueryCtx, "db">;
type Person = Doc<"people">;

/** Whether somebody is one of these people, by whichever account. */
function isAmong(people: readonly Person[], person: Person): boolean {
  return people.some((one) => humanBehind(one) === humanBehind(person));
}

/** The active people who answer for a domain. */
export async function answerable(ctx: ReadCtx, domain: Doc<"dataDomains">): Promise<Person[]> {
  const { ownerIds, deputyIds } = await standingDomain(ctx, domain);
  const rows = await Promise.all([...ownerIds, ...deputyIds].map((id) => ctx.db.get(id)));
  return rows.flatMap((row) => (row?.status === "active" ? [row] : []));
}

/** Who has a part in one access: whoever holds it, asked for it, approved it, or started the review. */
async function partIn(ctx: ReadCtx, starter: string, item: Doc<"reviewItems">) {
  const request = await loadRequest(ctx, item.requestId);
  const conflicts = await conflictsOf(ctx, stepFactsOf(request), request.createdAt);
  const approvers = await approversOf(ctx, request);
  return (person: Person): boolean =>
    conflicts.has(person._id) || approvers.includes(person._id) || humanBehind(person) === starter;
}

/** A review with the domain it is about. */
interface Reviewed {
  readonly review: Doc<"accessReviews">;
  readonly domain: Doc<"dataDomains">;
}

/**
 * Says of one access after the other why somebody cannot decide about it, or null. Owners and deputies do; where each of
 * them has a part in it, it falls to whoever governs domains and has none. What is true of the whole review is read once.
 */
export async function judgeOf(
  ctx: ReadCtx,
  { review, domain }: Reviewed,
  person: Person,
): Promise<(item: Doc<"reviewItems">) => Promise<Refusal | null>> {
  const inCharge = await answerable(ctx, domain);
  const starter = await humanOf(ctx, review.startedById);
  const doesAnswer = isAmong(inCharge, person);
  const governs = can({ ...person, impersonation: null }, "domains.write");
  return async (item): Promise<Refusal | null> => {
    const hasPart = await partIn(ctx, starter, item);
    if (hasPart(person))
      return {
        code: "not-eligible",
        message: "You hold this access, asked for it, approved it or started the review.",
      };
    if (doesAnswer) return null;
    if (!governs) return { code: "not-found" };
    return inCharge.every(hasPart)
      ? null
      : { code: "not-eligible", message: "An owner or a deputy of the domain decides about it." };
  };
}

/** Why somebody cannot decide about one access, or null. */
export async function whyNotReview(
  ctx: ReadCtx,
  { item, ...reviewed }: Reviewed & { readonly item: Doc<"reviewItems"> },
  person: Person,
): Promise<Refusal | null> {
  return await (
    await judgeOf(ctx, reviewed, person)
  )(item);
}

/** Why somebody cannot keep an access for its holder, or null: nobody keeps it for who kept theirs. */
export async function whyNotKeepFor(
  ctx: ReadCtx,
  reviewId: Id<"accessReviews">,
  holderId: Id<"people">,
  person: Person,
): Promise<Refusal | null> {
  const own = await accountsOf(ctx, person._id);
  for (const keeper of await accountsOf(ctx, holderId))
    for (const account of own) {
      const kept = await ctx.db
        .query("reviewItems")
        .withIndex("by_keeper", (q) => q.eq("reviewId", reviewId).eq("decidedById", keeper).eq("keptForId", account))
        .first();
      if (kept)
        return { code: "not-eligible", message: "They kept your access in this review, so somebody else decides." };
    }
  return null;
}

/** Whether somebody sees a review: those in charge of its domain, and data governance. */
export async function maySee(ctx: ReadCtx, person: Person, review: Doc<"accessReviews">): Promise<boolean> {
  const domain = await ctx.db.get(review.domainId);
  return (
    domain !== null &&
    (can({ ...person, impersonation: null }, "domains.write") || isAmong(await answerable(ctx, domain), person))
  );
}

/** A review by the name in an address; null where there is none this person sees. */
export async function reviewFor(ctx: ReadCtx, person: Person, reviewId: string): Promise<Doc<"accessReviews"> | null> {
  const id = ctx.db.normalizeId("accessReviews", reviewId);
  const review = id && (await ctx.db.get(id));
  return review && (await maySee(ctx, person, review)) ? review : null;
}
