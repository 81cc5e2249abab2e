/**
 * Reading the audit trail, newest first. A page walks what its filter leads to (sources.ts), tests each event against
 * the rest of the filter, and stops when full or, saying so, when enough was read.
 */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Viewer } from "../../access/viewer";
import { isInScope, auditScopeOf, type AuditScope } from "../../core/audit/rules/concern";
import { isAfter, meetsFilter, type AuditFilter, type AuditPlace } from "../../core/audit/rules/filter";
import { isOneRow } from "../../core/audit/rules/folding";
import { isSameTransaction } from "../../core/audit/rules/transactions";
import type { AuditTarget } from "../../core/audit/table";
import { domainByKey } from "../../core/domains/model";
import { walk } from "./sources";

type ReadCtx = Pick<QueryCtx, "db">;
type Event = Doc<"auditEvents">;
/** Events that one transaction wrote, or those that are folded into one row, oldest first. */
export type Transaction = readonly [Event, ...Event[]];

/** Events looked at for one page: about three megabytes. */
export const MAX_LOOKED_AT = 2_000;

/** How a page ended. */
interface PageEnd {
  /** Where the next page begins; null at the end of the audit trail. */
  readonly next: AuditPlace | null;
  /** Set when the page ended because enough was read, not because it was full: the time it looked back to. */
  readonly lookedBackTo: number | null;
}

/** One page of events. */
export interface EventPage extends PageEnd {
  readonly events: Event[];
}

/** What a page is asked for with. */
export interface PageRequest {
  readonly filter: AuditFilter;
  readonly after: AuditPlace | null;
  readonly size: number;
}

/** What the caller of a guarded function may read. */
export function scopeOfViewer(viewer: Viewer): AuditScope {
  return auditScopeOf(viewer.roles, viewer.person._id);
}

/** One page of the events in a scope. */
export async function pageOfEvents(
  ctx: ReadCtx,
  scope: AuditScope,
  { filter, after, size }: PageRequest,
  isShown: IsShown = everyEvent,
): Promise<EventPage> {
  const events: Event[] = [];
  const take = (event: Event): boolean => events.length < size && events.push(event) > 0;
  return { events, ...(await readPage(ctx, scope, { filter, after, isShown, take })) };
}

/** A page that counts rows: each has its events that meet the filter, and none is cut by the page's end. */
export async function pageOfTransactions(
  ctx: ReadCtx,
  scope: AuditScope,
  { filter, after, size }: PageRequest,
): Promise<PageEnd & { readonly transactions: Transaction[] }> {
  const transactions: [Event, ...Event[]][] = [];
  const take = (event: Event): boolean => {
    const current = transactions.at(-1);
    if (current && isOneRow(filter, current[0], event)) current.unshift(event);
    else if (transactions.length >= size) return false;
    else transactions.push([event]);
    return true;
  };
  return { transactions, ...(await readPage(ctx, scope, { filter, after, isShown: everyEvent, take })) };
}

/** Reads newest first until a page takes no more, or enough was read and the next event was written by itself. */
async function readPage(
  ctx: ReadCtx,
  scope: AuditScope,
  wanted: Pick<PageRequest, "filter" | "after"> & {
    readonly isShown: IsShown;
    readonly take: (event: Event) => boolean;
  },
): Promise<PageEnd> {
  const { filter, after, isShown, take } = wanted;
  const span = {
    from: filter.from ?? 0,
    to: Math.min(filter.to ?? Number.MAX_SAFE_INTEGER, after?.occurredAt ?? Number.MAX_SAFE_INTEGER),
  };
  let last: Event | null = null;
  let lookedAt = 0;
  for await (const event of walk(ctx, scope, filter, span)) {
    if (!isAfter(after, event)) continue;
    if (lookedAt >= MAX_LOOKED_AT && last && !isSameTransaction(last, event))
      return { next: placeOf(last), lookedBackTo: last.occurredAt };
    lookedAt += 1;
    const isMeant = isInScope(scope, event) && meetsFilter(filter, event) && (await isShown(event));
    if (isMeant && !take(event)) return { next: last && placeOf(last), lookedBackTo: null };
    last = event;
  }
  return { next: null, lookedBackTo: null };
}

