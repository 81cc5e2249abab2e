/**
 * How many requests came and went, and how long the open ones have been there: counted from three index ranges that
 * together hold every request created or closed in the time asked for, up to a limit.
 */

import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isInSight, type Overseer } from "../core/shared/rules/queues";
import { refuse } from "../lib/errors";
import { areStarts, bucketOf } from "../lib/pure/buckets";

type Request = Doc<"requests">;

/** Requests looked at per range. */
export const MAX_COUNTED = 4_000;

/** What a flow is counted by: the beginnings of stretches, the earliest first. The last of each does not end. */
export interface FlowWish {
  readonly weeks: readonly number[];
  /** What is older than the first lies before it. */
  readonly ages: readonly number[];
}

/** Created and closed per week, and the open ones by age. */
export interface RequestFlow {
  readonly weeks: { created: number; closed: number }[];
  /** One more than was asked for: the first is what is older than all. */
  readonly ages: number[];
  /** False when there was more than is looked at: then the newest were counted. */
  readonly isWhole: boolean;
}

/** The flow of the requests in somebody's sight. */
export async function requestFlow(
  ctx: Pick<QueryCtx, "db">,
  viewer: Overseer,
  { weeks, ages }: FlowWish,
): Promise<RequestFlow> {
  const [first] = weeks;
  if (first === undefined || !areStarts(weeks) || !areStarts(ages))
    return refuse({ code: "invalid-input", message: "The stretches of time have to follow each other." });
  const ranges = [await openOnes(ctx), await endedSince(ctx, first), await archivedSince(ctx, first)];
  const seen = ranges.flat().filter((request) => isInSight(viewer, request));
  const flow: RequestFlow = {
    weeks: weeks.map(() => ({ created: 0, closed: 0 })),
    ages: Array.from({ length: ages.length + 1 }, () => 0),
    isWhole: ranges.every(({ length }) => length < MAX_COUNTED),
  };
  for (const { createdAt, endedAt, isOpen } of seen) {
    const created = flow.weeks[bucketOf(weeks, createdAt)];
    if (created) created.created += 1;
    const closed = endedAt === undefined ? undefined : flow.weeks[bucketOf(weeks, endedAt)];
    if (closed) closed.closed += 1;
    const age = bucketOf(ages, createdAt) + 1;
    if (isOpen) flow.ages[age] = (flow.ages[age] ?? 0) + 1;
  }
  return flow;
}

async function openOnes(ctx: Pick<QueryCtx, "db">): Promise<Request[]> {
  return await ctx.db
    .query("requests")
    .withIndex("by_open", (q) => q.eq("isOpen", true))
    .order("desc")
    .take(MAX_COUNTED);
}

async function endedSince(ctx: Pick<QueryCtx, "db">, since: number): Promise<Request[]> {
  return await ctx.db
    .query("requests")
    .withIndex("by_archived", (q) => q.eq("archivedAt", undefined).gte("endedAt", since))
    .order("desc")
    .take(MAX_COUNTED);
}

/** What was archived after it ended; a request that ended since then was archived since then. */
async function archivedSince(ctx: Pick<QueryCtx, "db">, since: number): Promise<Request[]> {
  return await ctx.db
    .query("requests")
    .withIndex("by_archived", (q) => q.gte("archivedAt", since))
    .order("desc")
    .take(MAX_COUNTED);
}
