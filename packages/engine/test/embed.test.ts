/** The engine within a process: what the embedding code calls, and what it gets. */

import {
  actionGeneric,
  anyApi,
  defineSchema,
  defineTable,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
  type FunctionReference,
} from "convex/server";
import { ConvexError, v, type GenericId } from "convex/values";
import { afterEach, expect, expectTypeOf, test } from "vitest";
import { createEngine } from "../src/engine.ts";
import type { RefusedCall } from "../src/functions/call.ts";
import type { Engine } from "../src/options.ts";
import { createTestEngine } from "../src/testing/index.ts";
import { fixtureModules } from "./support.ts";

const schema = defineSchema({ notes: defineTable({ text: v.string(), count: v.number() }).index("by_text", ["text"]) });

const engines: Engine[] = [];
async function open(): Promise<Awaited<ReturnType<typeof createEngine<typeof schema>>>> {
  const engine = await createEngine({ modules: {}, schema, dataDir: ":memory:" });
  engines.push(engine);
  return engine;
}
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

test("[EMB1] functions written on the spot run as queries and mutations, typed by the schema", async () => {
  const engine = await open();
  const id = await engine.mutation(async (ctx) => await ctx.db.insert("notes", { text: "a", count: 1 }));
  expectTypeOf(id).toEqualTypeOf<GenericId<"notes">>();
  const note = await engine.query(async (ctx) => await ctx.db.get(id));
  expectTypeOf(note!.count).toEqualTypeOf<number>();
  expect(note).toMatchObject({ text: "a", count: 1 });
  await expect(
    engine.mutation(async (ctx) => await ctx.db.insert("notes", { text: "b", count: "many" as never })),
  ).rejects.toThrow("does not match the schema");
  const twice = await engine.action(async () => 2n);
  expectTypeOf(twice).toEqualTypeOf<bigint>();
  expect(twice).toBe(2n);
});

test("[EMB1] run commits what its code wrote, or nothing when it throws", async () => {
  const engine = await open();
  const texts = (): Promise<string[]> =>
    engine.query(async (ctx) => (await ctx.db.query("notes").withIndex("by_text").collect()).map(({ text }) => text));
  await engine.run(async (ctx) => {
    await ctx.db.insert("notes", { text: "b", count: 1 });
    await ctx.db.insert("notes", { text: "a", count: 2 });
  });
  const failing = engine.run(async (ctx) => {
    await ctx.db.insert("notes", { text: "c", count: 3 });
    throw new ConvexError({ code: "no" });
  });
  await expect(failing).rejects.toMatchObject({ data: { code: "no" } });
  expect(await texts()).toEqual(["a", "b"]);
});

test("[EMB2] a call by reference takes and gives what the reference says, by path anything", async () => {
  const engine = await createEngine({ modules: fixtureModules, dataDir: ":memory:" });
  engines.push(engine);
  const get = anyApi["counters"]!["get"] as unknown as FunctionReference<"query", "public", { name: string }, number>;
  const value = await engine.query(get, { name: "x" });
  expectTypeOf(value).toEqualTypeOf<number>();
  // @ts-expect-error the argument is missing
  await expect(engine.query(get)).rejects.toThrow("ArgumentValidationError");
  expect(await engine.query("counters:get", { name: "x" })).toBe(value);
  await expect(engine.query("counters:increment", { name: "x" })).rejects.toThrow(
    "Trying to execute counters:increment as Query, but it is defined as Mutation.",
  );
});

test("[EMB2] a registered function is run as what it is", async () => {
  const engine = await open();
  const registered = queryGeneric({ args: {}, handler: async () => "whole" }) as unknown as () => Promise<string>;
  expect(await engine.query(registered)).toBe("whole");
  await expect(engine.mutation(registered)).rejects.toThrow("as Mutation, but it is defined as Query");
});

test("[EMB3] withIdentity speaks for a user, the engine itself for nobody", async () => {
  const engine = await open();
  const who = async (ctx: {
    auth: { getUserIdentity(): Promise<{ subject: string; tokenIdentifier: string } | null> };
  }): Promise<string | null> => (await ctx.auth.getUserIdentity())?.tokenIdentifier ?? null;
  expect(await engine.withIdentity({ subject: "ada", issuer: "https://x" }).query(who)).toBe("https://x|ada");
  expect(await engine.withIdentity({ subject: "ada" }).mutation(who)).toBe("https://engine.invalid|ada");
  expect(await engine.query(who)).toBeNull();
});

