/** Reading incidents. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../_generated/dataModel";
import { guardedQuery, type ViewerQueryCtx } from "../access/functions";
import { incidentOf, openIncidents, publicOf, ticketsIn, wordsOf } from "../core/incidents/model";
import { hearsOf, isWaitingFor, whyNotPart, whyNotWithdraw } from "../core/incidents/rules";
import { incidentWordKind, publicIncident } from "../core/incidents/table";
import { nameOf } from "../core/people/model";
import { readTicket } from "../core/tickets/model";
import { ticketState } from "../core/tickets/table";
import { nullableTimestamp, timestamp } from "../lib/validators";

/** Tickets of one incident that its agents see, unfinished ones first. */
const LISTED = 100;

const word = v.object({
  id: v.id("incidentWords"),
  kind: incidentWordKind,
  body: v.string(),
  createdAt: timestamp,
});

/** For the agents of the ticket it was declared from. */
const managed = v.object({
  /** How many words it has: what is said next follows these. */
  shown: v.number(),
  isSending: v.boolean(),
  canWithdraw: v.boolean(),
  /** What it was called before, newest first. */
  formerTitles: v.array(v.object({ title: v.string(), until: timestamp, by: v.string() })),
  total: v.number(),
  unfinished: v.number(),
  tickets: v.array(v.object({ key: v.string(), title: v.string(), state: ticketState, requester: v.string() })),
});

const shownIncident = v.object({
  key: v.string(),
  title: v.string(),
  isOpen: v.boolean(),
  declaredAt: timestamp,
  endedAt: nullableTimestamp,
  isWaitedFor: v.boolean(),
  words: v.array(word),
  /** For those who answer the ticket: who made it a part, when, and where the incident is told from. */
  linked: v.union(v.null(), v.object({ by: v.string(), at: timestamp, from: v.string() })),
  managed: v.union(v.null(), managed),
});

/** The incidents that have not ended, for everybody who writes tickets. */
export const open = guardedQuery("tickets.readOwn", {
  args: {},
  returns: v.array(publicIncident),
  handler: async (ctx) => {
    const found: Infer<typeof publicIncident>[] = [];
    for (const incident of await openIncidents(ctx)) found.push(await publicOf(ctx, ctx.viewer, incident));
    return found;
  },
});

/** The incident a ticket is part of, for those who read the ticket; and whether it can become one, or part of one. */
export const ofTicket = guardedQuery("tickets.readOwn", {
  args: { key: v.string() },
  returns: v.union(v.null(), v.object({ incident: v.union(v.null(), shownIncident), canBePart: v.boolean() })),
  handler: async (ctx, { key }) => {
    const read = await readTicket(ctx, ctx.viewer, key);
    if (!read) return null;
    const { ticket, isAgent } = read;
    const incident = await incidentOf(ctx, ticket);
    return {
      incident: incident && (await shownTo(ctx, incident, ticket, isAgent)),
      canBePart: isAgent && whyNotPart(ticket, incident) === null,
    };
  },
});

async function shownTo(
  ctx: ViewerQueryCtx,
  incident: Doc<"incidents">,
  ticket: Doc<"tickets">,
  isAgent: boolean,
): Promise<Infer<typeof shownIncident>> {
  const { _id, key, title, declaredAt, endedAt = null, state, ticketId } = incident;
  const words = await wordsOf(ctx, _id);
  const { linked } = ticket;
  const from = isAgent ? await ctx.db.get(ticketId) : null;
  return {
    key,
    title,
    isOpen: state === "open",
    declaredAt,
    endedAt,
    isWaitedFor: isWaitingFor(ticket),
    words: words.map(({ _id: id, kind, body, createdAt }) => ({ id, kind, body, createdAt })),
    linked: from && linked ? { by: await nameOf(ctx, linked.byId), at: linked.at, from: from.key } : null,
    managed: isAgent && ticketId === ticket._id ? await managedOf(ctx, incident, words) : null,
  };
}

async function managedOf(
  ctx: ViewerQueryCtx,
  incident: Doc<"incidents">,
  words: readonly Doc<"incidentWords">[],
): Promise<Infer<typeof managed>> {
  const { _id, ticketId, formerTitles = [] } = incident;
  const others = (await ticketsIn(ctx, _id)).filter((ticket) => ticket._id !== ticketId);
  const unfinished = others.filter(hearsOf);
  const listed = [...unfinished, ...others.filter((ticket) => !hearsOf(ticket))].slice(0, LISTED);
  const tickets: Infer<typeof managed>["tickets"] = [];
  for (const { key, title, state, requesterId } of listed)
    tickets.push({ key, title, state, requester: await nameOf(ctx, requesterId) });
  const former: Infer<typeof managed>["formerTitles"] = [];
  for (const { title, until, byId } of formerTitles.toReversed())
    former.push({ title, until, by: await nameOf(ctx, byId) });
  return {
    shown: words[0]?.number ?? 0,
    isSending: words.some(({ sending }) => sending !== undefined),
    canWithdraw: whyNotWithdraw(incident, others.length + 1, words.length) === null,
    formerTitles: former,
    total: others.length,
    unfinished: unfinished.length,
    tickets,
  };
}
