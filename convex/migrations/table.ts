/** How far the migrations of documents are: a row for each that was begun. */

import { defineTable } from "convex/server";
import { v } from "convex/values";
import { timestamp } from "../lib/validators";

export const migrationTables = {
  migrations: defineTable({
    number: v.number(),
    name: v.string(),
    /** Where the next batch begins; null before the first one. */
    cursor: v.union(v.string(), v.null()),
    /** Documents it changed so far. */
    changed: v.number(),
    startedAt: timestamp,
    completedAt: v.optional(timestamp),
  }).index("by_number", ["number"]),
};
