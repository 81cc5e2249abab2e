/** Tables that belong to no slice. */

import { defineTable } from "convex/server";
import { v } from "convex/values";

export const libTables = {
  /** Running numbers, one row per name: the 142 of REQ-142. */
  counters: defineTable({ name: v.string(), value: v.number() }).index("by_name", ["name"]),
};
