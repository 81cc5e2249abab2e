/** A ticket is declared an incident, and others become part of it: a link is a pointer, and undone exactly (S13). */

import type { Doc } from "../../_generated/dataModel";
import { incidentOf, openIncidents, ticketsIn, wordsOf } from "../../core/incidents/model";
import { whyNotDeclare, whyNotPart, whyNotRetitle, whyNotWithdraw, whyNotWord } from "../../core/incidents/rules";
import type { ReadTicket } from "../../core/tickets/model";
import { nextNumber } from "../../lib/counters";
import { refuse, refuseIf } from "../../lib/errors";
import { asAgentOf, noteIn, record, type TicketStep } from "./steps/step";
import { asBefore, join } from "./waits/joining";
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
