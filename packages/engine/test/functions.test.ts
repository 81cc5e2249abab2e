import { actionGeneric, anyApi, mutationGeneric, type DeploymentMetadata, type FunctionMetadata } from "convex/server";
import { ConvexError, v, type GenericId } from "convex/values";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createEngine, systemClock } from "../src/index.ts";
import { createTestEngine, type TestEngine } from "../src/testing/index.ts";
import { fixtureModules } from "./support.ts";

let world: TestEngine;
beforeEach(async () => void (world = await createTestEngine({ modules: fixtureModules, env: { FLAVOUR: "mint" } })));
afterEach(async () => await world.close());

const list = (channel: string): Promise<string[]> => world.engine.query("messages:list", { channel });

describe("errors", () => {
  test("[FUN1] a thrown error takes every write of the mutation back", async () => {
    await expect(world.engine.mutation("odd:throwPlain")).rejects.toThrow(
      /Uncaught Error: plain trouble\n {4}at .*\(\.\.\/convex\/odd\.ts:\d+:\d+\)/,
    );
    expect(await list("lost")).toEqual([]);
  });

  test("[FUN2] ConvexError data arrives as a Convex value", async () => {
    const error: unknown = await world.engine.mutation("odd:throwData").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConvexError);
    expect((error as ConvexError<{ code: string }>).data).toEqual({ code: "not-allowed", big: 12n });
  });

  test("[FUN3] unknown functions and wrong kinds are refused with Convex's words", async () => {
    await expect(world.engine.query("no:such")).rejects.toThrow(
      "Could not find function for 'no:such'. Did you forget to run `npx convex dev` or `npx convex deploy`?",
    );
    await expect(world.engine.query("messages:send", { channel: "a", body: "b" })).rejects.toThrow(
      "Trying to execute messages:send as Query, but it is defined as Mutation.",
    );
  });

  test("[FUN4] arguments and results are validated", async () => {
    await expect(world.engine.mutation("messages:send", { channel: 5, body: "x" })).rejects.toThrow(
      /^ArgumentValidationError: /,
    );
    await expect(world.engine.mutation("messages:send", { channel: "a" })).rejects.toThrow(
      "missing the required field `body`",
    );
    await expect(world.engine.query("odd:wrongReturn")).rejects.toThrow(/^ReturnsValidationError: /);
  });

  test("[FUN4] ids of a table that the transaction itself made are ids of it", async () => {
    const id = { id: v.id("fresh") };
    const fresh = {
      take: mutationGeneric({ args: id, returns: v.id("fresh"), handler: async (_ctx, args) => args.id }),
      make: mutationGeneric({
        args: {},
        returns: v.id("fresh"),
        handler: async (ctx) =>
          (await ctx.runMutation(
            anyApi["fresh"]!["take"] as never,
            {
              id: await ctx.db.insert("fresh", {}),
            } as never,
          )) as GenericId<"fresh">,
      }),
    };
    const own = await createTestEngine({ modules: { fresh: async () => fresh } });
    onTestFinished(() => own.close());
    expect(await own.engine.mutation("fresh:make")).toMatch(/^[0-9a-z]{31,37}$/);
  });

  test("[FUN4] arguments and results that are too large are refused with their size and the limit", async () => {
    const { engine, close } = await createTestEngine({
      modules: fixtureModules,
      limits: { argsBytes: 100, resultBytes: 1024 },
    });
    // The list, the object, the field with its end and the text take two bytes each.
    expect(await engine.query("messages:list", { channel: "x".repeat(86) })).toEqual([]);
    await expect(engine.query("messages:list", { channel: "x".repeat(87) })).rejects.toThrow(
      "Arguments for messages.js:list are too large (actual: 101 B, limit: 100 B)",
    );
    const send = (size: number): Promise<unknown> =>
      engine.run((ctx) => ctx.db.insert("messages", { channel: "a", body: "x".repeat(size) }));
    await send(505);
    await send(505);
    expect(await engine.query("messages:list", { channel: "a" })).toHaveLength(2);
    await send(512);
    await expect(engine.query("messages:list", { channel: "a" })).rejects.toThrow(
      "Function messages.js:list return value is too large (actual: 1.49 KiB, limit: 1 KiB)",
    );
    // Numbers take nine bytes each, however short their text is.
    await expect(engine.run(async () => Array.from({ length: 150 }, () => 1))).rejects.toThrow(
      "Function inline return value is too large (actual: 1.32 KiB, limit: 1 KiB)",
    );
    await close();
  });

  test("[FUN5] a function that never settles is failed and the writer goes on", async () => {
    const stuck = world.engine.mutation("odd:neverSettles").catch((error: Error) => error.message);
    const next = world.engine.mutation("messages:send", { channel: "a", body: "after" });
    await new Promise((resolve) => setImmediate(resolve));
    world.clock.advance(10_000);
    expect(await stuck).toContain("Function execution timed out (maximum duration: 10s)");
    await next;
    expect(await list("a")).toEqual(["after"]);
  });

  test("[FUN5] an action that runs out of its own, longer time is told with how long it was", async () => {
    const stuck = world.engine.action("odd:neverSettlesAction").catch((error: Error) => error.message);
    await new Promise((resolve) => setImmediate(resolve));
    world.clock.advance(599_999);
    expect(await Promise.race([stuck, new Promise((resolve) => setImmediate(resolve, "goes on"))])).toBe("goes on");
    world.clock.advance(1);
    expect(await stuck).toContain("Function execution timed out (maximum duration: 600s)");
  });

  test("[FUN6] a syscall that rejects unawaited fails the function", async () => {
    await expect(world.engine.mutation("odd:unawaited")).rejects.toThrow(/does not match the schema/);
  });
});

