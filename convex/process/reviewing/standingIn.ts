/** Who stands in for whom in reviews: whom somebody who is away chose themselves, for whatever is asked of them. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { personAsOf } from "../../access/entry";

const DELEGATIONS_READ = 20;

/**
 * Those somebody stands in for now. What somebody else arranged for them does not count here, and neither does what goes
 * for some types of request alone; one hop.
 */
export async function awayFor(
  { db }: Pick<QueryCtx, "db">,
  { _id }: Doc<"people">,
  at: number,
): Promise<Doc<"people">[]> {
  const delegations = await db
    .query("delegations")
    .withIndex("by_to", (q) => q.eq("toId", _id).gt("endsAt", at))
    .take(DELEGATIONS_READ);
  const counting = delegations.filter(
    ({ startsAt, endedAt, typeKeys, createdById, fromId }) =>
      startsAt <= at && endedAt === undefined && typeKeys === undefined && createdById === fromId,
  );
  const rows = await Promise.all(counting.map(({ fromId }) => db.get(fromId)));
  return rows.flatMap((row) => (row && personAsOf(row, at).status === "active" ? [row] : []));
}
