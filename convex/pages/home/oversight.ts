/** What stands still among the requests somebody oversees, counted up to where the exact number says nothing more. */

import { v, type Infer } from "convex/values";
import type { QueryCtx } from "../../_generated/server";
import { isOpen } from "../../core/requests/rules";
import { LISTED_REQUEST_STATUSES } from "../../core/shared/rules/listed";
import { isInSight, isUnassigned, MANUAL_TYPES, type Overseer } from "../../core/shared/rules/queues";

type ReadCtx = Pick<QueryCtx, "db">;

/** Rows read of one index range. */
const EXAMINED = 50;

/** A number that is exact, or "at least". */
export const atLeast = v.object({ count: v.number(), isExact: v.boolean() });

/** Three counts, each the length of a list the queues can show. */
export const oversightCounts = v.object({ blocked: atLeast, overdue: atLeast, unclaimed: atLeast });

const OPEN_STATUSES = LISTED_REQUEST_STATUSES.filter(isOpen);

/** What stands still, as far as this person oversees it. */
export async function oversightOf(ctx: ReadCtx, viewer: Overseer, now: number): Promise<Infer<typeof oversightCounts>> {
  const blocked = await ctx.db
    .query("requests")
    .withIndex("queue_created", (q) => q.eq("status", "Blocked").eq("archivedAt", undefined))
    .take(EXAMINED);
  const overdue = await Promise.all(
    OPEN_STATUSES.map((status) =>
      ctx.db
        .query("requests")
        .withIndex("queue_due", (q) =>
          q.eq("status", status).eq("archivedAt", undefined).gt("dueAt", 0).lt("dueAt", now),
        )
        .take(EXAMINED),
    ),
  );
  const manual = await Promise.all(
    MANUAL_TYPES.map((type) =>
      ctx.db
        .query("requestTasks")
        .withIndex("queue_type_created", (q) => q.eq("type", type).eq("status", "Running"))
        .take(EXAMINED),
    ),
  );
  const seen = <Row extends Parameters<typeof isInSight>[1]>(
    ranges: readonly (readonly Row[])[],
    counts: (row: Row) => boolean = () => true,
  ) => ({
    count: ranges.flat().filter((row) => isInSight(viewer, row) && counts(row)).length,
    isExact: ranges.every(({ length }) => length < EXAMINED),
  });
  return { blocked: seen([blocked]), overdue: seen(overdue), unclaimed: seen(manual, isUnassigned) };
}
