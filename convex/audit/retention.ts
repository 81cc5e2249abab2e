/** Removing the contents of events whose class is kept no longer, a batch per transaction. */
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { recordEvent, SYSTEM, targetKey } from "./model";
import { AUDIT_CLASSES, parseRetention, type AuditClass, type Retention } from "./rules/keep";
import { classOf, isOver } from "./rules/retention";

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
export async function removeOld(ctx: MutationCtx, retention: Retention, at: number): Promise<{ removed: number; hasMore: boolean }> {
  let removed = 0;
  let hasMore = false;
  for (const auditClass of AUDIT_CLASSES.filter((each) => retention[each] !== undefined)) {
    const done = await removeOfClass(ctx, { auditClass, retention, at });
    removed += done.removed;
    hasMore ||= done.hasMore;
  }
  if (removed > 0) await recordEvent(ctx, { ...SYSTEM, action: "audit.contentsRemoved", targets: [], context: { removed }, occurredAt: at });
  return { removed, hasMore };
}

async function removeOfClass(ctx: MutationCtx, { auditClass, retention, at }: { auditClass: AuditClass; retention: Retention; at: number }): Promise<{ removed: number; hasMore: boolean }> {
  const place = await ctx.db.query("auditRemovals").withIndex("by_class", (q) => q.eq("auditClass", auditClass)).unique();
  const batch = await ctx.db.query("auditEvents").withIndex("by_sequence", (q) => q.gt("sequence", place?.throughSequence ?? 0)).take(BATCH);
  let through = place?.throughSequence ?? 0;
  let removed = 0;
  let isAtYoung = false;
  for (const event of batch) {
    if (classOf(event.action) === auditClass) {
      isAtYoung = !isOver(event, retention, at);
      if (isAtYoung) break;
      await removeContents(ctx, event, at);
      removed += 1;
    }
    through = event.sequence;
  }
  if (through !== (place?.throughSequence ?? 0)) {
    await (place ? ctx.db.patch(place._id, { throughSequence: through }) : ctx.db.insert("auditRemovals", { auditClass, throughSequence: through }));
  }
  return { removed, hasMore: !isAtYoung && batch.length === BATCH };
}

async function removeContents(ctx: MutationCtx, event: Doc<"auditEvents">, at: number): Promise<void> {
  const { _id, sequence, action, version, occurredAt, outcome, concern, hash } = event;
  for (const key of new Set(event.targets.map(targetKey))) {
    const entries = await ctx.db.query("auditTargets").withIndex("by_key", (q) => q.eq("key", key).eq("occurredAt", occurredAt)).take(MAX_ENTRIES);
    for (const entry of entries) if (entry.eventId === _id) await ctx.db.delete(entry._id);
  }
  await ctx.db.replace(_id, {
    sequence, action, version, occurredAt, outcome, concern, hash,
    actor: { kind: "system", label: "Removed" }, targets: [], context: {}, changes: [], removedAt: at,
  });
}
