/** A ticket is declared an incident, and others become part of it: a link is a pointer, and undone exactly (S13). */

import type { Doc } from "../../_generated/dataModel";
import { incidentOf, openIncidents, ticketsIn, wordsOf } from "../../core/incidents/model";
import {
  isWaitingFor,
  whyNotDeclare,
  whyNotJoin,
  whyNotPart,
  whyNotRetitle,
  whyNotWithdraw,
  whyNotWord,
} from "../../core/incidents/rules";
import { currentHours } from "../../core/supportHours/model";
import { clockAfter, dueOf } from "../../core/tickets/clock";
import type { ReadTicket } from "../../core/tickets/model";
import type { BeforeIncident } from "../../core/tickets/table";
import { NO_WAIT, waitFieldsOf } from "../../core/tickets/waits";
import { nextNumber } from "../../lib/counters";
import { refuse, refuseIf } from "../../lib/errors";
import { asAgentOf, noteIn, record, type TicketStep } from "./step";
import { endWaitMeanwhile } from "./waits/waiting";

/** The first incident of a portal is INC-1. */
const FIRST_NUMBER = 1;

/** What everybody reads of an incident from its first minute on. */
export interface IncidentWords {
  readonly title: string;
  readonly word: string;
}

/** Declares a ticket an incident. Its own words stay with those who read it; the incident has words of its own. */
export async function declare(step: TicketStep, read: ReadTicket, { title, word }: IncidentWords): Promise<string> {
  asAgentOf(read);
  const { ctx, at, person } = step;
  const { ticket } = read;
  refuseIf(whyNotPart(ticket, await incidentOf(ctx, ticket)));
  refuseIf(whyNotDeclare(title, (await openIncidents(ctx)).length));
  refuseIf(whyNotWord(word));
  const key = `INC-${await nextNumber(ctx, "incident", FIRST_NUMBER)}`;
  const incidentId = await ctx.db.insert("incidents", {
    key,
    ticketId: ticket._id,
    title: title.trim(),
    state: "open",
    declaredAt: at,
  });
  const said = { incidentId, number: 1, kind: "known" as const, body: word.trim(), authorId: person._id };
  await ctx.db.insert("incidentWords", { ...said, createdAt: at, reached: 0 });
  await ctx.db.patch(ticket._id, { incidentId, linked: { at, byId: person._id } });
  await noteIn(step, ticket._id, `Declared ${key}.`);
  await record(step, ticket, "ticket.declared", { incident: key });
  return key;
}

/** Takes back what was declared by mistake, as long as nothing came of it: the ticket is what it was. */
export async function withdraw(step: TicketStep, read: ReadTicket): Promise<void> {
  const incident = await asManager(step, read);
  const { ctx } = step;
  const { _id, key } = incident;
  const words = await wordsOf(ctx, _id);
  refuseIf(whyNotWithdraw(incident, (await ticketsIn(ctx, _id)).length, words.length));
  for (const word of words) await ctx.db.delete(word._id);
  await ctx.db.delete(_id);
  await ctx.db.patch(read.ticket._id, { incidentId: undefined, linked: undefined });
  await noteIn(step, read.ticket._id, `${key} was withdrawn.`);
  await record(step, read.ticket, "ticket.incidentWithdrawn", { incident: key });
}

/** Corrects what everybody reads an incident is called, also once it has ended; its agents read what it was. */
export async function retitle(step: TicketStep, read: ReadTicket, wanted: string): Promise<void> {
  const { _id, key, title, formerTitles = [] } = await asManager(step, read);
  refuseIf(whyNotRetitle(wanted, formerTitles.length));
  if (wanted.trim() === title) return;
  const former = [...formerTitles, { title, until: step.at, byId: step.person._id }];
  await step.ctx.db.patch(_id, { title: wanted.trim(), formerTitles: former });
  await record(step, read.ticket, "ticket.incidentRetitled", { incident: key });
}

/** The incident that was declared from a ticket, for those who answer that. */
export async function asManager({ ctx }: TicketStep, read: ReadTicket): Promise<Doc<"incidents">> {
  asAgentOf(read);
  const incident = await incidentOf(ctx, read.ticket);
  if (incident?.ticketId !== read.ticket._id)
    refuse({ code: "not-eligible", message: "No incident was declared from this ticket." });
  return incident;
}

/** Makes a ticket part of an incident, for whose end it waits where that is said. */
export async function link(
  step: TicketStep,
  read: ReadTicket,
  incident: Doc<"incidents">,
  waits: boolean,
): Promise<void> {
  asAgentOf(read);
  await join(step, read.ticket, incident, waits);
  await noteIn(step, read.ticket._id, `Part of ${incident.key}.`);
}

/** The same, by an agent, or by whoever writes a ticket of theirs. */
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

/** Takes a ticket out of its incident: one that still waits for it is what it was before, with what was said since. */
export async function unlink(step: TicketStep, read: ReadTicket): Promise<void> {
  asAgentOf(read);
  const { ctx } = step;
  const { ticket } = read;
  const incident = await incidentOf(ctx, ticket);
  if (!incident) refuse({ code: "not-eligible", message: "This ticket is not part of an incident." });
  if (incident.ticketId === ticket._id)
    refuse({ code: "not-eligible", message: `${incident.key} was declared from this ticket.` });
  await ctx.db.patch(ticket._id, {
    ...(await asBefore(step, ticket)),
    incidentId: undefined,
    linked: undefined,
    waitsForIncident: undefined,
  });
  await noteIn(step, ticket._id, `No longer part of ${incident.key}.`);
  await record(step, ticket, "ticket.unlinked", { incident: incident.key });
  await endWaitMeanwhile(step, ticket._id);
}

async function asBefore({ ctx }: TicketStep, ticket: Doc<"tickets">): Promise<Partial<Doc<"tickets">>> {
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