describe("functions calling functions", () => {
  test("[NST1] a failed sub-mutation is rolled back and its caller goes on", async () => {
    expect(await world.engine.mutation("odd:nestedRollback")).toContain("Uncaught Error: plain trouble");
    expect(await list("nested")).toEqual(["kept"]);
    expect(await list("lost")).toEqual([]);
  });

  test("[NST2] ConvexError data passes through nested calls", async () => {
    expect(await world.engine.mutation("odd:nestedData")).toBe("not-allowed");
  });

  test("[NST3] calls nest up to the depth limit", async () => {
    expect(await world.engine.mutation("odd:deep", { left: 7 })).toBe(7);
    await expect(world.engine.mutation("odd:deep", { left: 8 })).rejects.toThrow("call depth limit");
  });

  test("[NST4] writes happen in the order they were issued, nested calls included", async () => {
    await world.engine.mutation("odd:issueOrder");
    expect(await list("order")).toEqual(["1", "2", "3"]);
  });

  test("[NST5] a function handle names the function", async () => {
    await world.engine.mutation("odd:handle");
    expect(await list("handle")).toEqual(["by handle"]);
  });

  test("[NST6] an action's mutation is a transaction of its own", async () => {
    expect(await world.engine.action("odd:viaAction", { channel: "a" })).toEqual(["from action"]);
  });
});

describe("surroundings", () => {
  test("[DET1] time stands still, and fetch and timers are refused in queries and mutations", async () => {
    const seen = await world.engine.query("odd:surroundings");
    expect(seen.first).toBe(world.clock.nowMs());
    expect(seen.again).toBe(seen.first);
    expect(seen.refused).toEqual(
      ["fetch()", "setTimeout", "setInterval"].map(
        (name) =>
          `Can't use ${name} in queries and mutations. Please consider using an action. See https://docs.convex.dev/functions/actions for more details.`,
      ),
    );
    expect(seen.env).toBe("mint");
  });

  test("[DET2] host code keeps its own time, environment and console", async () => {
    const seen = await world.engine.query("odd:surroundings");
    expect(Math.abs(Date.now() - seen.first)).toBeGreaterThan(1000);
    expect(new Date()).toBeInstanceOf(Date);
    expect(process.env["FLAVOUR"]).toBeUndefined();
    expect(process.env["PATH"]).toBeDefined();
  });

  test("[DET3] two engines in one process do not see each other's environment", async () => {
    const other = await createTestEngine({ modules: fixtureModules, env: { FLAVOUR: "lime" } });
    const answers = await Promise.all([
      world.engine.query("odd:env"),
      other.engine.query("odd:env"),
      world.engine.query("odd:env"),
    ]);
    expect(answers).toEqual(["mint", "lime", "mint"]);
    await other.close();
  });

  test("[DET6] an action reads the host's own clock, also the one that asks the global Date", async () => {
    const clock = actionGeneric({ handler: async () => ({ now: Date.now(), made: new Date().getTime() }) });
    const real = await createEngine({
      modules: { clock: async () => ({ read: clock }) },
      dataDir: ":memory:",
      clock: systemClock,
    });
    const before = Date.now();
    const seen = (await real.action("clock:read")) as { now: number; made: number };
    expect(seen.now).toBeGreaterThanOrEqual(before);
    expect(seen.made).toBeGreaterThanOrEqual(seen.now);
    expect(Date.now()).toBeGreaterThanOrEqual(seen.made);
    await real.close();
  });

  test("[DET4] getFunctionMetadata and getTransactionMetrics tell about the running function", async () => {
    const told = await world.engine.mutation("odd:metadata");
    expect(told).toMatchObject({ name: "odd:metadata", componentPath: "", type: "mutation", visibility: "public" });
    expect(told.metrics.documentsWritten).toMatchObject({ used: 1, remaining: 15_999 });
  });

  test("[DET4] an inline function is named so, and the deployment's class is one the client knows", async () => {
    interface Meta {
      getFunctionMetadata(): Promise<FunctionMetadata>;
      getDeploymentMetadata(): Promise<DeploymentMetadata>;
    }
    const asks = async (ctx: object): Promise<[string, string]> => {
      const { meta } = ctx as { meta: Meta };
      return [(await meta.getFunctionMetadata()).name, (await meta.getDeploymentMetadata()).class];
    };
    for (const told of [await world.engine.query(asks), await world.engine.mutation(asks)])
      expect(told).toEqual(["inline", "s16" satisfies DeploymentMetadata["class"]]);
  });
});
