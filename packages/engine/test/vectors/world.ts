/** Documents with vectors, and a search through a registered action, as the client library asks for it. */

import {
  actionGeneric as action,
  defineSchema,
  defineTable,
  mutationGeneric as mutation,
  queryGeneric as query,
  type VectorFilterBuilder,
} from "convex/server";
import { v } from "convex/values";
import { createTestEngine, type TestEngine, type TestEngineOptions } from "../../src/testing/index.ts";

export const DIMENSIONS = 3;
const point = { name: v.string(), at: v.optional(v.any()), topic: v.optional(v.any()), lang: v.optional(v.any()) };
export const plainTable = () => defineTable(point);
export const definition = {
  vectorField: "at" as const,
  dimensions: DIMENSIONS,
  filterFields: ["topic", "lang"] as ("topic" | "lang")[],
};
export const plainSchema = defineSchema({ points: plainTable() });
export const schema = defineSchema({ points: plainTable().vectorIndex("by_at", definition) });

/** A document of the table. */
export interface Point {
  readonly name: string;
  readonly at?: unknown;
  readonly topic?: unknown;
  readonly lang?: unknown;
}

export interface Asked {
  readonly at: number[];
  readonly limit?: number;
  readonly index?: string;
  /** Pairs of a field and a value, one of which must hold; no value for a missing field. */
  readonly either?: readonly { readonly field: string; readonly value?: unknown }[];
}

const points = {
  add: mutation({
    args: { points: v.array(v.object(point)) },
    handler: async (ctx, args) => {
      const ids: string[] = [];
      for (const one of args.points) ids.push(await ctx.db.insert("points", one));
      return ids;
    },
  }),
  change: mutation({
    args: { changes: v.array(v.object({ id: v.string(), fields: v.union(v.null(), v.any()) })) },
    handler: async (ctx, { changes }) => {
      for (const { id, fields } of changes) {
        if (fields === null) await ctx.db.delete(id as never);
        else await ctx.db.replace(id as never, { name: (await ctx.db.get(id as never))!["name"], ...fields } as never);
      }
    },
  }),
  names: query({
    args: {},
    handler: async (ctx) => (await ctx.db.query("points").collect()).map(({ name }) => name as string),
  }),
  near: action({
    args: {
      at: v.array(v.float64()),
      limit: v.optional(v.number()),
      either: v.optional(v.array(v.object({ field: v.string(), value: v.optional(v.any()) }))),
      index: v.optional(v.string()),
    },
    handler: async (ctx, { at, limit, either, index = "by_at" }) =>
      await ctx.vectorSearch("points", index, {
        vector: at,
        ...(limit === undefined ? {} : { limit }),
        ...(either === undefined
          ? {}
          : {
              filter: (q: VectorFilterBuilder<any, any>) =>
                q.or(...either.map(({ field, value }) => q.eq(field as never, value as never))),
            }),
      }),
  }),
};

export const modules: TestEngineOptions["modules"] = {
  schema: async () => ({ default: schema }),
  points: async () => points,
};

export interface Hit {
  readonly _id: string;
  readonly _score: number;
}

export interface World {
  readonly test: TestEngine;
  add(...given: Point[]): Promise<string[]>;
  /** All fields but the name are replaced; null deletes. */
  change(...changes: { id: string; fields: Record<string, unknown> | null }[]): Promise<void>;
  near(asked: Asked): Promise<Hit[]>;
  /** Names of what is found. */
  names(asked: Asked): Promise<string[]>;
}

export async function aWorld(options: Partial<TestEngineOptions> = {}): Promise<World> {
  const test = await createTestEngine({ modules, ...options });
  const { engine } = test;
  const near = async (asked: Asked): Promise<Hit[]> => (await engine.action("points:near", asked as never)) as Hit[];
  return {
    test,
    near,
    add: async (...given) => (await engine.mutation("points:add", { points: given } as never)) as string[],
    change: async (...changes) => void (await engine.mutation("points:change", { changes } as never)),
    names: async (asked) => {
      const hits = await near(asked);
      return await engine.query(async (ctx) =>
        Promise.all(hits.map(async ({ _id }) => String((await ctx.db.get(_id as never))?.["name"]))),
      );
    },
  };
}
