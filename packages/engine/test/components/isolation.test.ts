/** What keeps components apart, over definitions written on the spot. */

import {
  anyApi,
  componentsGeneric,
  cronJobs,
  defineApp,
  defineComponent,
  defineSchema,
  defineTable,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestEngine, type TestEngine } from "../../src/testing/index.ts";

/** What is known of functions that are reached by name only. */
type Unknown = never;

/** A definition as the bundler leaves it: it knows where it lies. */
function definition(name: string) {
  return Object.assign(defineComponent(name), { componentDefinitionPath: name });
}

const components = componentsGeneric() as unknown as Record<
  string,
  Record<string, Record<string, Record<string, Unknown>>>
>;
const schema = defineSchema({ items: defineTable({ text: v.string() }).index("by_text", ["text"]) });
const add = mutation({ args: { text: v.string() }, handler: async (ctx, args) => await ctx.db.insert("items", args) });
const all = query({
  args: {},
  handler: async (ctx) => (await ctx.db.query("items").collect()).map(({ text }) => text as string),
});

const inner = { schema: async () => ({ default: schema }), lib: async () => ({ add, all }) };
const outer = {
  schema: inner.schema,
  lib: async () => ({
    add,
    all,
    below: query({
      args: {},
      handler: async (ctx) => await ctx.runQuery(components["inner"]!["lib"]!["all"] as Unknown, {} as Unknown),
    }),
    addBelow: mutation({
      args: { text: v.string() },
      handler: async (ctx, args) =>
        await ctx.runMutation(components["inner"]!["lib"]!["add"] as Unknown, args as Unknown),
    }),
    above: query({
      args: {},
      handler: async (ctx) => await ctx.runQuery(anyApi["app"]!["secret"] as Unknown, {} as Unknown),
    }),
  }),
};
const app = {
  schema: inner.schema,
  app: async () => ({
    secret: query({ args: {}, handler: async () => "of the app" }),
    fromOuter: query({
      args: { fn: v.string() },
      handler: async (ctx, { fn }) => await ctx.runQuery(components["outer"]!["lib"]![fn] as Unknown, {} as Unknown),
    }),
    fromInner: query({
      args: {},
      handler: async (ctx) =>
        await ctx.runQuery(components["outer"]!["inner"]!["lib"]!["all"] as Unknown, {} as Unknown),
    }),
    fill: mutation({
      args: {},
      handler: async (ctx) => {
        await ctx.runMutation(components["outer"]!["lib"]!["add"] as Unknown, { text: "of outer" } as Unknown);
        await ctx.runMutation(components["outer"]!["lib"]!["addBelow"] as Unknown, { text: "of inner" } as Unknown);
      },
    }),
  }),
  "convex.config": async () => {
    const nested = definition("outer");
    nested.use(definition("inner"));
    const config = defineApp();
    config.use(nested);
    return { default: config };
  },
};
const modules = { modules: app, components: { outer, inner } };

let world: TestEngine;
beforeEach(async () => {
  world = await createTestEngine(modules);
  await world.engine.mutation("app:fill");
});
afterEach(async () => await world.close());

describe("components within components", () => {
  test("[COM1] each level has tables of its own", async () => {
    expect(await world.engine.query("app:fromOuter", { fn: "all" })).toEqual(["of outer"]);
    expect(await world.engine.query("app:fromOuter", { fn: "below" })).toEqual(["of inner"]);
    expect(await world.engine.query(async (ctx) => (await ctx.db.query("items").collect()).length)).toBe(0);
  });

  test("[COM3] a component is reached by who installed it, not by who is above, and reaches nobody above", async () => {
    await expect(world.engine.query("app:fromInner")).rejects.toThrow(
      "Component outer has no public function inner/lib/all",
    );
    await expect(world.engine.query("app:fromOuter", { fn: "above" })).rejects.toThrow(
      "Could not find function for 'app:secret'",
    );
  });
});

describe("names of tables", () => {
  const refusal = /Invalid table name "outer\/items"/;

  test("[COM1] no name leads into a component's tables when reading", async () => {
    const table = "outer/items";
    await expect(world.engine.query(async (ctx) => await ctx.db.query(table).collect())).rejects.toThrow(refusal);
    await expect(
      world.engine.query(async (ctx) => await ctx.db.query(table).withIndex("by_text").first()),
    ).rejects.toThrow(refusal);
    await expect(
      world.engine.query(async (ctx) => await ctx.db.query(table).paginate({ cursor: null, numItems: 1 })),
    ).rejects.toThrow(refusal);
    await expect(world.engine.query(async (ctx) => ctx.db.normalizeId(table, "x"))).rejects.toThrow(refusal);
  });

  test("[COM1] no name leads into a component's tables when writing", async () => {
    await expect(
      world.engine.mutation(async (ctx) => await ctx.db.insert("outer/items", { text: "smuggled" })),
    ).rejects.toThrow(refusal);
    await expect(
      world.engine.mutation(async (ctx) => await ctx.db.insert("new/table", { text: "smuggled" })),
    ).rejects.toThrow('Invalid table name "new/table"');
    expect(await world.engine.query("app:fromOuter", { fn: "all" })).toEqual(["of outer"]);
  });
});

test("[COM5] a cron of the app that is named like one of a component is refused, not dropped", async () => {
  const every = (name: string, fn: string) => async () => {
    const crons = cronJobs();
    crons.interval(
      name,
      { minutes: 1 },
      anyApi[fn.split(":")[0]!]![fn.split(":")[1]!] as Unknown,
      { text: "cron" } as Unknown,
    );
    return { default: crons };
  };
  const clash = {
    app: { ...app, crons: every("outer/tick", "app:fill") },
    outer: { ...outer, crons: every("tick", "lib:add") },
  };
  await expect(world.engine.deploy(clash.app, { outer: clash.outer, inner })).rejects.toThrow(
    'crons: "outer/tick" is also a cron of component "outer"',
  );
});
