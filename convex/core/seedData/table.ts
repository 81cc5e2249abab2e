/** The demo world of a portal that was started with one, and what became of it. */

import { defineTable } from "convex/server";
import { v } from "convex/values";
import { timestamp } from "../../lib/validators";

export const seedDataTables = {
  /** One row in a demo world, none elsewhere: whoever keeps a demo alive looks here first. */
  demoWorlds: defineTable({
    seed: v.number(),
    filledAt: timestamp,
    /**
     * Ended requests of the months before; how many requests were told so far; whether all were; whether it goes on by
     * itself.
     */
    history: v.number(),
    told: v.number(),
    isTold: v.boolean(),
    isAwake: v.boolean(),
    /** How far its due mail is dropped, while that is under way. */
    dropping: v.optional(
      v.object({ what: v.union(v.literal("mail"), v.literal("digest")), cursor: v.union(v.null(), v.string()) }),
    ),
    /** Turns the demo's heartbeat has taken. */
    beats: v.number(),
    /** Requests the heartbeat keeps moving, and those it has put away; both lists are short. */
    livingIds: v.array(v.id("requests")),
    archivedIds: v.array(v.id("requests")),
    /** The invented people. Whoever else is in the portal is real; only the demo itself writes this. */
    personIds: v.optional(v.array(v.id("people"))),
    /** What loading it writes, as the demo of this process says: rows by table, its people and the codes of its areas. */
    offer: v.optional(
      v.object({
        people: v.number(),
        counts: v.array(v.object({ table: v.string(), count: v.number() })),
        areaCodes: v.array(v.string()),
        scenes: v.number(),
      }),
    ),
    /** Loaded once more after it was cleared: who asked for it and when, and when its first and its last row were there. */
    loading: v.optional(
      v.object({
        startedAt: timestamp,
        byId: v.id("people"),
        begunAt: v.optional(timestamp),
        endedAt: v.optional(timestamp),
        /** Why nothing was written after all. */
        whyNot: v.optional(v.string()),
      }),
    ),
    /** Its end: who asked for it and when, how far it is, and when the last row was gone. */
    clearing: v.optional(
      v.object({
        startedAt: timestamp,
        /** Rows that were made later are nobody's demo: by their creation time, which may run ahead of the clock. */
        until: v.number(),
        byId: v.id("people"),
        removed: v.number(),
        /** The table that is cleared now, and the creation time of the last row that was looked at. */
        table: v.string(),
        after: v.number(),
        endedAt: v.optional(timestamp),
      }),
    ),
  }),
};
