/** Walking along the hash chain, a batch per transaction, so that nobody waits long for the writer. */

import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { Viewer } from "../../access/viewer";
import { hashOf } from "../../lib/hash";
import { endWalk, walk, WALK_START } from "./chain";
import { attributionOf, personActor, recordEvent } from "./model";
import { type ChainWalk, isStalled } from "./rules/chain";

/** Events checked per transaction. */
const BATCH = 500;

type Verification = Doc<"auditVerifications">;

/** Starts a walk up to the newest event, or joins the one that runs; one that died goes on from where it was. */
export async function startVerification(
  ctx: MutationCtx,
  viewer: Viewer,
  at: number,
): Promise<Id<"auditVerifications">> {
  const newest = await newestVerification(ctx);
  if (newest && newest.finishedAt === undefined) {
    const { _id, checkedSequence, untilSequence } = newest;
    if (!isStalled(newest, at)) return _id;
    // Asked for again meanwhile, it is not sent off twice.
    await ctx.db.patch(_id, { steppedAt: at });
    await sendOff(ctx, viewer, _id, { untilSequence, after: checkedSequence }, at);
    return _id;
  }
  const last = await ctx.db.query("auditEvents").withIndex("by_sequence").order("desc").first();
  const untilSequence = last?.sequence ?? 0;
  const id = await ctx.db.insert("auditVerifications", {
    ...WALK_START,
    startedAt: at,
    startedById: viewer.realPerson._id,
    untilSequence,
  });
  await sendOff(ctx, viewer, id, { untilSequence }, at);
  return id;
}

async function sendOff(
  ctx: MutationCtx,
  viewer: Viewer,
  id: Id<"auditVerifications">,
  context: { readonly untilSequence: number; readonly after?: number },
  at: number,
): Promise<void> {
  await recordEvent(ctx, {
    ...attributionOf(viewer),
    action: "audit.verificationStarted",
    targets: [{ type: "auditVerification", id }],
    context,
    occurredAt: at,
  });
  await ctx.scheduler.runAfter(0, internal.audit.internal.continueVerification, { verificationId: id });
}

/** Checks the next batch; the last one writes down what came of it. */
export async function continueVerification(
  ctx: MutationCtx,
  verificationId: Id<"auditVerifications">,
  at: number,
): Promise<void> {
  const before = await ctx.db.get(verificationId);
  if (!before || before.finishedAt !== undefined) return;
  const batch = await ctx.db
    .query("auditEvents")
    .withIndex("by_sequence", (q) => q.gt("sequence", before.checkedSequence).lte("sequence", before.untilSequence))
    .take(BATCH);
  let walked = progressOf(before);
  for (const event of batch) walked = walk(walked, event, { hashOf, proof: await proofOf(ctx, event) });
  // A removal proven after the walk began counts once the walk has come to its proof.
  const untilSequence = Math.max(before.untilSequence, walked.proofSequence ?? 0);
  const isOver = walked.broken !== undefined || (batch.length < BATCH && untilSequence === before.untilSequence);
  if (isOver) walked = endWalk(walked, untilSequence);
  await ctx.db.patch(verificationId, { ...walked, untilSequence, steppedAt: at, ...(isOver && { finishedAt: at }) });
  if (isOver) await recordResult(ctx, { ...before, ...walked }, at);
  else await ctx.scheduler.runAfter(0, internal.audit.internal.continueVerification, { verificationId });
}

/** The newest walk with the name of who started it. */
export async function latestVerification(ctx: Pick<QueryCtx, "db">) {
  const newest = await newestVerification(ctx);
  if (!newest) return null;
  const { _id, _creationTime, ...fields } = newest;
  const starter = await ctx.db.get(newest.startedById);
  return { ...fields, startedByName: starter ? personActor(starter).label : "Somebody who left" };
}

async function newestVerification(ctx: Pick<QueryCtx, "db">): Promise<Verification | null> {
  return await ctx.db.query("auditVerifications").withIndex("by_start").order("desc").first();
}

async function proofOf(
  ctx: Pick<QueryCtx, "db">,
  { removedBy }: Doc<"auditEvents">,
): Promise<Doc<"auditEvents"> | null> {
  if (removedBy === undefined) return null;
  return await ctx.db
    .query("auditEvents")
    .withIndex("by_sequence", (q) => q.eq("sequence", removedBy))
    .first();
}

function progressOf({
  checkedSequence,
  unhashed,
  checked,
  removed,
  proofSequence,
  unsealed,
  unproven,
  isNew,
  first,
  last,
  broken,
}: Verification): ChainWalk {
  return { checkedSequence, unhashed, checked, removed, proofSequence, unsealed, unproven, isNew, first, last, broken };
}

async function recordResult(
  ctx: MutationCtx,
  { _id, startedById, checked, unhashed, removed = 0, first, last, broken }: Verification,
  at: number,
): Promise<void> {
  const starter = await ctx.db.get(startedById);
  await recordEvent(ctx, {
    actor: starter ? personActor(starter) : { kind: "system", label: "Portal" },
    action: "audit.verified",
    targets: [{ type: "auditVerification", id: _id }],
    outcome: broken ? "failure" : "success",
    context: { checked, unhashed, removed, first: first ?? null, last: last ?? null, broken: broken ?? null },
    occurredAt: at,
  });
}
