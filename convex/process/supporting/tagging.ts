/** Agents sort tickets by tags; nothing that the requester sees changes, and nobody is notified (S19). */

import type { ReadTicket } from "../../core/tickets/model";
import { changeTags } from "../../core/tickets/tags";
import { asAgentOf, record, type TicketStep } from "./steps/step";

/** What is put on a ticket, and what is taken off. */
export interface TagWish {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * Changes the tags of a ticket, whatever its state. What is as wished already changes nothing. As with words that
 * were written, the audit trail says that it was done, never the tags: they could not be redacted there.
 */
export async function tag(step: TicketStep, read: ReadTicket, wish: TagWish): Promise<void> {
  asAgentOf(read);
  const tags = await changeTags(step.ctx, read.ticket, wish);
  if (tags !== null) await record(step, read.ticket, "ticket.tagged", { tags: tags.length });
}
