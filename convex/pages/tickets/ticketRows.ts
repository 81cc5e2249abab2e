/** Tickets as lists and their own page name them. */

import type { Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { nameOf } from "../../core/people/model";
import type { ticketRow } from "../../core/tickets/shown";

/** One line of a list; priority and cause are for those who answer alone. */
export async function rowOf(
  ctx: Pick<QueryCtx, "db">,
  ticket: Doc<"tickets">,
  isForAgents: boolean,
): Promise<Infer<typeof ticketRow>> {
  const { _id: id, key, title, state, topic, createdAt, dueAt } = ticket;
  return {
    id,
    key,
    title,
    state,
    topic,
    tags: isForAgents ? (ticket.tags ?? []) : [],
    requester: await nameOf(ctx, ticket.requesterId),
    assignee: ticket.assigneeId ? await nameOf(ctx, ticket.assigneeId) : null,
    priority: isForAgents ? ticket.priority : null,
    cause: isForAgents ? (ticket.cause ?? null) : null,
    lastAnswerAt: ticket.lastAnswerAt ?? null,
    createdAt,
    dueAt,
    isAnswered: ticket.firstResponseAt !== undefined,
    isPaused: ticket.pausedSince !== undefined,
  };
}
