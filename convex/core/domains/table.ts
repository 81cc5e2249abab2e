/** Data domains: parts of the data with owners who decide about them. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { filled, timestamp } from "../../lib/validators";

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

/** What a domain is there for: data as its source has it, brought together from several, or made for those who use it. */
export const domainType = v.union(v.literal("source"), v.literal("aggregate"), v.literal("consumer"));
export type DomainType = Infer<typeof domainType>;

/** What a domain may take from the one above it instead of saying it itself. */
export const inheritedField = v.union(
  v.literal("owners"),
  v.literal("deputies"),
  v.literal("experts"),
  v.literal("sensitivity"),
);
export type InheritedField = Infer<typeof inheritedField>;

/** What the catalogue can say in place of the domain. Who decides is never said outside the portal. */
export const catalogueField = v.union(v.literal("description"), v.literal("experts"));
export type CatalogueField = Infer<typeof catalogueField>;

/** The domain of the catalogue it is linked to, and the fields that one leads; the rest is the portal's own. */
export const catalogueLink = v.object({ fullName: v.string(), leads: v.array(catalogueField) });

export const dataDomain = v.object({
  key: v.string(),
  name: v.string(),
  description: v.string(),
  /** Absent where nobody has said it. */
  type: v.optional(domainType),
  ownerIds: v.array(v.id("people")),
  deputyIds: v.array(v.id("people")),
  /** Business areas in the same places: whoever is in charge of one decides. */
  ownerAreaIds: filled(v.array(v.id("businessAreas"))),
  deputyAreaIds: filled(v.array(v.id("businessAreas"))),
  /** Who can be asked about the data; they decide nothing. */
  expertIds: filled(v.array(v.id("people"))),
  /** Data products made of it, by name. */
  products: filled(v.array(v.string())),
  /** The domain it is a part of. */
  parentId: v.optional(v.id("dataDomains")),
  /** What it takes from there, whatever is said there at the time. The rest is its own, also where it is empty. */
  inherits: filled(v.array(inheritedField)),
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
  catalogue: v.optional(catalogueLink),
  /** Who saved it last. */
  changedById: v.optional(v.id("people")),
  /** Names the save that made it: sent again, it finds this one. */
  saveKey: v.optional(v.string()),
  updatedAt: timestamp,
});
export type DataDomain = Infer<typeof dataDomain>;

/** The lists of a domain of which nothing more is said than who decides. */
export const NOTHING_MORE = {
  ownerAreaIds: [],
  deputyAreaIds: [],
  expertIds: [],
  products: [],
  inherits: [],
} satisfies Partial<DataDomain>;

/** One line of the ordered list of name patterns: the first that matches a name says whose it is. */
export const namePattern = v.object({
  kind: v.union(v.literal("database"), v.literal("product")),
  pattern: v.string(),
  domainId: v.id("dataDomains"),
  /** Whether other domains keep the name beside that one, which is then its primary. */
  isShared: v.optional(v.boolean()),
});

/** Names beside those the domains have, one in a line. */
export const givenNames = v.object({ database: v.string(), product: v.string() });

/** The list; the portal has one. */
const domainPatterns = v.object({
  patterns: v.array(namePattern),
  changedById: v.id("people"),
  updatedAt: timestamp,
});

/** Somebody as the catalogue names them, and who that is here. */
const cataloguePerson = v.object({ name: v.string(), personId: v.optional(v.id("people")) });

/** What a reading found. */
export const catalogueRead = v.object({
  at: timestamp,
  description: v.string(),
  owners: v.array(cataloguePerson),
  experts: v.array(cataloguePerson),
});
/** Why a reading found nothing. */
export const catalogueFailure = v.object({ at: timestamp, message: v.string() });

/** What was read last of the domain a data domain is linked to; one row per link. */
const catalogueReading = v.object({
  domainId: v.id("dataDomains"),
  /** When the last reading began: it names the reading, so that a late answer is not taken for a newer one. */
  startedAt: timestamp,
  /** Whether its answer is still to come. */
  isOpen: v.boolean(),
  /** The last one that succeeded. */
  read: v.optional(catalogueRead),
  /** Why the last one did not. */
  failure: v.optional(catalogueFailure),
});

/** What the models of dbt said about owners, as the file that would assign them. */
export const ownersRead = v.object({
  at: timestamp,
  total: v.number(),
  text: v.string(),
  /** Who would own a domain beside those who do. */
  added: v.array(v.object({ domain: v.string(), owners: v.array(v.string()) })),
  /** What of it is not in the file, and why; how many more there are. */
  leftOut: v.array(v.object({ what: v.string(), why: v.string() })),
  more: v.number(),
});

/** The last reading of owners from dbt. One row. */
const ownersReading = v.object({
  /** When the last reading began; it names the reading. */
  startedAt: timestamp,
  isOpen: v.boolean(),
  read: v.optional(ownersRead),
  failure: v.optional(catalogueFailure),
});

export const domainTables = {
  ownerReadings: defineTable(ownersReading),
  catalogueReadings: defineTable(catalogueReading).index("by_domain", ["domainId"]).index("by_started", ["startedAt"]),
  domainPatterns: defineTable(domainPatterns),
  dataDomains: defineTable(dataDomain)
    .index("by_key", ["key"])
    .index("by_save_key", ["saveKey"])
    .index("by_status", ["status", "name"])
    .index("by_parent", ["parentId", "name"])
    .searchIndex("search_name", { searchField: "name", filterFields: ["status"] }),
};
