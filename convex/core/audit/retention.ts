/**
 * Removing the contents of events whose class is kept no longer, a batch per transaction, each proven by an event that
 * names them.
 */

import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { hashOf } from "../../lib/hash";
import { recordEvent, SYSTEM, targetKey } from "./model";
import { keptText } from "./rules/chain";
import { AUDIT_CLASSES, parseRetention, type AuditClass, type Retention } from "./rules/keep";
import { CHAIN_SEALED, CONTENTS_REMOVED, EMPTY, isEmptied, isProof, isSealed, namesOf } from "./rules/removal";
import { classOf, isOver } from "./rules/retention";
import type { AuditEventFields } from "./table";

type Event = Doc<"auditEvents">;

/** Events looked at per class and transaction. */
const BATCH = 200;
/** More entries than one thing ever has at one instant. */
const MAX_ENTRIES = 100;

/** What this installation keeps, as its environment says; what cannot be read removes nothing. */
export function installedRetention(): Retention {
  const read = parseRetention(process.env["AUDIT_KEEP"] ?? "");
  return read.ok ? read.retention : {};
}

/** Removes what is over in the next batch of each class; says whether there may be more. */
export async function removeOld(
  ctx: MutationCtx,
  retention: Retention,
  at: number,
): Promise<{ removed: number; hasMore: boolean }> {
  const over: Event[] = [];
  let hasMore = false;
  for (const auditClass of AUDIT_CLASSES.filter((each) => retention[each] !== undefined)) {
    const found = await nextOfClass(ctx, { auditClass, retention, at });
    over.push(...found.over);
    hasMore ||= found.hasMore;
  }
  await removeContents(ctx, over, at);
  return { removed: over.length, hasMore };
}

async function nextOfClass(
  ctx: MutationCtx,
  { auditClass, retention, at }: { auditClass: AuditClass; retention: Retention; at: number },
): Promise<{ over: Event[]; hasMore: boolean }> {
  const place = await ctx.db
    .query("auditRemovals")
    .withIndex("by_class", (q) => q.eq("auditClass", auditClass))
    .unique();
  const batch = await ctx.db
    .query("auditEvents")
    .withIndex("by_sequence", (q) => q.gt("sequence", place?.throughSequence ?? 0))
    .take(BATCH);
  let through = place?.throughSequence ?? 0;
  const over: Event[] = [];
  let isAtYoung = false;
  for (const event of batch) {
    if (classOf(event.action) === auditClass && event.removedAt === undefined && !isProof(event.action)) {
      isAtYoung = !isOver(event, retention, at);
      if (isAtYoung) break;
      over.push(event);
    }
    through = event.sequence;
  }
  if (through !== (place?.throughSequence ?? 0)) {
    await (place
      ? ctx.db.patch(place._id, { throughSequence: through })
      : ctx.db.insert("auditRemovals", { auditClass, throughSequence: through }));
  }
  return { over, hasMore: !isAtYoung && batch.length === BATCH };
}

/** Empties events and writes the event that proves it. */
async function removeContents(ctx: MutationCtx, events: readonly Event[], at: number): Promise<void> {
  if (events.length === 0) return;
  const emptied = events.map((event) => ({ event, left: leftOf(event, at) }));
  const names = namesOf(emptied.map(({ left }) => ({ sequence: left.sequence, kept: keptDigest(left) })));
  const proof = await recordEvent(ctx, {
    ...SYSTEM,
    action: CONTENTS_REMOVED,
    targets: [],
    context: { removed: events.length, ...names },
    occurredAt: at,
  });
  for (const { event, left } of emptied) {
    await leaveHistories(ctx, event);
    await ctx.db.replace(event._id, { ...left, removedBy: proof });
  }
}

/** What stays of an event: everything the chain needs, and nobody's data. */
function leftOf(
  { sequence, action, version, occurredAt, outcome, concern, key, hash, hashVersion, contentHash }: Event,
  at: number,
): AuditEventFields {
  return {
    sequence,
    action,
    version,
    occurredAt,
    outcome,
    concern,
    key,
    hash,
    hashVersion,
    contentHash,
    ...structuredClone(EMPTY),
    targets: [],
    changes: [],
    removedAt: at,
  };
}

/** Of an event of version 1, what can be known of it later; the chain itself knows newer ones. */
function keptDigest(left: AuditEventFields): string | null {
  return left.hashVersion === undefined ? hashOf(keptText(left)) : null;
}

async function leaveHistories(ctx: MutationCtx, { _id, targets, occurredAt }: Event): Promise<void> {
  for (const key of new Set(targets.map(targetKey))) {
    const entries = await ctx.db
      .query("auditTargets")
      .withIndex("by_key", (q) => q.eq("key", key).eq("occurredAt", occurredAt))
      .take(MAX_ENTRIES);
    for (const entry of entries) if (entry.eventId === _id) await ctx.db.delete(entry._id);
  }
}

/** Events of version 1 looked at per transaction. */
const SEAL_BATCH = 1_000;

/**
 * Names what was removed of a chain of version 1 before removals were proven, once; `null` when there is nothing
 * left to do. From then on such an event cannot be changed unseen either.
 */
export async function sealNext(ctx: MutationCtx, after: number): Promise<number | null> {
  if (after === 0 && !(await needsSeal(ctx))) return null;
  const batch = await ctx.db
    .query("auditEvents")
    .withIndex("by_sequence", (q) => q.gt("sequence", after))
    .take(SEAL_BATCH);
  const old = batch.filter(({ hashVersion }) => hashVersion === undefined);
  // One that holds contents although it says they are gone is not named: a check then finds it.
  const unnamed = old.filter(
    (event) => event.removedAt !== undefined && event.removedBy === undefined && isEmptied(event),
  );
  const isComplete = old.length < SEAL_BATCH;
  if (unnamed.length > 0 || isComplete) {
    const names = namesOf(unnamed.map((event) => ({ sequence: event.sequence, kept: hashOf(keptText(event)) })));
    const proof = await recordEvent(ctx, {
      ...SYSTEM,
      action: CHAIN_SEALED,
      targets: [],
      context: { ...names, isComplete },
    });
    for (const { _id } of unnamed) await ctx.db.patch(_id, { removedBy: proof });
  }
  return isComplete ? null : (old.at(-1)?.sequence ?? null);
}

async function needsSeal(ctx: MutationCtx): Promise<boolean> {
  const first = await ctx.db.query("auditEvents").withIndex("by_sequence").first();
  if (!first || first.hashVersion !== undefined) return false;
  const newest = await ctx.db
    .query("auditEvents")
    .withIndex("by_action", (q) => q.eq("action", CHAIN_SEALED))
    .order("desc")
    .first();
  return !newest || !isSealed(newest);
}
