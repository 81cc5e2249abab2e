/** What the page about demo data shows. */

import { v } from "convex/values";
import type { QueryCtx } from "../_generated/server";
import { guardedQuery } from "../access/functions";
import { nameOf } from "../core/people/model";
import { demoWorld, hasDemo } from "../core/seedData/model";
import { COUNTED, type Counted, MAX_COUNTED, whyNotClear, whyNotLoad } from "../core/seedData/rules";
import { nullableTimestamp, timestamp } from "../lib/validators";
import { clearingFacts, loadingFacts, realPeople } from "../process/clearing/clearingFacts";

const COUNTED_TABLES = Object.keys(COUNTED) as Counted[];

/**
 * Where the demo data stands, how much there is, who is real, and why it cannot be cleared, or loaded once more; empty
 * where it can.
 */
export const overview = guardedQuery("demo.manage", {
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
    whyNotLoad: v.array(v.string()),
    /** What loading it would write; null where nobody can say. */
    offer: v.union(
      v.null(),
      v.object({ people: v.number(), counts: v.array(v.object({ table: v.string(), count: v.number() })) }),
    ),
    /** Loaded once more, or to be; `share` is what there is of it, 0 to 1. */
    loading: v.union(
      v.null(),
      v.object({
        startedAt: timestamp,
        endedAt: nullableTimestamp,
        by: v.string(),
        share: v.number(),
        whyNot: v.union(v.null(), v.string()),
      }),
    ),
    clearing: v.union(
      v.null(),
      v.object({ startedAt: timestamp, endedAt: nullableTimestamp, by: v.string(), removed: v.number() }),
    ),
  }),
  handler: async (ctx) => {
    const world = await demoWorld(ctx);
    const facts = await clearingFacts(ctx, ctx.viewer.realPerson._id);
    const isLoaded = facts.state === "loaded";
    const { clearing, loading, offer } = world ?? {};
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
      whyNotLoad: whyNotLoad(await loadingFacts(ctx, hasDemo(process.env))),
      offer: offer ? { people: offer.people, counts: offer.counts } : null,
      loading:
        world && loading
          ? {
              startedAt: loading.startedAt,
              endedAt: loading.endedAt ?? null,
              by: await nameOf(ctx, loading.byId),
              share: loading.begunAt === undefined ? 0 : Math.min(1, world.told / Math.max(1, offer?.scenes ?? 1)),
              whyNot: loading.whyNot ?? null,
            }
          : null,
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
