/** Evidence beside an access: how many others of its holder's business area hold the same, and how many of them keep it. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** Accesses of the same thing in one area that are counted. */
const MAX_COUNTED = 200;

/** People of the holder's business area who hold the same by the same review, and those of them for whom it was kept. */
export interface Similar {
  readonly others: number;
  readonly kept: number;
}

/** Counts for one access after the other; what accesses share is read once. Null where nobody knows. */
export function similarBy({ db }: Pick<QueryCtx, "db">): (item: Doc<"reviewItems">) => Promise<Similar | null> {
  const known = new Map<string, Promise<Doc<"reviewItems">[]>>();
  return async ({ reviewId, thing, areaId, heldById }) => {
    if (thing === undefined || areaId === undefined) return null;
    const key = `${reviewId} ${areaId} ${thing}`;
    const rows =
      known.get(key) ??
      db
        .query("reviewItems")
        .withIndex("by_thing", (q) => q.eq("reviewId", reviewId).eq("thing", thing).eq("areaId", areaId))
        .take(MAX_COUNTED);
    known.set(key, rows);
    const others = (await rows).filter((one) => one.heldById !== heldById);
    const people = (some: readonly Doc<"reviewItems">[]) => new Set(some.map((one) => one.heldById)).size;
    return { others: people(others), kept: people(others.filter(({ verdict }) => verdict === "keep")) };
  };
}
