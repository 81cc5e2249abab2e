/**
 * How many events lie in each stretch of time. They are counted one by one, part by part, as many at a time as a page
 * looks at. A trail too long for that, of which nothing is narrowed, can be told by the places of its events:
 * sequences have no gaps, so that between the first events of two stretches lies a number of events.
 */

import type { QueryCtx } from "../../_generated/server";
import { type AuditScope, isInScope } from "../../core/audit/rules/concern";
import { type AuditFilter, type AuditPlace, isAfter, meetsFilter } from "../../core/audit/rules/filter";
import { refuse } from "../../lib/errors";
import { areStarts, bucketOf } from "../../lib/pure/buckets";
import { MAX_LOOKED_AT } from "./reading";
import { walk } from "./sources";

/** Events looked at for where a stretch begins: one that was written late has a place far behind its neighbours. */
const NEIGHBOURS = 8;

/** A part of a histogram's numbers, and where the next part begins; null when all was counted. */
export interface HistogramPart {
  readonly counts: number[];
  readonly next: AuditPlace | null;
}

/** What is counted: the events of a filter from the first stretch on, the newest first, behind a place. */
export interface HistogramWish {
  readonly filter: Omit<AuditFilter, "from" | "to">;
  readonly starts: readonly number[];
  readonly after: AuditPlace | null;
}

/** Counts a part of the events in a scope. The last stretch does not end. */
export async function histogramPart(
  ctx: Pick<QueryCtx, "db">,
  scope: AuditScope,
  { filter, starts, after }: HistogramWish,
): Promise<HistogramPart> {
  const span = { from: firstOf(starts), to: after?.occurredAt ?? Number.MAX_SAFE_INTEGER };
  const counts = starts.map(() => 0);
  let lookedAt = 0;
  let last: AuditPlace | null = null;
  for await (const event of walk(ctx, scope, filter, span)) {
    if (!isAfter(after, event)) continue;
    if (lookedAt >= MAX_LOOKED_AT) return { counts, next: last };
    lookedAt += 1;
    last = { occurredAt: event.occurredAt, sequence: event.sequence };
    if (!isInScope(scope, event) || !meetsFilter(filter, event)) continue;
    const bucket = bucketOf(starts, event.occurredAt);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return { counts, next: null };
}

/** About how many events of the whole trail lie in each stretch; null for whoever does not see all of it. */
export async function histogramByPlaces(
  ctx: Pick<QueryCtx, "db">,
  scope: AuditScope,
  starts: readonly number[],
): Promise<number[] | null> {
  firstOf(starts);
  return scope.kind === "all" ? await byPlaces(ctx, starts) : null;
}

function firstOf(starts: readonly number[]): number {
  const [first] = starts;
  return first !== undefined && areStarts(starts)
    ? first
    : refuse({ code: "invalid-input", message: "The stretches of time have to follow each other." });
}

async function byPlaces(ctx: Pick<QueryCtx, "db">, starts: readonly number[]): Promise<number[]> {
  const newest = await ctx.db.query("auditEvents").withIndex("by_sequence").order("desc").first();
  const end = (newest?.sequence ?? 0) + 1;
  const places: number[] = [];
  for (const start of starts) {
    const found = await ctx.db
      .query("auditEvents")
      .withIndex("by_time", (q) => q.gte("occurredAt", start))
      .take(NEIGHBOURS);
    places.push(Math.min(end, ...found.map(({ sequence }) => sequence)));
  }
  return places.map((place, index) => Math.max(0, (places[index + 1] ?? end) - place));
}
