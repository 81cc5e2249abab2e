/** The end of a ticket, whoever or whatever brings it. */

import type { Doc } from "../../../_generated/dataModel";
import { currentHours } from "../../../core/supportHours/model";
import { clockAfter, ended } from "../../../core/tickets/clock";
import { REOPEN_MS } from "../../../core/tickets/rules";
import type { ResolutionCause } from "../../../core/tickets/table";
import { NO_WAIT } from "../../../core/tickets/waits";
import type { TicketStep } from "./step";

/** A ticket is resolved for a cause, and closed once the days are over in which a reply opens it again (S34). */
export async function resolved(
  { ctx, at }: Pick<TicketStep, "ctx" | "at">,
  ticket: Doc<"tickets">,
  cause: ResolutionCause,
): Promise<void> {
  const hours = await currentHours(ctx);
  await ctx.db.patch(ticket._id, {
    state: "resolved",
    ...clockAfter(hours, ticket, "resolved", at),
    ...ended(hours, ticket, at),
    resolvedAt: at,
    cause,
    turnAt: at + REOPEN_MS,
    ...NO_WAIT,
    proof: undefined,
    updatedAt: at,
  });
}
