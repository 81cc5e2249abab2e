/** One vector search over as many vectors as an index may hold: how long it takes, and how long it holds the loop. */

import { join } from "node:path";
import { actionGeneric as action, defineSchema, defineTable, mutationGeneric as mutation } from "convex/server";
import { v } from "convex/values";
import { createEngine } from "../src/engine.ts";
import { seededRandom } from "../src/lib/random.ts";
import { longestHold } from "./holds.ts";
import type { Figure } from "./report.ts";

/** As small models of texts have. */
const DIMENSIONS = 384;
const PER_CALL = 500;
const GOAL_MS = 20;

const schema = defineSchema({
  texts: defineTable({ about: v.array(v.float64()) }).vectorIndex("by_about", {
    vectorField: "about",
    dimensions: DIMENSIONS,
  }),
});

const { next } = seededRandom(1);
const anyVector = (): number[] => Array.from({ length: DIMENSIONS }, () => Math.round((next() - 0.5) * 1000) / 1000);

const functions = {
  fill: mutation(async (ctx, { count }: any) => {
    for (let n = 0; n < count; n++) await ctx.db.insert("texts", { about: anyVector() });
  }),
  nearest: action(
    async (ctx: any, { vector }: any) => await ctx.vectorSearch("texts", "by_about", { vector, limit: 10 }),
  ),
};

/** The first search, which reads the index, and those after it, timed alone and then watched: watching takes a processor. */
export async function vectorSearch(root: string, vectors: number, rounds: number): Promise<Figure[]> {
  const modules = { functions: async () => functions, schema: async () => ({ default: schema }) };
  const engine = await createEngine({ modules, dataDir: join(root, "vectors") });
  for (let n = 0; n < vectors; n += PER_CALL)
    await engine.mutation("functions:fill", { count: Math.min(PER_CALL, vectors - n) });
  const search = async (): Promise<unknown> => await engine.action("functions:nearest", { vector: anyVector() });
  const timed = async (): Promise<number> => {
    const before = performance.now();
    await search();
    return performance.now() - before;
  };
  const first = await timed();
  const took: number[] = [];
  const held: Awaited<ReturnType<typeof longestHold>>[] = [];
  for (let round = 0; round < rounds; round++) {
    took.push(await timed());
    held.push(await longestHold(search));
  }
  await engine.close();
  const what = `vector search over ${vectors} of ${DIMENSIONS} dimensions`;
  const of = (engineRounds: readonly number[]): Figure["rounds"] => ({ floor: [], engine: engineRounds });
  return [
    { name: `${what}: the first, which reads the index`, unit: "ms", rounds: of([first]) },
    { name: what, unit: "ms", rounds: of(took) },
    { name: `${what}: longest hold`, unit: "ms", rounds: of(held.map(({ ms }) => ms)), goal: { atMost: GOAL_MS } },
    {
      name: `${what}: CPU of a hold at most`,
      unit: "ms",
      rounds: of(held.map(({ cpuMs }) => cpuMs)),
      goal: { atMost: GOAL_MS },
    },
  ];
}
