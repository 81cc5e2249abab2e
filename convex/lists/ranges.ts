/** Index ranges of the tables that have queues as sources of pages. */

import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import type { QueueSort } from "../core/shared/table";
import type { Bounds, PlaceKey, PlaceValue, Source } from "./streams";

/** The document of each table that has a queue. */
interface Rows {
  readonly requests: Doc<"requests">;
  readonly requestTasks: Doc<"requestTasks">;
  readonly people: Doc<"people">;
  readonly taskMonitorLogTasks: Doc<"taskMonitorLogTasks">;
  readonly tickets: Doc<"tickets">;
}
type QueueTable = keyof Rows;
type Row<T extends QueueTable> = Rows[T];

/** One index range: equalities on the index's leading fields, then the field the list is sorted by. */
export interface Range {
  readonly index: string;
  readonly equal: readonly (readonly [field: string, value: string | number | boolean | undefined])[];
  readonly field: string;
  readonly bounds?: Bounds;
}

// The builder of an index range without the types of one particular index: the index is chosen at run
// time, and the engine checks field by field that the range fits it.
interface LooseRange {
  eq(field: string, value: unknown): LooseRange;
  gt(field: string, value: unknown): LooseRange;
  gte(field: string, value: unknown): LooseRange;
  lt(field: string, value: unknown): LooseRange;
}

/** A source that reads one range, forwards or backwards, from its edge or from behind a key. */
export function rangeSource<T extends QueueTable>(ctx: Pick<QueryCtx, "db">, table: T, range: Range): Source<Row<T>> {
  const isMissing = range.bounds?.isMissing === true;
  return {
    isMissing,
    read: async function* (order, after) {
      for (const narrow of narrowings(range, order, after)) {
        yield* readRange(ctx, table, range.index, order, (q) => narrow(prefix(q, range)));
      }
    },
  };
}

function prefix(q: LooseRange, { equal }: Range): LooseRange {
  return equal.reduce((so, [field, value]) => so.eq(field, value), q);
}

/**
 * The parts a range is read in. Behind a key it is two: the younger (or older) documents of the same
 * value, then all beyond that value.
 */
function narrowings(range: Range, order: "asc" | "desc", after: PlaceKey | null): ((q: LooseRange) => LooseRange)[] {
  const { field, bounds = {} } = range;
  const behind = (q: LooseRange, name: string, value: PlaceValue): LooseRange =>
    order === "asc" ? q.gt(name, value) : q.lt(name, value);
  if (bounds.isMissing) {
    return [
      (q) => (after === null ? q.eq(field, undefined) : behind(q.eq(field, undefined), "_creationTime", after.created)),
    ];
  }
  const { value } = after ?? { value: null };
  if (after === null || value === null) return [(q) => bounded(q, field, bounds)];
  const isInside =
    typeof value === "string" ||
    ((bounds.from === undefined || value >= bounds.from) && (bounds.before === undefined || value < bounds.before));
  const sameValue = (q: LooseRange): LooseRange => behind(q.eq(field, value), "_creationTime", after.created);
  const beyond = (q: LooseRange): LooseRange => beyondValue(q, field, { bounds, order, value });
  return isInside ? [sameValue, beyond] : [beyond];
}

function beyondValue(
  q: LooseRange,
  field: string,
  { bounds, order, value }: { bounds: Bounds; order: "asc" | "desc"; value: PlaceValue },
): LooseRange {
  // Only numbers are bounded.
  if (typeof value === "string") return order === "asc" ? q.gt(field, value) : q.gt(field, undefined).lt(field, value);
  if (order === "desc") {
    const before = Math.min(value, bounds.before ?? value);
    return bounded(q, field, { ...bounds, before });
  }
  const above = bounds.from !== undefined && bounds.from > value ? q.gte(field, bounds.from) : q.gt(field, value);
  return bounds.before === undefined ? above : above.lt(field, bounds.before);
}

/** Within the bounds, and never a document without a value: a missing value sorts before all others. */
function bounded(q: LooseRange, field: string, { from, before }: Bounds): LooseRange {
  const above = from === undefined ? q.gt(field, undefined) : q.gte(field, from);
  return before === undefined ? above : above.lt(field, before);
}

function readRange<T extends QueueTable>(
  ctx: Pick<QueryCtx, "db">,
  table: T,
  index: string,
  order: "asc" | "desc",
  narrow: (q: LooseRange) => LooseRange,
): AsyncIterable<Row<T>> {
  const build = (q: unknown): unknown => narrow(q as LooseRange);
  // For the reason given at LooseRange: the index is chosen when it runs, and the engine checks that the range fits it.
  return ctx.db
    .query(table)
    .withIndex(index as never, build as never)
    .order(order) as unknown as AsyncIterable<Row<T>>;
}

/** A part of a filter that leads an index, and the index by what it is sorted by. */
export interface Lead {
  readonly values: readonly (readonly [field: string, value: string | boolean])[];
  readonly created: string;
  readonly updated?: string;
}

/** What of a question to a queue says which ranges answer it, beside its statuses. */
interface QueueQuestion {
  readonly filter: { readonly from?: number; readonly before?: number; readonly isOverdue?: true };
  readonly now: number;
}

/** Which values lead which index, sorted by which field. */
export interface RangeWish {
  readonly values: Lead["values"] | null;
  readonly index: string;
  readonly field: string;
}

/** The indexes of a queue, as one question uses them: `rangesOf` makes a range of each of its statuses. */
export interface QueueIndexes {
  readonly lead: Lead | null;
  readonly due: { readonly index: string; readonly field: string };
  readonly rangesOf: (wish: RangeWish) => Range[];
}

/** The ranges that hold what was asked in the order asked for, or null when no index has both. */
export function directRanges(question: QueueQuestion, sort: QueueSort, queue: QueueIndexes): Range[] | null {
  const { filter } = question;
  const { lead, rangesOf } = queue;
  // A due date in the past says more than the order: what is overdue is always a small set.
  if (sort === "newest" || sort === "oldest") return filter.isOverdue ? null : createdRanges(question, queue);
  const hasDates = filter.from !== undefined || filter.before !== undefined;
  if (sort === "due") return lead || hasDates ? null : orderRanges(question, sort, queue);
  const index = lead ? lead.updated : "queue_updated";
  if (index === undefined || hasDates || filter.isOverdue) return null;
  return rangesOf({ values: lead?.values ?? null, index, field: "updatedAt" });
}

/** The ranges of what leads, by the time it was made. */
export function createdRanges({ filter: { from, before } }: QueueQuestion, { lead, rangesOf }: QueueIndexes): Range[] {
  const index = lead?.created ?? "queue_created";
  return rangesOf({ values: lead?.values ?? null, index, field: "createdAt" }).map((range) => ({
    ...range,
    bounds: { from, before },
  }));
}

/** The order's own index; whatever else the filter says is left to the matcher. */
export function orderRanges(question: QueueQuestion, sort: QueueSort, queue: QueueIndexes): Range[] {
  if (sort === "newest" || sort === "oldest") return createdRanges(question, queue);
  if (sort === "updated") return queue.rangesOf({ values: null, index: "queue_updated", field: "updatedAt" });
  const ranges = queue.rangesOf({ values: null, ...queue.due });
  if (question.filter.isOverdue) return ranges.map((range) => ({ ...range, bounds: { before: question.now } }));
  return [...ranges, ...ranges.map((range) => ({ ...range, bounds: { isMissing: true as const } }))];
}
