/** Who may decide about an access in a review: asked at every use, so nobody decides by a right they have lost. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { can } from "../../access/rules";
import { approversOf, stepFactsOf } from "../../core/approvals/case";
import { conflictsOf } from "../../core/approvals/seats";
import { standingDomain } from "../../core/domains/standing";
import { humanBehind, isSameHuman } from "../../core/people/humans";
import { loadRequest } from "../../core/requests/model";
import type { Refusal } from "../../lib/pure/refusal";

type ReadCtx = Pick<QueryCtx, "db">;
type Person = Doc<"people">;

/** Whether somebody answers for the domain now: its owners and deputies, by whichever account. */
export async function answersFor(ctx: ReadCtx, domain: Doc<"dataDomains">, person: Person): Promise<boolean> {
  return (await answerable(ctx, domain)).some((one) => humanBehind(one) === humanBehind(person));
}

/** The active people who answer for a domain. */
export async function answerable(ctx: ReadCtx, domain: Doc<"dataDomains">): Promise<Person[]> {
  const { ownerIds, deputyIds } = await standingDomain(ctx, domain);
  const rows = await Promise.all([...ownerIds, ...deputyIds].map((id) => ctx.db.get(id)));
  return rows.flatMap((row) => (row?.status === "active" ? [row] : []));
}

/** Who has a part in one access: whoever holds it, asked for it, approved it, or started the review. */
export async function partIn(ctx: ReadCtx, review: Doc<"accessReviews">, item: Doc<"reviewItems">) {
  const request = await loadRequest(ctx, item.requestId);
  const conflicts = await conflictsOf(ctx, stepFactsOf(request), request.createdAt);
  const approvers = await approversOf(ctx, request);
  return async (person: Person): Promise<boolean> =>
    conflicts.has(person._id) ||
    approvers.includes(person._id) ||
    (await isSameHuman(ctx, review.startedById, person._id));
}

/**
 * Why somebody cannot decide about one access, or null. Owners and deputies do; where each of them has a part in it, it
 * falls to whoever governs domains and has none.
 */
export async function whyNotReview(
  ctx: ReadCtx,
  { review, item, domain }: { review: Doc<"accessReviews">; item: Doc<"reviewItems">; domain: Doc<"dataDomains"> },
  person: Person,
): Promise<Refusal | null> {
  const hasPart = await partIn(ctx, review, item);
  if (await hasPart(person))
    return { code: "not-eligible", message: "You hold this access, asked for it, approved it or started the review." };
  if (await answersFor(ctx, domain, person)) return null;
  if (!can({ ...person, impersonation: null }, "domains.write")) return { code: "not-found" };
  for (const one of await answerable(ctx, domain))
    if (!(await hasPart(one)))
      return { code: "not-eligible", message: "An owner or a deputy of the domain decides about it." };
  return null;
}

/** Whether somebody sees a review: those in charge of its domain, and data governance. */
export async function maySee(ctx: ReadCtx, person: Person, review: Doc<"accessReviews">): Promise<boolean> {
  const domain = await ctx.db.get(review.domainId);
  return (
    domain !== null &&
    (can({ ...person, impersonation: null }, "domains.write") || (await answersFor(ctx, domain, person)))
  );
}

/** A review by the name in an address; null where there is none this person sees. */
export async function reviewFor(ctx: ReadCtx, person: Person, reviewId: string): Promise<Doc<"accessReviews"> | null> {
  const id = ctx.db.normalizeId("accessReviews", reviewId);
  const review = id && (await ctx.db.get(id));
  return review && (await maySee(ctx, person, review)) ? review : null;
}
