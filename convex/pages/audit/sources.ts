/**
 * Where the events of a filter are found, newest first: in the one index that narrows most, in one walk for each action
 * of a kind, or in several of the reader's scope side by side.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { targetKey } from "../../core/audit/model";
import type { AuditScope } from "../../core/audit/rules/concern";
import { isAfter, type AuditFilter } from "../../core/audit/rules/filter";
import { eventKindOf } from "../../core/audit/rules/kinds";
import type { AuditTarget } from "../../core/audit/table";

type ReadCtx = Pick<QueryCtx, "db">;
type Event = Doc<"auditEvents">;

/** Different actions a filter offers. */
const MAX_ACTIONS = 300;

/** Every event of a scope that the narrowest index for a filter leads to, newest first: the filter's rest is not tested. */
export async function* walk(ctx: ReadCtx, scope: AuditScope, filter: AuditFilter, span: Span): AsyncGenerator<Event> {
  yield* merged(await sourcesOf(ctx, scope, filter, span));
}

/** Every action that occurs in the audit trail: one look into the index for each. */
export async function actionsInAuditTrail(ctx: ReadCtx): Promise<string[]> {
  const actions: string[] = [];
  for (let last = ""; actions.length < MAX_ACTIONS;) {
    const found = await ctx.db
      .query("auditEvents")
      .withIndex("by_action", (q) => q.gt("action", last))
      .first();
    if (!found) break;
    actions.push(found.action);
    last = found.action;
  }
  return actions;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

type Source = AsyncIterable<Event>;

/** The indexes to walk: the one the filter narrows most, else all that make up the scope. */
async function sourcesOf(ctx: ReadCtx, scope: AuditScope, filter: AuditFilter, { from, to }: Span): Promise<Source[]> {
  const events = ctx.db.query("auditEvents");
  const { targetType, targetId, impersonator, outcome, actor, action, kind } = filter;
  if (targetType !== undefined && targetId !== undefined)
    return [eventsOf(ctx, { type: targetType, id: targetId }, { from, to })];
  if (impersonator !== undefined)
    return [
      events
        .withIndex("by_impersonator", (q) =>
          q
            .eq("impersonator.personId", impersonator as Id<"people">)
            .gte("occurredAt", from)
            .lte("occurredAt", to),
        )
        .order("desc"),
    ];
  // Nearly everything succeeds, so that success narrows nothing.
  if (outcome !== undefined && outcome !== "success")
    return [
      events
        .withIndex("by_outcome", (q) => q.eq("outcome", outcome).gte("occurredAt", from).lte("occurredAt", to))
        .order("desc"),
    ];
  if (actor !== undefined) return [byActor(ctx, actor, { from, to })];
  const byAction = (one: string): Source =>
    ctx.db
      .query("auditEvents")
      .withIndex("by_action", (q) => q.eq("action", one).gte("occurredAt", from).lte("occurredAt", to))
      .order("desc");
  if (action !== undefined) return [byAction(action)];
  if (kind !== undefined && scope.kind === "all")
    return (await actionsInAuditTrail(ctx)).filter((one) => eventKindOf(one) === kind).map(byAction);
  if (scope.kind === "all")
    return [events.withIndex("by_time", (q) => q.gte("occurredAt", from).lte("occurredAt", to)).order("desc")];
  return [
    ...scope.concerns.map((concern) =>
      ctx.db
        .query("auditEvents")
        .withIndex("by_concern", (q) => q.eq("concern", concern).gte("occurredAt", from).lte("occurredAt", to))
        .order("desc"),
    ),
    byActor(ctx, scope.personId, { from, to }),
  ];
}

function byActor(ctx: ReadCtx, actor: string, { from, to }: Span): Source {
  const personId = actor === "system" || actor === "visitor" ? undefined : (actor as Id<"people">);
  return ctx.db
    .query("auditEvents")
    .withIndex("by_actor", (q) => q.eq("actor.personId", personId).gte("occurredAt", from).lte("occurredAt", to))
    .order("desc");
}

async function* eventsOf(
  ctx: ReadCtx,
  thing: Pick<AuditTarget, "type" | "id">,
  { from, to }: Span,
): AsyncGenerator<Event> {
  const entries = ctx.db
    .query("auditTargets")
    .withIndex("by_key", (q) => q.eq("key", targetKey(thing)).gte("occurredAt", from).lte("occurredAt", to))
    .order("desc");
  for await (const { eventId } of entries) {
    const event = await ctx.db.get(eventId);
    if (event) yield event;
  }
}

/** Several newest-first walks as one; an event that lies on more than one of them comes once. */
async function* merged(sources: readonly Source[]): AsyncGenerator<Event> {
  const walks = sources.map((source) => source[Symbol.asyncIterator]());
  const heads = await Promise.all(walks.map((walk) => walk.next()));
  for (let given = -1; ;) {
    const newest = newestOf(heads);
    if (!newest) return;
    if (newest.event.sequence !== given) yield newest.event;
    given = newest.event.sequence;
    const walk = walks[newest.index];
    if (walk) heads[newest.index] = await walk.next();
  }
}

function newestOf(heads: readonly IteratorResult<Event>[]): { readonly index: number; readonly event: Event } | null {
  let newest: { readonly index: number; readonly event: Event } | null = null;
  for (const [index, head] of heads.entries()) {
    if (head.done !== true && (!newest || isAfter(head.value, newest.event))) newest = { index, event: head.value };
  }
  return newest;
}
