/** What every move of a ticket is made with. */

import type { Doc, Id } from "../../../_generated/dataModel";
import { type Deed, recordEvent } from "../../../core/audit/model";
import type { StoredFile } from "../../../core/tickets/mailedFiles";
import { type ReadTicket, ticketTarget } from "../../../core/tickets/model";
import { refuse } from "../../../lib/errors";

/** Who moves it, when. */
export interface TicketStep extends Deed {
  readonly person: Doc<"people">;
}

/** What somebody says, and the files of theirs that go with it. */
export interface Saying {
  readonly body: string;
  readonly uploadIds?: readonly Id<"ticketUploads">[] | undefined;
  /** When the last of what its writer has read was said; without, nobody asks (S37). */
  readonly readUpTo?: number | undefined;
  /** It came by mail, with what that quotes. */
  readonly byMail?: true;
  /** What came with it. */
  readonly mailFiles?: readonly StoredFile[] | undefined;
  /** The address that mail came from, where another person adds it. */
  readonly mailFrom?: string;
  /** It thanks for what is over, and does not open it again. */
  readonly isThanks?: boolean | undefined;
}

/** The same of several tickets at once. */
export async function recordOf(
  { ctx, at, by }: Deed,
  tickets: readonly Doc<"tickets">[],
  action: string,
): Promise<void> {
  await recordEvent(ctx, { ...by, action, targets: tickets.map(ticketTarget), context: {}, occurredAt: at });
}

/** Says in the audit trail what was done; never what was written. Answers the place of the event. */
export async function record(
  { ctx, at, by }: Deed,
  ticket: Doc<"tickets">,
  action: string,
  context: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  return await recordEvent(ctx, { ...by, action, targets: [ticketTarget(ticket)], context, occurredAt: at });
}

/** Refuses to whoever does not answer the ticket. */
export function asAgentOf({ isAgent }: ReadTicket): void {
  if (!isAgent)
    refuse({ code: "not-eligible", message: "You take part in this ticket, so somebody else has to answer it." });
}

/** The history that agents read; what was said stays as it was. */
export async function noteIn({ ctx, at, person }: TicketStep, ticketId: Id<"tickets">, body: string): Promise<void> {
  const note: Omit<Doc<"ticketMessages">, "_id" | "_creationTime"> = {
    ticketId,
    authorId: person._id,
    visibility: "internal",
    isAnswer: false,
    body,
    createdAt: at,
  };
  await ctx.db.insert("ticketMessages", note);
}
