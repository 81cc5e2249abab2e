/** Running numbers. Two transactions that take the same number cannot both commit. */

import type { MutationCtx } from "../_generated/server";

/** The next number of a counter, starting at `first`. */
export async function nextNumber(ctx: Pick<MutationCtx, "db">, name: string, first: number): Promise<number> {
  const counter = await ctx.db
    .query("counters")
    .withIndex("by_name", (q) => q.eq("name", name))
    .unique();
  if (!counter) {
    await ctx.db.insert("counters", { name, value: first });
    return first;
  }
  const value = counter.value + 1;
  await ctx.db.patch(counter._id, { value });
  return value;
}
