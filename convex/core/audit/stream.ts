/**
 * Sending the audit trail on to a collector outside (a SIEM). The portal's server reads the next events here, sends
 * them, and reports how that ended. Where it has come is kept in the database, so nothing is skipped after a
 * restart; a batch whose report was lost is sent again, and its sequences tell the collector.
 */

import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

/** Events of one batch. */
const BATCH = 200;
const MAX_ERROR_LENGTH = 300;

/** The next events to send, oldest first, as they stand in the audit trail; empty when all were sent. */
export async function nextEvents(
  ctx: Pick<QueryCtx, "db">,
): Promise<Omit<Doc<"auditEvents">, "_id" | "_creationTime">[]> {
  const sent = (await streamOf(ctx))?.sentSequence ?? 0;
  const events = await ctx.db
    .query("auditEvents")
    .withIndex("by_sequence", (q) => q.gt("sequence", sent))
    .take(BATCH);
  return events.map(({ _id, _creationTime, ...fields }) => fields);
}

/** Notes that everything up to a sequence arrived. An older report never takes the stream back. */
export async function noteSent(ctx: MutationCtx, sequence: number, at: number): Promise<void> {
  const stream = await streamOf(ctx);
  const fields = {
    sentSequence: Math.max(sequence, stream?.sentSequence ?? 0),
    sentAt: at,
    failedSince: undefined,
    error: undefined,
  };
  await (stream ? ctx.db.patch(stream._id, fields) : ctx.db.insert("auditStreams", fields));
}

/** Notes that the collector did not take a batch, and why. */
export async function noteFailure(ctx: MutationCtx, error: string, at: number): Promise<void> {
  const stream = await streamOf(ctx);
  const fields = { failedSince: stream?.failedSince ?? at, error: error.slice(0, MAX_ERROR_LENGTH) };
  await (stream ? ctx.db.patch(stream._id, fields) : ctx.db.insert("auditStreams", { sentSequence: 0, ...fields }));
}

/** How far the stream has come, and what stops it; null where the audit trail is not sent anywhere. */
export async function streamState(
  ctx: Pick<QueryCtx, "db">,
): Promise<{ sentSequence: number; sentAt: number | null; failedSince: number | null; error: string | null } | null> {
  const stream = await streamOf(ctx);
  if (!stream) return null;
  const { sentSequence, sentAt = null, failedSince = null, error = null } = stream;
  return { sentSequence, sentAt, failedSince, error };
}

async function streamOf(ctx: Pick<QueryCtx, "db">): Promise<Doc<"auditStreams"> | null> {
  return await ctx.db.query("auditStreams").first();
}
