/** What somebody who was moved looks after: data domains they own or are deputy of, and decisions they are asked for. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { allDomains } from "../../core/domains/model";
import type { MovedDuty } from "../../core/people/moveReviewTable";

type ReadCtx = Pick<QueryCtx, "db">;

/** Decisions one person is asked for that are looked at. */
const MAX_SEATS = 50;

/** The domains somebody is in charge of themselves, as owner or deputy, that are not put away. */
export async function domainsOf(ctx: ReadCtx, personId: Id<"people">): Promise<Doc<"dataDomains">[]> {
  return (await allDomains(ctx)).filter(
    ({ status, ownerIds, deputyIds }) =>
      status !== "archived" && (ownerIds.includes(personId) || deputyIds.includes(personId)),
  );
}

/** The open seats that are somebody's own: one held for somebody else is not theirs to leave. */
export async function seatsOfMoved(ctx: ReadCtx, personId: Id<"people">): Promise<Doc<"approvalSeats">[]> {
  const seats = await ctx.db
    .query("approvalSeats")
    .withIndex("by_person", (q) => q.eq("personId", personId).eq("isPending", true))
    .take(MAX_SEATS);
  return seats.filter(({ source }) => source !== "delegation");
}

/** What a review has not decided about. */
export async function dutiesLeft(
  ctx: ReadCtx,
  { personId, duties = [] }: Pick<Doc<"moveReviews">, "personId" | "duties">,
): Promise<MovedDuty[]> {
  const domains = (await domainsOf(ctx, personId)).map(({ _id, name }) => ({ kind: "domain" as const, id: _id, name }));
  const seats: MovedDuty[] = [];
  for (const { _id, requestId } of await seatsOfMoved(ctx, personId)) {
    const request = await ctx.db.get(requestId);
    if (request) seats.push({ kind: "seat", id: _id, name: `${request.key} ${request.title}` });
  }
  return [...domains, ...seats].filter(({ kind, id }) => !duties.some((one) => one.kind === kind && one.id === id));
}