function placeOf({ occurredAt, sequence }: Event): AuditPlace {
  return { occurredAt, sequence };
}

type IsShown = (event: Event) => Promise<boolean>;
const everyEvent: IsShown = async () => true;

/**
 * The history of one thing: what happened to it, newest first, as far as the caller shows it. Where nothing of it is
 * shown the answer is that of a thing that does not exist: how far was looked would tell that there is something.
 */
export async function ofObject(
  ctx: ReadCtx,
  thing: Pick<AuditTarget, "type" | "id">,
  page: { readonly after: AuditPlace | null; readonly size: number },
  isShown: IsShown = everyEvent,
): Promise<EventPage> {
  const found = await pageOfEvents(
    ctx,
    { kind: "all" },
    { filter: { targetType: thing.type, targetId: thing.id }, ...page },
    isShown,
  );
  return found.events.length === 0 ? { events: [], next: null, lookedBackTo: null } : found;
}

/** The newest event about one thing: its place in the audit trail and its hash; null where nothing is hashed. */
export async function lastOfObject(
  ctx: ReadCtx,
  thing: Pick<AuditTarget, "type" | "id">,
  isShown: IsShown = everyEvent,
): Promise<Infer<typeof lastEventShape> | null> {
  const { events } = await ofObject(ctx, thing, { after: null, size: 1 }, isShown);
  const [last] = events;
  return last?.hash === undefined ? null : { sequence: last.sequence, hash: last.hash };
}

/** What a paper names, to be held against the audit trail later. */
export const lastEventShape = v.object({ sequence: v.number(), hash: v.string() });

/** Events shown of the transaction of one. */
const MAX_TOGETHER = 100;

/** What was written together with an event and lies in the scope, oldest first, the event among them. */
export async function writtenWith(ctx: ReadCtx, scope: AuditScope, event: Event): Promise<Event[]> {
  const atThatTime = await ctx.db
    .query("auditEvents")
    .withIndex("by_time", (q) => q.eq("occurredAt", event.occurredAt))
    .take(MAX_LOOKED_AT);
  return atThatTime.filter((one) => isSameTransaction(event, one) && isInScope(scope, one)).slice(0, MAX_TOGETHER);
}

/** How much of an event somebody may read who opens it: all, what happened but not from where, or nothing. */
export type Reach = "whole" | "withoutOrigin" | "nothing";

/**
 * How far a person's sight of one event goes: what lies in their scope, and what happened to access they are party to.
 */
export async function reachOf(ctx: ReadCtx, scope: AuditScope, event: Event): Promise<Reach> {
  if (isInScope(scope, event)) return "whole";
  return scope.kind === "some" && (await isPartyToGrant(ctx, scope.personId, event)) ? "withoutOrigin" : "nothing";
}

/** Whether an event tells of access that somebody asked for, holds, or owns the data domain of. */
async function isPartyToGrant(ctx: ReadCtx, personId: string, { action, targets }: Event): Promise<boolean> {
  const target = action.startsWith("grant.") ? targets.find(({ type }) => type === "grant") : undefined;
  const id = target && ctx.db.normalizeId("grants", target.id);
  const grant = id ? await ctx.db.get(id) : null;
  const request = grant && (await ctx.db.get(grant.requestId));
  if (!request) return false;
  const domain = request.domainKey === undefined ? null : await domainByKey(ctx, request.domainKey);
  return [grant.beneficiaryId, request.requesterId, request.beneficiaryId, ...(domain?.ownerIds ?? [])].some(
    (party) => party === personId,
  );
}
