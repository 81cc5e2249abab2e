/**
 * A ticket becomes part of an incident, and may wait for its end: what it was before is kept with it, so that leaving
 * the incident undoes exactly that (S13).
 */

import type { Doc } from "../../../_generated/dataModel";
import { incidentOf, ticketsIn } from "../../../core/incidents/model";
import { isWaitingFor, whyNotJoin, whyNotPart } from "../../../core/incidents/rules";
import { currentHours } from "../../../core/supportHours/model";
import { clockAfter, dueOf } from "../../../core/tickets/clock";
import type { BeforeIncident } from "../../../core/tickets/table";
import { NO_WAIT, waitFieldsOf } from "../../../core/tickets/waits";
import { refuseIf } from "../../../lib/errors";
import { record, type TicketStep } from "../steps/step";

/** Makes a ticket part of an incident, by an agent, or by whoever writes a ticket of theirs. */
export async function join(
  step: TicketStep,
  ticket: Doc<"tickets">,
  incident: Doc<"incidents">,
  waits: boolean,
): Promise<void> {
  const { ctx, at, person } = step;
  refuseIf(whyNotPart(ticket, await incidentOf(ctx, ticket)));
  refuseIf(whyNotJoin(incident, (await ticketsIn(ctx, incident._id)).length));
  await ctx.db.patch(ticket._id, {
    incidentId: incident._id,
    linked: { at, byId: person._id, ...(waits && { before: beforeOf(ticket) }) },
    ...(waits && {
      state: "waitingOnThirdParty" as const,
      ...clockAfter(await currentHours(ctx), ticket, "waitingOnThirdParty", at),
      ...NO_WAIT,
      waitsForIncident: true,
      turnAt: undefined,
      proof: undefined,
      updatedAt: at,
    }),
  });
  await record(step, ticket, "ticket.linked", { incident: incident.key, waits });
}

/** What a ticket is that waits for its incident from now on, or was already before it began to: that is one wait. */
export function beforeWait(ticket: Doc<"tickets">): BeforeIncident {
  const { before } = ticket.linked ?? {};
  return before && isWaitingFor(ticket) ? { ...before, updatedAt: changedBesides(ticket) } : beforeOf(ticket);
}

/** When a ticket that waits for its incident last changed but for that wait. */
function changedBesides({ linked, updatedAt }: Doc<"tickets">): number {
  const { before, at } = linked ?? {};
  return before && updatedAt === (before.at ?? at) ? before.updatedAt : updatedAt;
}

function beforeOf(ticket: Doc<"tickets">): BeforeIncident {
  const { state, updatedAt, pausedSeconds, unansweredSeconds, pausedSince, turnAt, proof } = ticket;
  return {
    state,
    updatedAt,
    pausedSeconds,
    ...(unansweredSeconds !== undefined && { unansweredSeconds }),
    ...(pausedSince !== undefined && { pausedSince }),
    ...(turnAt !== undefined && { turnAt }),
    ...waitFieldsOf(ticket),
    ...(proof !== undefined && { proof }),
  };
}

/** What a ticket that still waits for its incident was before, with what was said since; nothing of one that does not. */
export async function asBefore({ ctx }: TicketStep, ticket: Doc<"tickets">): Promise<Partial<Doc<"tickets">>> {
  const { linked } = ticket;
  if (!linked?.before || !isWaitingFor(ticket)) return {};
  const { state: was, pausedSeconds, unansweredSeconds, pausedSince, turnAt, proof } = linked.before;
  const pauses = { pausedSeconds, unansweredSeconds, pausedSince };
  const state = was === "new" && ticket.firstResponseAt !== undefined ? "open" : was;
  return {
    state,
    ...pauses,
    turnAt,
    ...NO_WAIT,
    ...waitFieldsOf(linked.before),
    proof,
    ...dueOf(await currentHours(ctx), { ...ticket, state, ...pauses }),
    updatedAt: changedBesides(ticket),
  };
}
