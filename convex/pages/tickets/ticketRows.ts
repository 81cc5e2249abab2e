/** Tickets as lists and their own page name them. */

import type { Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ticketRow } from "../../core/tickets/shown";

/** One line of a list as its reader sees it; priority and cause are for those who answer alone. */
export async function rowOf(
  ticket: Doc<"tickets">,
  { readerId, isForAgents }: { readonly readerId: Id<"people">; readonly isForAgents: boolean },
  nameOf: (personId: Id<"people">) => Promise<string>,
  teamOf: (teamId: Id<"businessAreas">) => Promise<string | null>,
): Promise<Infer<typeof ticketRow>> {
  const { _id: id, key, title, state, topic, createdAt, updatedAt, dueAt } = ticket;
  return {
    id,
    key,
    title,
    state,
    topic,
    tags: isForAgents ? (ticket.tags ?? []) : [],
    requester: await nameOf(ticket.requesterId),
    isRequester: ticket.requesterId === readerId,
    requesterId: isForAgents ? ticket.requesterId : null,
    team: ticket.teamId ? await teamOf(ticket.teamId) : null,
    assignee: ticket.assigneeId ? await nameOf(ticket.assigneeId) : null,
    priority: isForAgents ? ticket.priority : null,
    cause: isForAgents ? (ticket.cause ?? null) : null,
    lastAnswerAt: ticket.lastAnswerAt ?? null,
    createdAt,
    updatedAt,
    dueAt,
    isAnswered: ticket.firstResponseAt !== undefined,
    isPaused: ticket.pausedSince !== undefined,
  };
}
