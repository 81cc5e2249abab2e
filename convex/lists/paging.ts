/** What every paged list is asked for, and what each of its pages says besides its rows. */

import { v } from "convex/values";
import { nullableString } from "../lib/validators";

/**
 * Which part of a list: 25, 50, 100 or 200 rows behind or before a cursor that an earlier page gave; without one, the
 * page of a number.
 */
export const placeArgs = {
  size: v.number(),
  after: v.optional(v.string()),
  before: v.optional(v.string()),
  page: v.optional(v.number()),
};

/** What every page says besides its rows. */
export const pageFields = {
  next: nullableString,
  previous: nullableString,
  /** The page is not full although there may be more: go on from `next`. */
  isCut: v.boolean(),
  /** False when a search found more than it looks at: its best matches are shown. */
  isWhole: v.boolean(),
  /** Why the page of a number has no rows, and the last one that can be opened by its number; null when it has some. */
  missing: v.union(v.null(), v.object({ why: v.union(v.literal("end"), v.literal("far")), last: v.number() })),
};
