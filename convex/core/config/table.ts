/** Options that are set while the portal runs: every value they ever had, as its own row. */

import { defineTable } from "convex/server";
import { v } from "convex/values";
import { timestamp } from "../../lib/validators";

const configVersion = v.object({
  key: v.string(),
  /** Counts from 1; 0 is what holds while nobody set it. */
  version: v.number(),
  value: v.number(),
  reason: v.string(),
  setAt: timestamp,
  /** Whoever set it, and whoever confirmed where that was needed. */
  byIds: v.array(v.id("people")),
});

export const configTables = {
  configVersions: defineTable(configVersion).index("by_key", ["key", "version"]),
};
