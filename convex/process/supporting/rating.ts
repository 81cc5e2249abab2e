/** Its requester says of a ticket that is over whether the help was good, and why (S31). */

import type { Infer } from "convex/values";
import type { ReadTicket } from "../../core/tickets/model";
import { type Rating, whyNotExplain, whyNotRate, whyNotSay } from "../../core/tickets/rules/rating";
import type { shownRating } from "../../core/tickets/shown";
import { refuse, refuseIf } from "../../lib/errors";
import { record, type TicketStep } from "./steps/step";

/** Keeps what they say: the word once, and why beside it or once after it. */
export async function rate(step: TicketStep, { ticket, isRequester }: ReadTicket, said: Rating): Promise<void> {
  if (!isRequester) refuse({ code: "not-eligible", message: "Only its requester can rate the help." });
  refuseIf(whyNotSay(ticket, said, step.at));
  const reason = said.reason?.trim() ?? "";
  const { satisfaction } = said;
  await step.ctx.db.patch(ticket._id, { satisfaction, ...(reason !== "" && { satisfactionReason: reason }) });
  if (ticket.satisfaction === undefined) await record(step, ticket, "ticket.rated", { satisfaction });
  else await record(step, ticket, "ticket.ratingExplained");
}

/** What was said of the help, for its requester and agents, and what its requester can still say. */
export function ratingOf({ ticket, isRequester, isAgent }: ReadTicket, at: number): Infer<typeof shownRating> {
  const isTheirs = isRequester || isAgent;
  return {
    canRate: isRequester && whyNotRate(ticket, at) === null,
    canExplain: isRequester && whyNotExplain(ticket, at) === null,
    satisfaction: isTheirs ? (ticket.satisfaction ?? null) : null,
    satisfactionReason: isTheirs ? (ticket.satisfactionReason ?? null) : null,
  };
}
