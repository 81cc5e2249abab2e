/** Validators that several tables share. */

import { v, type GenericValidator, type Infer } from "convex/values";

/** Milliseconds since the epoch. */
export const timestamp = v.number();

/**
 * A field that a migration fills in the rows of older versions. The schema still takes rows without it, because a deploy
 * checks them before the migrations run; whoever reads or writes one after them finds it in every row (decision 21).
 */
export function filled<V extends GenericValidator>(field: V): V {
  return v.optional(field) as unknown as V;
}

/** A JSON object whose keys the portal does not know in advance: a form, a task's input or output. */
export const jsonObject = v.record(v.string(), v.any());

/** How much something matters to somebody. */
export const priority = v.union(v.literal("Low"), v.literal("Medium"), v.literal("High"), v.literal("Critical"));
export type Priority = Infer<typeof priority>;

/** A value, or null where the wire needs an explicit "none". */
export const nullableString = v.union(v.string(), v.null());

/** A time, or null. */
export const nullableTimestamp = v.union(timestamp, v.null());

/** What is wrong with a file that was uploaded, and where; without a row it is the whole file. */
export const sheetProblem = v.object({
  row: v.union(v.number(), v.null()),
  column: nullableString,
  message: v.string(),
});

/** What one row of such a file would do. */
export const plannedRow = v.object({
  row: v.number(),
  name: v.string(),
  /** What there is to say about it. */
  detail: nullableString,
  does: v.union(v.literal("create"), v.literal("change"), v.literal("nothing")),
  /** Which of its fields would change. */
  changes: nullableString,
});
