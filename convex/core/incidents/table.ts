/** Incidents of support: one matter behind many tickets, and what support says of it to everybody. */

import { defineTable } from "convex/server";
import { v, type Infer } from "convex/values";
import { nullableString, timestamp } from "../../lib/validators";

/** What an incident begins with, what is said meanwhile, and the word it ends with. */
export const incidentWordKind = v.union(v.literal("known"), v.literal("update"), v.literal("ended"));

/** A title an incident had, until somebody corrected it. */
const formerTitle = v.object({ title: v.string(), until: timestamp, byId: v.id("people") });

/** An incident as everybody reads it who may write a ticket: nothing of the tickets that are part of it (S13). */
export const publicIncident = v.object({
  key: v.string(),
  title: v.string(),
  declaredAt: timestamp,
  lastWord: v.string(),
  lastWordAt: timestamp,
  /** The ticket it is told from, for those who answer that. */
  from: nullableString,
});
export type PublicIncident = Infer<typeof publicIncident>;

export const incidentTables = {
  incidents: defineTable({
    key: v.string(),
    /** The ticket it was declared from: the first of its tickets, which are those that point to it. */
    ticketId: v.id("tickets"),
    /** For everybody, as is what is said in `incidentWords`. */
    title: v.string(),
    /** What it was called before, oldest first; for its agents alone, because a title may have said too much. */
    formerTitles: v.optional(v.array(formerTitle)),
    state: v.union(v.literal("open"), v.literal("ended")),
    declaredAt: timestamp,
    endedAt: v.optional(timestamp),
  })
    .index("by_key", ["key"])
    .index("by_state", ["state", "declaredAt"]),
  incidentWords: defineTable({
    incidentId: v.id("incidents"),
    /** Its place: what an incident begins with is 1. */
    number: v.number(),
    kind: incidentWordKind,
    body: v.string(),
    authorId: v.id("people"),
    createdAt: timestamp,
    /** Whether the word its incident ends with resolves the tickets. */
    resolves: v.optional(v.boolean()),
    /** How far it got through the tickets; without, it has reached them all. */
    sending: v.optional(v.object({ cursor: nullableString })),
    /** The tickets it stands in as an answer. */
    reached: v.number(),
  }).index("by_incident", ["incidentId", "number"]),
};
