/** How the parts of what somebody takes along are made: so many rows, newest first, times in words. */

import { v, type Infer } from "convex/values";
import { jsonObject } from "../../lib/validators";

export type Row = Infer<typeof jsonObject>;

/** Rows of one part, newest first; a part with more says so. */
export const OWN_ROWS = 500;

export const part = v.object({ rows: v.array(jsonObject), isWhole: v.boolean() });

/** The newest rows of an index, one more than a part shows. */
export async function newest<T>(rows: { order(by: "desc"): { take(most: number): Promise<T[]> } }): Promise<T[]> {
  return await rows.order("desc").take(OWN_ROWS + 1);
}

/** A part of these rows, each written as `rowOf` says; those not meant are left out. */
export async function partOf<T>(
  found: readonly T[],
  rowOf: (item: T) => Row | Promise<Row>,
  isMeant: (item: T) => boolean = () => true,
): Promise<{ rows: Row[]; isWhole: boolean }> {
  return {
    rows: await Promise.all(
      found
        .slice(0, OWN_ROWS)
        .filter(isMeant)
        .map(async (item) => await rowOf(item)),
    ),
    isWhole: found.length <= OWN_ROWS,
  };
}

/** A moment as ISO 8601 in UTC. */
export function iso(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
