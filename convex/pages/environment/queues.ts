/** How much work waits in each queue of the backend, and since when. Every count stops at a number. */

import { v, type Infer } from "convex/values";
import type { QueryCtx } from "../../_generated/server";
import { streamState } from "../../core/audit/stream";
import { nullableTimestamp, timestamp } from "../../lib/validators";

type ReadCtx = Pick<QueryCtx, "db">;

/** More than this is "1,000+": the exact number says nothing more. */
export const COUNTED = 1000;

/** What waits in one queue. */
const queueDepth = v.object({
  name: v.string(),
  waiting: v.number(),
  /** Whether there may be more than were counted. */
  isMore: v.boolean(),
  /** Since when the oldest is due, or when the next one will be; null when nothing waits. */
  firstAt: nullableTimestamp,
});

/** Every queue, and what the backend's clock said. */
export const depthsOfQueues = v.object({ readAt: timestamp, queues: v.array(queueDepth) });
type QueueDepths = Infer<typeof depthsOfQueues>;

/** Reads the depth of every queue, each counted up to a number. */
export async function readQueues(ctx: ReadCtx, now: number, counted = COUNTED): Promise<QueueDepths> {
  const mails = await ctx.db
    .query("mailOutbox")
    .withIndex("by_next_attempt", (q) => q.gt("nextAttemptAt", 0))
    .take(counted + 1);
  const notices = await ctx.db
    .query("notifications")
    .withIndex("by_mail_due", (q) => q.gt("mailDueAt", undefined))
    .take(counted + 1);
  const digests = await ctx.db
    .query("notifications")
    .withIndex("by_digest_due", (q) => q.gt("digestDueAt", undefined))
    .take(counted + 1);
  const tickets = await ctx.db
    .query("requestUploadTickets")
    .withIndex("by_age")
    .take(counted + 1);
  return {
    readAt: now,
    queues: [
      depthOf("Mails to send", counted, mails, mails[0]?.nextAttemptAt),
      depthOf("Notices to mail", counted, notices, notices[0]?.mailDueAt),
      depthOf("Notices for a digest", counted, digests, digests[0]?.digestDueAt),
      depthOf("Uploads under way", counted, tickets, tickets[0]?.createdAt),
      ...(await auditDepth(ctx, counted)),
    ],
  };
}

function depthOf(
  name: string,
  counted: number,
  rows: readonly unknown[],
  firstAt: number | undefined,
): Infer<typeof queueDepth> {
  return {
    name,
    waiting: Math.min(rows.length, counted),
    isMore: rows.length > counted,
    firstAt: firstAt ?? null,
  };
}

/** Events the collector outside was not sent yet; no queue where the trail is sent nowhere. */
async function auditDepth(ctx: ReadCtx, counted: number): Promise<Infer<typeof queueDepth>[]> {
  const stream = await streamState(ctx);
  if (!stream) return [];
  const events = await ctx.db
    .query("auditEvents")
    .withIndex("by_sequence", (q) => q.gt("sequence", stream.sentSequence))
    .take(counted + 1);
  return [depthOf("Audit events to stream", counted, events, events[0]?.occurredAt)];
}
