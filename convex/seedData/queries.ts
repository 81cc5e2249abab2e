/** What the page about demo data shows. */

import { v } from "convex/values";
import type { QueryCtx } from "../_generated/server";
import { guardedQuery } from "../access/functions";
import { nameOf } from "../core/people/model";
import { demoWorld } from "../core/seedData/model";
import { COUNTED, type Counted, MAX_COUNTED, whyNotClear } from "../core/seedData/rules";
import { nullableTimestamp, timestamp } from "../lib/validators";
import { clearingFacts, realPeople } from "../process/clearing/facts";

const COUNTED_TABLES = Object.keys(COUNTED) as Counted[];

/** Where the demo data stands, how much there is, who is real, and why it cannot be cleared; empty where it can. */
export const overview = guardedQuery("demo.clear", {
  args: {},
  returns: v.object({
    state: v.union(
      v.literal("none"),
      v.literal("filling"),
      v.literal("loaded"),
      v.literal("clearing"),
      v.literal("cleared"),
    ),
    filledAt: nullableTimestamp,
    /** Rows by table, counted up to a thousand and one. */
    counts: v.array(v.object({ table: v.string(), count: v.number() })),
    inventedPeople: v.number(),
    /** Those who stay, by name. */
    realPeople: v.array(v.string()),
    whyNot: v.array(v.string()),
    clearing: v.union(
      v.null(),
      v.object({ startedAt: timestamp, endedAt: nullableTimestamp, by: v.string(), removed: v.number() }),
    ),
  }),
  handler: async (ctx) => {
    const world = await demoWorld(ctx);
    const facts = await clearingFacts(ctx, ctx.viewer.realPerson._id);
    const isLoaded = facts.state === "loaded";
    const { clearing } = world ?? {};
    return {
      state: facts.state,
      filledAt: world?.filledAt ?? null,
      counts: isLoaded
        ? await Promise.all(COUNTED_TABLES.map(async (table) => ({ table, count: await countOf(ctx, table) })))
        : [],
      inventedPeople: world?.personIds?.length ?? 0,
      realPeople: isLoaded
        ? (await realPeople(ctx, world))
            .map(({ firstName, lastName }) => `${firstName} ${lastName}`)
            .slice(0, MAX_NAMES)
        : [],
      whyNot: whyNotClear(facts),
      clearing: clearing
        ? {
            startedAt: clearing.startedAt,
            endedAt: clearing.endedAt ?? null,
            by: await nameOf(ctx, clearing.byId),
            removed: clearing.removed,
          }
        : null,
    };
  },
});

/** Names a page shows of those who stay. */
const MAX_NAMES = 20;

async function countOf(ctx: Pick<QueryCtx, "db">, table: Counted): Promise<number> {
  return (await ctx.db.query(table).take(MAX_COUNTED + 1)).length;
}