test("[EMB4] engines of one process share nothing", async () => {
  const [one, two] = [await open(), await open()];
  await one.run(async (ctx) => void (await ctx.db.insert("notes", { text: "mine", count: 1 })));
  const count = (engine: typeof one): Promise<number> =>
    engine.query(async (ctx) => (await ctx.db.query("notes").collect()).length);
  expect([await count(one), await count(two)]).toEqual([1, 0]);
  await one.close();
  expect(await count(two)).toBe(0);
  engines.splice(engines.indexOf(one), 1);
});

test("[EMB5] providers given in the options accept tokens like those of auth.config", async () => {
  const engine = await createEngine({
    modules: {},
    dataDir: ":memory:",
    auth: { providers: [{ domain: "https://id.example", applicationID: "app" }] },
  });
  engines.push(engine);
  const claims = Buffer.from('{"iss":"https://elsewhere.example"}').toString("base64url");
  const response = await engine.fetch(
    new Request("http://x/api/query", {
      method: "POST",
      headers: { authorization: `Bearer ${Buffer.from('{"alg":"RS256"}').toString("base64url")}.${claims}.x` },
      body: '{"path":"a:b","args":{}}',
    }),
  );
  expect(await response.json()).toMatchObject({
    code: "NoAuthProvider",
    message: expect.stringContaining("https://id.example") as string,
  });
});

test("[EMB6] the host is told of calls of users that were refused, and of nothing else", async () => {
  const told: RefusedCall[] = [];
  const refuse = async (_: unknown, { code }: { code: string }): Promise<null> => {
    if (code === "bug") throw new Error("a bug");
    if (code !== "") throw new ConvexError({ code });
    return null;
  };
  const test = await createTestEngine({
    onRefusedCall: (refused) => void told.push(refused),
    modules: {
      doors: async () => ({
        look: queryGeneric({ args: { code: v.string() }, handler: refuse }),
        open: mutationGeneric({ args: { code: v.string() }, handler: refuse }),
        around: actionGeneric({
          args: {},
          handler: async (ctx) =>
            ctx.runMutation(makeFunctionReference<"mutation">("doors:open"), { code: "inner" }).catch(() => "went on"),
        }),
      }),
    },
  });
  engines.push(test.engine);
  const eve = test.as({ subject: "eve" });
  await expect(eve.mutation("doors:open", { code: "no" })).rejects.toThrow();
  await expect(eve.query("doors:look", { code: "not yours" })).rejects.toThrow();
  await expect(eve.mutation("doors:open", { code: "bug" })).rejects.toThrow();
  await expect(test.engine.mutation("doors:open", { code: "no" })).rejects.toThrow();
  expect(await eve.action("doors:around", {})).toBe("went on");
  await eve.mutation("doors:open", { code: "" });
  expect(told).toMatchObject([
    { kind: "mutation", path: "doors:open", args: { code: "no" }, identity: { subject: "eve" }, data: { code: "no" } },
    { kind: "query", path: "doors:look", data: { code: "not yours" } },
  ]);
});

test("[DET2] an action of an engine on the real clock tells the real time", async () => {
  const engine = await open();
  const before = Date.now();
  const seen = await engine.action(async () => [Date.now(), new Date().getTime()]);
  expect(seen.every((at) => at >= before && at <= Date.now())).toBe(true);
});

test("[EMB7] functions are told where a call came from by the host alone, through every call inside", async () => {
  const seen = mutationGeneric({
    args: {},
    handler: async (ctx) => (await ctx.meta.getRequestMetadata()) as unknown as Record<string, unknown>,
  });
  const around = actionGeneric({
    args: {},
    handler: async (ctx): Promise<Record<string, unknown>> =>
      await ctx.runMutation(makeFunctionReference<"mutation">("doors:seen"), {}),
  });
  const test = await createTestEngine({ modules: { doors: async () => ({ seen, around }) } });
  engines.push(test.engine);
  const ask = async (kind: "mutation" | "action", path: string, origin?: { ip: string; userAgent: string | null }) => {
    const request = new Request(`http://engine.test/api/${kind}`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": "198.51.100.1", "user-agent": "made up" },
      body: JSON.stringify({ path, args: {} }),
    });
    return ((await (await test.engine.fetch(request, origin)).json()) as { value: unknown }).value;
  };
  const origin = { ip: "192.0.2.7", userAgent: "Firefox" };
  expect(await ask("mutation", "doors:seen", origin)).toMatchObject({
    ...origin,
    requestId: expect.any(String) as string,
    scheduledFunctionId: null,
  });
  expect(await ask("action", "doors:around", origin)).toMatchObject(origin);
  expect(await ask("mutation", "doors:seen")).toMatchObject({ ip: null, userAgent: null });
  expect(await test.engine.mutation("doors:seen")).toMatchObject({ ip: null, userAgent: null });
});
