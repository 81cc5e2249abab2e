/** Who reads a ticket, and the steps over tickets that need no other noun. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { personCan } from "../../access/rules";
import type { Viewer } from "../../access/viewer";
import { CONNECTOR_NAMES, CONNECTORS } from "../../connectors/manifests";
import { refuse } from "../../lib/errors";
import { accountsOf, humanBehind, humanOf } from "../people/humans";
import { currentAreaId } from "../people/mergedAreas";
import { UNFINISHED } from "./rules";
import { OBJECT_WORDS, objectNamed } from "./rules/objects";
import type { RelatedThing } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;

/** People who take part in one ticket beside its requester, at most. */
export const MAX_PARTICIPANTS = 20;

/** A ticket with what somebody is in it. */
export interface ReadTicket {
  readonly ticket: Doc<"tickets">;
  readonly participants: readonly Doc<"ticketParticipants">[];
  /** Whether it is theirs, or they take part, by this very account; others of their area may only read. */
  readonly isParty: boolean;
  readonly isRequester: boolean;
  /** Whether they answer it: never one's own, by whichever account. Only they read what is internal (S1). */
  readonly isAgent: boolean;
}

/** Through whose eyes a ticket is read. */
export type Reader = Pick<Viewer, "person" | "impersonation">;

/** A ticket as its key names it, for whoever may read it; null for everybody else, as if there were none (S4). */
export async function readTicket(ctx: ReadCtx, viewer: Reader, key: string): Promise<ReadTicket | null> {
  const ticket = await ticketByKey(ctx, key);
  return ticket && (await readOf(ctx, viewer, ticket));
}

/** A ticket by its key, whoever may read it. */
export async function ticketByKey(ctx: ReadCtx, key: string): Promise<Doc<"tickets"> | null> {
  return await ctx.db
    .query("tickets")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
}

/** The same of a ticket that was found otherwise. */
export async function readOf(ctx: ReadCtx, viewer: Reader, ticket: Doc<"tickets">): Promise<ReadTicket | null> {
  const participants = await participantsOf(ctx, ticket._id);
  const { person } = viewer;
  const isRequester = ticket.requesterId === person._id;
  const isParty = isRequester || participants.some(({ personId }) => personId === person._id);
  const answers = answersTickets(viewer);
  if (!isParty && !answers && !(await isSharedWith(ctx, ticket, person))) return null;
  const isAgent = answers && !(await isOwnOf(ctx, { ticket, participants }, person));
  return { ticket, participants, isParty, isRequester, isAgent };
}

/**
 * Whether a ticket is shared with the area somebody is in (S24). Its requester's move ends that for good, also where they
 * come back; a merge of areas ends it for as long as it lasts, and lets nobody in.
 */
export async function isSharedWith(
  ctx: ReadCtx,
  {
    sharedAreaId,
    sharedAreaAt = 0,
    requesterId,
  }: Pick<Doc<"tickets">, "sharedAreaId" | "sharedAreaAt" | "requesterId">,
  { businessAreaId }: Pick<Doc<"people">, "businessAreaId">,
): Promise<boolean> {
  if (sharedAreaId === undefined || businessAreaId === undefined) return false;
  const requester = await ctx.db.get(requesterId);
  if (!requester || (requester.areaChangedAt ?? -1) >= sharedAreaAt) return false;
  for (const id of new Set([requester.businessAreaId, businessAreaId]))
    if ((await currentAreaId(ctx, id)) !== sharedAreaId) return false;
  return true;
}

/** The same; refuses where there is none. */
export async function loadTicket(ctx: ReadCtx, viewer: Viewer, key: string): Promise<ReadTicket> {
  return (await readTicket(ctx, viewer, key)) ?? refuse({ code: "not-found" });
}

