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

export const sensitivity = v.union(
  v.literal("public"),
  v.literal("internal"),
  v.literal("pii"),
  v.literal("restricted"),
);

/** What a domain may take from the one above it instead of saying it itself. */
export const inheritedField = v.union(
  v.literal("owners"),
  v.literal("deputies"),
  v.literal("experts"),
  v.literal("sensitivity"),
);
export type InheritedField = Infer<typeof inheritedField>;

export const dataDomain = v.object({
  key: v.string(),
  name: v.string(),
  description: v.string(),
  ownerIds: v.array(v.id("people")),
  deputyIds: v.array(v.id("people")),
  /** Business areas in the same places: whoever is in charge of one decides. */
  ownerAreaIds: v.optional(v.array(v.id("businessAreas"))),
  deputyAreaIds: v.optional(v.array(v.id("businessAreas"))),
  /** Who can be asked about the data; they decide nothing. */
  expertIds: v.optional(v.array(v.id("people"))),
  /** Data products made of it, by name. */
  products: v.optional(v.array(v.string())),
  /** The domain it is a part of. */
  parentId: v.optional(v.id("dataDomains")),
  /** What it takes from there, whatever is said there at the time. The rest is its own, also where it is empty. */
  inherits: v.optional(v.array(inheritedField)),
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
  sensitivity,
  status: domainStatus,
  /** Who saved it last. */
  changedById: v.optional(v.id("people")),
  /** Names the save that made it: sent again, it finds this one. */
  saveKey: v.optional(v.string()),
  updatedAt: timestamp,
});
export type DataDomain = Infer<typeof dataDomain>;

/** One line of the ordered list of name patterns: the first that matches a name says whose it is. */
export const namePattern = v.object({
  kind: v.union(v.literal("database"), v.literal("product")),
  pattern: v.string(),
  domainId: v.id("dataDomains"),
});

/** Names beside those the domains have, one in a line. */
export const givenNames = v.object({ database: v.string(), product: v.string() });

/** The list; the portal has one. */
const domainPatterns = v.object({
  patterns: v.array(namePattern),
  changedById: v.id("people"),
  updatedAt: timestamp,
});

export const domainTables = {
  domainPatterns: defineTable(domainPatterns),
  dataDomains: defineTable(dataDomain)
    .index("by_key", ["key"])
    .index("by_save_key", ["saveKey"])
    .index("by_status", ["status", "name"])
    .index("by_parent", ["parentId", "name"])
    .searchIndex("search_name", { searchField: "name", filterFields: ["status"] }),
};
