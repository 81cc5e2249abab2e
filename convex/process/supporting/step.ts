/** What every move of a ticket is made with. */

import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { type Attribution, recordEvent } from "../../core/audit/model";
import { ticketTarget } from "../../core/tickets/model";

/** Who moves it, when. */
export interface TicketStep {
  readonly ctx: Pick<MutationCtx, "db">;
  readonly at: number;
  readonly by: Attribution;
  readonly person: Doc<"people">;
}

/** Says in the audit trail what was done; never what was written. */
export async function record(
  { ctx, at, by }: Omit<TicketStep, "person">,
  ticket: Doc<"tickets">,
  action: string,
  context: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await recordEvent(ctx, { ...by, action, targets: [ticketTarget(ticket)], context, occurredAt: at });
}
