import {
  cronJobs,
  defineSchema,
  defineTable,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
} from "convex/server";
import { v } from "convex/values";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestEngine, type TestEngine } from "../src/testing/index.ts";
import { api, eventually, fixtureModules } from "./support.ts";

let world: TestEngine;
beforeEach(async () => {
  world = await createTestEngine({ modules: fixtureModules, env: { FLAVOUR: "mint" } });
  await world.serve();
});
afterEach(async () => await world.close());

test("[DEP1] a deploy re-runs live queries with the new code", async () => {
  const client = world.connect();
  const seen: unknown[] = [];
  client.onUpdate(api.odd.env, {}, (value: unknown) => seen.push(value));
  await eventually(() => seen.length === 1, "the first result");
  await world.engine.deploy({
    ...fixtureModules,
    odd: async () => ({ env: queryGeneric({ handler: async () => "new code" }) }),
  });
  await eventually(() => seen.at(-1) === "new code", "the new result");
});

test("[DEP2] a changed variable re-runs the queries that read it, and only those", async () => {
  const client = world.connect();
  const seen: unknown[] = [];
  let others = 0;
  client.onUpdate(api.odd.env, {}, (value: unknown) => seen.push(value));
  client.onUpdate(api.messages.list, { channel: "a" }, () => others++);
  await eventually(() => seen.length === 1 && others === 1, "the first results");
  const before = world.engine.figures().executions;
  await world.engine.setEnv({ FLAVOUR: "lime", UNREAD: "x" });
  await eventually(() => seen.at(-1) === "lime", "the new value");
  expect(world.engine.figures().executions).toBe(before + 1);
  await world.engine.setEnv({ FLAVOUR: null });
  await eventually(() => seen.at(-1) === "none", "no value");
});

test("[DEP3] a deploy that cannot be loaded leaves the old code in place", async () => {
  const broken = { ...fixtureModules, odd: () => Promise.reject(new Error("syntax")) };
  await expect(world.engine.deploy(broken)).rejects.toThrow('Could not load module "odd": syntax');
  expect(await world.engine.query("odd:env")).toBe("mint");
});

test("[CRN8] a deploy whose crons cannot run changes nothing: not the code, not the tables, not the crons before", async () => {
  const code = (version: number, expression: string): Record<string, () => Promise<Record<string, unknown>>> => {
    const crons = cronJobs();
    crons.cron("yearly", expression, makeFunctionReference<"mutation">("own:run"));
    const type = defineTable({ version: v.number() });
    return {
      own: async () => ({
        version: queryGeneric({ handler: async () => version }),
        run: mutationGeneric({ handler: async () => null }),
      }),
      crons: async () => ({ default: crons }),
      schema: async () => ({ default: defineSchema({ [`notes${version}`]: type }) }),
    };
  };
  await world.engine.deploy(code(1, "0 0 1 1 *"));
  const tables = world.engine.tableNames();
  for (const bad of ["0 0 31 2 *", "99 * * * *"])
    await expect(world.engine.deploy(code(2, bad))).rejects.toThrow('crons: "yearly": ');
  expect(await world.engine.query("own:version")).toBe(1);
  expect(world.engine.tableNames()).toEqual(tables);
  await world.engine.deploy(code(3, "0 0 1 1 *"));
  expect(await world.engine.query("own:version")).toBe(3);
});

test.each([
  ["a-b", v.object({ "a-b": v.string() })],
  ["list.$x y", v.object({ list: v.array(v.object({ "$x y": v.null() })) })],
  ["either.1st", v.object({ either: v.union(v.null(), v.object({ "1st": v.null() })) })],
  ["__", v.object({ __: v.null() })],
  ["x".repeat(65), v.object({ ["x".repeat(65)]: v.null() })],
  ["byName.*.é", v.object({ byName: v.record(v.string(), v.object({ é: v.null() })) })],
])("[DEP5] a field that is no identifier is refused with its place: %s", async (place, type) => {
  const field = place.split(".").at(-1) ?? "";
  const args = queryGeneric({ args: type.fields, handler: async () => null });
  await expect(world.engine.deploy({ "dir/own": async () => ({ list: args }) })).rejects.toThrow(
    `dir/own:list: the argument \`${place}\` has an invalid name: \`${field}\` is not an identifier`,
  );
  const schema = defineSchema({ notes: defineTable(type) });
  await expect(world.engine.deploy({ schema: async () => ({ default: schema }) })).rejects.toThrow(
    `schema: in table "notes" the field \`${place}\` has an invalid name: \`${field}\` is not an identifier`,
  );
  expect(await world.engine.query("odd:env")).toBe("mint");
});

test("[DEP5] fields of every shape with names that are identifiers are taken", async () => {
  const longest = "x".repeat(64);
  const type = v.object({
    _a: v.null(),
    b2: v.record(v.string(), v.any()),
    C_d: v.optional(v.array(v.null())),
    [longest]: v.optional(v.null()),
  });
  const list = queryGeneric({ args: type.fields, handler: async () => null });
  const schema = defineSchema({ notes: defineTable(type.omit("_a")) });
  await world.engine.deploy({ own: async () => ({ list }), schema: async () => ({ default: schema }) });
  expect(await world.engine.query("own:list", { _a: null, b2: { "any key": 1 } })).toBeNull();
});

test("[DEP4] a schema that documents violate is refused and changes nothing", async () => {
  await world.engine.mutation("messages:send", { channel: "a", body: "x" });
  const schema = defineSchema({ messages: defineTable({ channel: v.number() }), counters: defineTable(v.any()) });
  await expect(world.engine.deploy({ ...fixtureModules, schema: async () => ({ default: schema }) })).rejects.toThrow(
    /messages/,
  );
  expect(await world.engine.query("messages:list", { channel: "a" })).toEqual(["x"]);
});
