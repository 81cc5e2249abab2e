/** Writing the audit trail, always in the transaction of the change it tells about. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { Viewer } from "../../access/viewer";
import { HOUR_MS } from "../../lib/pure/time";
import { chained } from "./chain";
import { originOf, type WithMeta } from "./origin";
import { maskedObject, outcomeOf, type Change } from "./rules";
import { concernOf } from "./rules/concern";
import type { AuditActor, AuditConcern, AuditEventFields, AuditOrigin, AuditOutcome, AuditTarget } from "./table";

/** Who an event is attributed to: the actor, and whoever acted through them. */
export interface Attribution {
  readonly actor: AuditActor;
  readonly impersonator?: AuditActor;
}

/** By whom something is done, and when. */
export interface By extends Attribution {
  readonly at: number;
}

/** What something is done with: the transaction, when, and by whom. */
export interface Deed<Ctx = Pick<MutationCtx, "db" | "scheduler">> {
  readonly ctx: Ctx;
  readonly at: number;
  readonly by: Attribution;
}

/** What a caller says about an event; the rest is filled in. */
export interface EventInput extends Attribution {
  readonly action: string;
  readonly targets: readonly AuditTarget[];
  readonly changes?: readonly Change[];
  readonly context?: Readonly<Record<string, unknown>>;
  readonly outcome?: AuditOutcome;
  readonly occurredAt?: number;
  /** Whom it concerns beside the admins, when action and targets do not tell. */
  readonly concern?: AuditConcern;
  /**
   * What tells this event from others like it: written again under the same key, it is the same event. No personal
   * data.
   */
  readonly key?: string | undefined;
  /** Where it came from, when that is not the request that writes it. */
  readonly origin?: AuditOrigin;
}

/** Things of one event that have it in their history; further ones are in the event only. */
const MAX_HISTORIES = 20;

/** The portal itself: crons, the executor, the monitor's own timer. */
export const SYSTEM: Attribution = { actor: { kind: "system", label: "Portal" } };

/** The caller as an actor. On pages that stay the real person's, that is the real person alone. */
export function attributionOf(viewer: Viewer): Attribution {
  const sessionId = viewer.sessionId ?? undefined;
  const actor = personActor(viewer.person, sessionId);
  if (viewer.person._id === viewer.realPerson._id) return { actor };
  return { actor, impersonator: personActor(viewer.realPerson, sessionId) };
}

/** Who did something, as a notice about it begins: a person, or whoever acts through their eyes in their name. */
export function wordsOfActor({ actor, impersonator }: Attribution): string {
  return impersonator ? inNameOf(impersonator.label, actor.label) : actor.label;
}

/** Who did something, where they did it in somebody else's name. */
export function inNameOf(by: string, whose: string): string {
  return `${by} for ${whose}`;
}

/** A person as an actor. */
export function personActor(person: Doc<"people">, sessionId?: string): AuditActor {
  return { kind: "person", personId: person._id, label: `${person.firstName} ${person.lastName}`, sessionId };
}

/** Adds one event to the audit trail, to its chain, and to the history of each thing it is about. Returns its place. */
export async function recordEvent(ctx: Pick<MutationCtx, "db"> & WithMeta, input: EventInput): Promise<number> {
  const written =
    input.key === undefined
      ? null
      : await ctx.db
          .query("auditEvents")
          .withIndex("by_key", (q) => q.eq("key", input.key))
          .first();
  if (written) return written.sequence;
  const last = await ctx.db.query("auditEvents").withIndex("by_sequence").order("desc").first();
  const fields: AuditEventFields = {
    sequence: (last?.sequence ?? 0) + 1,
    action: input.action,
    version: 1,
    occurredAt: input.occurredAt ?? Date.now(),
    actor: input.actor,
    impersonator: input.impersonator,
    targets: [...input.targets],
    outcome: input.outcome ?? outcomeOf(input.action),
    context: maskedObject(input.context ?? {}),
    origin: input.origin ?? (await originOf(ctx)),
    changes: (input.changes ?? []).map((change) => ({ ...change })),
    concern: input.concern ?? concernOf(input.action, input.targets),
    key: input.key,
  };
  const eventId = await ctx.db.insert("auditEvents", chained(last?.hash, fields));
  const keys = new Set(input.targets.map(targetKey));
  for (const key of [...keys].slice(0, MAX_HISTORIES))
    await ctx.db.insert("auditTargets", { key, occurredAt: fields.occurredAt, eventId });
  return fields.sequence;
}

/** Under which key a thing's history is kept. */
export function targetKey({ type, id }: Pick<AuditTarget, "type" | "id">): string {
  return `${type}:${id}`;
}

/** Doings of one person that are looked through: nobody has as many within an hour. */
const MAX_DOINGS = 2000;

/** How often a person did one of these within the hour before, or another time, among the newest of what they did. */
export async function timesDone(
  ctx: Pick<QueryCtx, "db">,
  personId: Id<"people">,
  actions: readonly string[],
  at: number,
  withinMs = HOUR_MS,
): Promise<number> {
  const done = await ctx.db
    .query("auditEvents")
    .withIndex("by_actor", (q) =>
      q
        .eq("actor.personId", personId)
        .gt("occurredAt", at - withinMs)
        .lte("occurredAt", at),
    )
    .order("desc")
    .take(MAX_DOINGS);
  return done.filter(({ action }) => actions.includes(action)).length;
}

/** The newest events a person caused. */
export async function eventsByPerson(
  ctx: Pick<QueryCtx, "db">,
  person: Doc<"people">,
  limit: number,
): Promise<Doc<"auditEvents">[]> {
  return await ctx.db
    .query("auditEvents")
    .withIndex("by_actor", (q) => q.eq("actor.personId", person._id))
    .order("desc")
    .take(limit);
}
