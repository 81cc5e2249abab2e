/** Data domains: parts of the data with owners who decide about them. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { timestamp } from "../../lib/validators";

export const domainStatus = v.union(
  v.literal("draft"),
  v.literal("inReview"),
  v.literal("active"),
  v.literal("deprecated"),
  v.literal("archived"),
);

export const dataDomain = v.object({
  key: v.string(),
  name: v.string(),
  description: v.string(),
  ownerIds: v.array(v.id("people")),
  deputyIds: v.array(v.id("people")),
  /** Snowflake databases that belong to it. */
  databases: v.array(v.string()),
  /**
   * Roles in Snowflake that can be asked for, with what they open. Where nothing is said, it is the production data.
   */
  roles: v.array(
    v.object({
      name: v.string(),
      description: v.string(),
      level: v.union(v.literal("read"), v.literal("write")),
      environment: v.optional(v.union(v.literal("production"), v.literal("test"))),
    }),
  ),
  sensitivity: v.union(v.literal("public"), v.literal("internal"), v.literal("pii"), v.literal("restricted")),
  status: domainStatus,
  /** Who saved it last: a draft is activated by somebody else. */
  changedById: v.optional(v.id("people")),
  /** Names the save that made it: sent again, it finds this one. */
  saveKey: v.optional(v.string()),
  updatedAt: timestamp,
});
export type DataDomain = Infer<typeof dataDomain>;

export const domainTables = {
  dataDomains: defineTable(dataDomain)
    .index("by_key", ["key"])
    .index("by_save_key", ["saveKey"])
    .index("by_status", ["status", "name"])
    .searchIndex("search_name", { searchField: "name", filterFields: ["status"] }),
};
