/** Incidents, the tickets that are part of them, and what was said of them. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { refuse } from "../../lib/errors";
import { answersTickets, type Reader, readOf } from "../tickets/model";
import { MAX_OPEN, MAX_TICKETS_IN } from "./rules";
import type { PublicIncident } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;

/** Words of one incident that are shown: the newest. */
const SHOWN_WORDS = 50;

/** An incident by its key. */
export async function loadIncident(ctx: ReadCtx, key: string): Promise<Doc<"incidents">> {
  const found = await ctx.db
    .query("incidents")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
  return found ?? refuse({ code: "not-found" });
}

/** The incident a ticket is part of, also one that has ended. */
export async function incidentOf(
  ctx: ReadCtx,
  { incidentId }: Pick<Doc<"tickets">, "incidentId">,
): Promise<Doc<"incidents"> | null> {
  return incidentId === undefined ? null : await ctx.db.get(incidentId);
}

/** The incidents that have not ended, the newest first. */
export async function openIncidents(ctx: ReadCtx): Promise<Doc<"incidents">[]> {
  return await ctx.db
    .query("incidents")
    .withIndex("by_state", (q) => q.eq("state", "open"))
    .order("desc")
    .take(MAX_OPEN);
}

/** The tickets of an incident, the one it was declared from among them. */
export async function ticketsIn(ctx: ReadCtx, incidentId: Id<"incidents">): Promise<Doc<"tickets">[]> {
  return await ctx.db
    .query("tickets")
    .withIndex("by_incident", (q) => q.eq("incidentId", incidentId))
    .take(MAX_TICKETS_IN);
}

/** What was said of an incident, newest first, so much at most. */
export async function wordsOf(
  ctx: ReadCtx,
  incidentId: Id<"incidents">,
  count: number = SHOWN_WORDS,
): Promise<Doc<"incidentWords">[]> {
  return await ctx.db
    .query("incidentWords")
    .withIndex("by_incident", (q) => q.eq("incidentId", incidentId))
    .order("desc")
    .take(count);
}

/** An incident as everybody reads it; its agents also learn where it is told from. */
export async function publicOf(ctx: ReadCtx, viewer: Reader, incident: Doc<"incidents">): Promise<PublicIncident> {
  const { key, title, declaredAt, _id } = incident;
  const [last] = await wordsOf(ctx, _id, 1);
  // For the others the ticket need not be read.
  const ticket = answersTickets(viewer) ? await ctx.db.get(incident.ticketId) : null;
  const read = ticket && (await readOf(ctx, viewer, ticket));
  return {
    key,
    title,
    declaredAt,
    lastWord: last?.body ?? "",
    lastWordAt: last?.createdAt ?? declaredAt,
    from: read?.isAgent === true ? read.ticket.key : null,
  };
}