/** The tickets somebody wrote or takes part in, so many of each at most, what changed last first. */
export async function ticketsOf(ctx: ReadCtx, personId: Id<"people">, count: number): Promise<Doc<"tickets">[]> {
  const found = await ctx.db
    .query("tickets")
    .withIndex("by_requester", (q) => q.eq("requesterId", personId))
    .order("desc")
    .take(count);
  const parts = await ctx.db
    .query("ticketParticipants")
    .withIndex("by_person", (q) => q.eq("personId", personId))
    .order("desc")
    .take(count);
  for (const { ticketId } of parts) {
    const ticket = await ctx.db.get(ticketId);
    if (ticket) found.push(ticket);
  }
  return found.toSorted((one, other) => other.updatedAt - one.updatedAt);
}

/** A reply opens a resolved ticket again: it is held as long. */
const HELD = [...UNFINISHED, "resolved"] as const;

/** The tickets assigned to somebody that are not over, so many at most. */
export async function ticketsHeldBy(ctx: ReadCtx, assigneeId: Id<"people">, limit: number): Promise<Doc<"tickets">[]> {
  const found: Doc<"tickets">[] = [];
  for (const state of HELD) {
    if (found.length >= limit) break;
    const held = ctx.db
      .query("tickets")
      .withIndex("by_assignee", (q) => q.eq("assigneeId", assigneeId).eq("state", state));
    found.push(...(await held.take(limit - found.length)));
  }
  return found;
}

/** Whether somebody answers tickets: nobody does while they look through other eyes. */
export function answersTickets({ person, impersonation }: Reader): boolean {
  return impersonation === null && personCan(person, "tickets.answer");
}

/** Whether a ticket is this human's own, or they take part in it, by any account. */
export async function isOwnOf(
  ctx: ReadCtx,
  { ticket, participants }: Pick<ReadTicket, "ticket" | "participants">,
  person: Doc<"people">,
): Promise<boolean> {
  const human = humanBehind(person);
  for (const id of [ticket.requesterId, ...participants.map(({ personId }) => personId)])
    if (id === person._id || (await humanOf(ctx, id)) === human) return true;
  return false;
}

/** Participations of one human that are read at once. */
export const MAX_PARTS = 500;

/** Tells which tickets are a human's own, as `isOwnOf` does, read once for however many are asked about. */
export async function ownTicketsOf(
  ctx: ReadCtx,
  person: Doc<"people">,
): Promise<(ticket: Doc<"tickets">) => Promise<boolean>> {
  const accounts = new Set(await accountsOf(ctx, person._id));
  const parts = new Set<Id<"tickets">>();
  for (const personId of accounts) {
    const some = await ctx.db
      .query("ticketParticipants")
      .withIndex("by_person", (q) => q.eq("personId", personId))
      .take(MAX_PARTS);
    for (const { ticketId } of some) parts.add(ticketId);
    // More than that may be theirs: then each ticket says so itself.
    if (some.length === MAX_PARTS)
      return async (ticket) =>
        await isOwnOf(ctx, { ticket, participants: await participantsOf(ctx, ticket._id) }, person);
  }
  return async ({ _id, requesterId }) => accounts.has(requesterId) || parts.has(_id);
}

/** Who takes part in a ticket beside its requester. */
export async function participantsOf(ctx: ReadCtx, ticketId: Id<"tickets">): Promise<Doc<"ticketParticipants">[]> {
  return await ctx.db
    .query("ticketParticipants")
    .withIndex("by_ticket", (q) => q.eq("ticketId", ticketId))
    .take(MAX_PARTICIPANTS);
}

/** A service as what a ticket is about; null where there is no such service. */
export function relatedService(name: string): RelatedThing | null {
  const service = CONNECTOR_NAMES.find((one) => one === name);
  return service ? { kind: "service", ref: `service:${service}`, label: CONNECTORS[service].label } : null;
}

/** A table or warehouse of Snowflake as what a ticket is about: whatever its writer calls so; null for what is no name. */
export function relatedObject(kind: "table" | "warehouse", name: string): RelatedThing | null {
  const named = objectNamed(name);
  return named?.kind === kind ? { kind, ref: named.name, label: `${OBJECT_WORDS[kind]} ${named.name}` } : null;
}

/** A ticket in the audit trail: by its key alone, its title is for those who read it. */
export function ticketTarget({ _id, key }: Pick<Doc<"tickets">, "_id" | "key">) {
  return { type: "ticket", id: _id, label: key };
}
