/** Tables that belong to no slice. */

import { defineTable } from "convex/server";
import { v } from "convex/values";
import { timestamp } from "./validators";

export const libTables = {
  /** Running numbers, one row per name: the 142 of REQ-142. */
  counters: defineTable({ name: v.string(), value: v.number() }).index("by_name", ["name"]),

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
    /** Turns the demo's heartbeat has taken. */
    beats: v.number(),
    /** Requests the heartbeat keeps moving, and those it has put away; both lists are short. */
    livingIds: v.array(v.id("requests")),
    archivedIds: v.array(v.id("requests")),
  }),
};
