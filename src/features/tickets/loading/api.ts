/**
 * Whether all that stands on a page of support at once is known. Each part asks for its own answer; a page that was drawn
 * before the last of them would move under whoever begins to read it.
 */

import { api } from "../../../../convex/_generated/api";
import { useIsAnswered } from "../../../lib/use-query";
import type { Ticket } from "../api";

/** Of a ticket's page, with what only agents see there. */
export function useIsPageKnown(ticketKey: string, ticket: Ticket | null | undefined): boolean {
  const key = ticket ? { key: ticketKey } : "skip";
  const keyForAgents = ticket?.isAgent ? { key: ticketKey } : "skip";
  const forAgents = ticket?.isAgent ? {} : "skip";
  const isKnown = [
    useIsAnswered(api.conversions.queries.suggestion, key),
    useIsAnswered(api.conversions.queries.idea, key),
    useIsAnswered(api.incidents.queries.ofTicket, key),
    useIsAnswered(api.articles.queries.fromTicket, keyForAgents),
    useIsAnswered(api.ticketMail.queries.held, keyForAgents),
    useIsAnswered(api.cannedReplies.queries.list, forAgents),
    useIsAnswered(api.supportTeams.queries.current, forAgents),
  ];
  return !isKnown.includes(false);
}

/** Of the queue: what stands above its rows. */
export function useIsQueueKnown(): boolean {
  const isKnown = [
    useIsAnswered(api.ticketMail.queries.tickets, {}),
    useIsAnswered(api.ticketReplies.queries.unsent, {}),
    useIsAnswered(api.incidents.queries.open, {}),
    useIsAnswered(api.supportTeams.queries.current, {}),
  ];
  return !isKnown.includes(false);
}
