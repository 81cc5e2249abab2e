/** When support hours or targets change, what is due changes with them. */

import type { MutationCtx } from "../../_generated/server";
import { currentHours } from "../../core/supportHours/model";
import { dueOf } from "../../core/tickets/clock";
import { UNFINISHED } from "../../core/tickets/rules";

/** Tickets in one transaction. */
const BATCH = 100;

/** How far it got: the place of a state in `UNFINISHED`, and the cursor within it. */
export interface RetimingPlace {
  readonly state: number;
  readonly cursor: string | null;
}

/** Gives the next tickets that are not over their due time again. Answers where to go on, or null at the end. */
export async function retimeTickets(
  ctx: Pick<MutationCtx, "db">,
  { state, cursor }: RetimingPlace,
): Promise<RetimingPlace | null> {
  const named = UNFINISHED[state];
  if (named === undefined) return null;
  const hours = await currentHours(ctx);
  // In an order that new due times leave as it is. A ticket that moves meanwhile gets its due time from its own step.
  const { page, isDone, continueCursor } = await ctx.db
    .query("tickets")
    .withIndex("by_change", (q) => q.eq("state", named))
    .paginate({ numItems: BATCH, cursor });
  for (const ticket of page) {
    const due = dueOf(hours, ticket);
    if (due.dueAt !== ticket.dueAt) await ctx.db.patch(ticket._id, due);
  }
  return isDone ? { state: state + 1, cursor: null } : { state, cursor: continueCursor };
}
