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

/** The same of several tickets at once. */
export async function recordOf(
  { ctx, at, by }: Omit<TicketStep, "person">,
  tickets: readonly Doc<"tickets">[],
  action: string,
): Promise<void> {
  await recordEvent(ctx, { ...by, action, targets: tickets.map(ticketTarget), context: {}, occurredAt: at });
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
