import { AsyncResource } from "node:async_hooks";
import { join } from "node:path";
import {
  actionGeneric as action,
  anyApi,
  httpActionGeneric as httpAction,
  httpRouter,
  mutationGeneric as mutation,
} from "convex/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEngine } from "../../src/engine.ts";
import { currentScope } from "../../src/functions/globals/scope.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createTestEngine, folderModules, type TestEngine } from "../../src/testing/index.ts";
import { eventually } from "../support.ts";
import { late } from "./late.ts";

const SEED = Number(process.env["LATE_SEED"] ?? Date.now() % 1_000_000);

test(`[LAT1] [LAT2] [LAT3] functions that throw at every late moment fail alone (seed ${SEED})`, async () => {
  const { faults, goodMutations } = await late(SEED, 150);
  expect(faults).toEqual([]);
  expect(goodMutations).toBeGreaterThan(5);
});

interface Line {
  readonly message: string;
  readonly error?: string;
  readonly path?: string;
}

let world: TestEngine;
const lines: Line[] = [];
const quiet = (): void => undefined;
const note = (message: string, fields = {}): void => void lines.push({ message, ...fields });
const logger = { debug: quiet, info: quiet, warn: note, error: note };

beforeEach(async () => {
  lines.length = 0;
  world = await createTestEngine({ modules: folderModules(join(import.meta.dirname, "fixture")), logger });
});
afterEach(async () => await world.close());

const how = { moment: "timeout", thing: "error", waits: true };

test("[LAT1] the failure says what was not caught, and where", async () => {
  await expect(world.engine.action("late:act", how)).rejects.toThrow(
    /^uncaughtException: Error: late trouble\n {4}at .*\(\.\.\/convex\/moments\.ts:\d+:\d+\)/,
  );
  await expect(world.engine.action("late:act", { ...how, moment: "rejectionInTimer" })).rejects.toThrow(
    /^Uncaught Error: late trouble/,
  );
  await expect(world.engine.action("late:act", { ...how, thing: "text" })).rejects.toThrow(
    /^uncaughtException: late text$/,
  );
  expect(lines.filter(({ message }) => message === "a function failed")).toHaveLength(3);
});

test("[LAT2] a mutation that throws in a microtask leaves nothing, and the next one has its turn", async () => {
  const failing = world.engine.mutation("late:write", { ...how, moment: "microtask" });
  const next = world.engine.mutation("notes:add", { owner: "next", number: 7 });
  await expect(failing).rejects.toThrow("uncaughtException: Error: late trouble");
  await next;
  expect(await world.engine.query("notes:numbers", { owner: "lost" })).toEqual([]);
  expect(await world.engine.query("notes:numbers", { owner: "next" })).toEqual([7]);
});

test.each(["write", "deep"])(
  "[LAT2] who called a mutation that failed late (%s) goes on, without what that wrote",
  async (callee) => {
    const caught = await world.engine.mutation("late:survive", {
      ...how,
      moment: "fileCallback",
      callee,
      owner: "survivor",
    });
    expect(caught).toContain("uncaughtException: Error: late trouble");
    expect(await world.engine.query("notes:numbers", { owner: "survivor" })).toEqual([1, 2]);
    expect(await world.engine.query("notes:numbers", { owner: "lost" })).toEqual([]);
  },
);

test.each(["waiting", "working"])(
  "[LAT2] a mutation that fails takes with it what it called and did not wait for (%s)",
  async (callee) => {
    const failing = world.engine.mutation("late:leave", { callee });
    const next = world.engine.mutation("notes:add", { owner: "next", number: 7 });
    await expect(failing).rejects.toThrow("Uncaught Error: left it behind");
    await next;
    expect(await world.engine.mutation("late:outlive", { callee, owner: "caller" })).toContain("left it behind");
    expect(await world.engine.query("notes:numbers", { owner: "lost" })).toEqual([]);
    expect(await world.engine.query("notes:numbers", { owner: "next" })).toEqual([7]);
    expect(await world.engine.query("notes:numbers", { owner: "caller" })).toEqual([1]);
  },
);

test("[LAT3] what a function throws after its answer is logged under its name, a few times at most", async () => {
  expect(await world.engine.action("late:act", { ...how, moment: "timeout", waits: false })).toBe("answered");
  await eventually(() => lines.length > 0, "the line");
  expect(lines).toMatchObject([
    {
      message: "a function failed after it had ended",
      path: "late:act",
      error: expect.stringMatching(/Error: late trouble/) as string,
    },
  ]);
  let thrown = 0;
  const again = (): never => {
    if (++thrown < 30) setImmediate(again);
    throw new Error("again");
  };
  await world.engine.action(async () => void setImmediate(again));
  await eventually(() => thrown === 30, "the last error");
  expect(lines).toHaveLength(11);
});

test("[LAT3] an interval that throws is over", async () => {
  let [ticks, others] = [0, 0];
  await world.engine.action(async () => {
    setInterval(() => {
      ticks++;
      throw new Error("tick");
    }, 1);
    const other = setInterval(() => void (++others === 5 && clearInterval(other)), 1);
  });
  await eventually(() => others === 5, "what an interval beside it does");
  expect(ticks).toBe(1);
});

const brokenLater = (fail: () => void) => ({
  broken: async () => (fail(), { ok: mutation({ handler: async () => "ok" }) }),
});

test("[LAT3] the scheduler belongs to no function, also when an action woke it", async () => {
  const scopes: unknown[] = [];
  const clock = {
    ...systemClock,
    setTimer: (ms: number, run: () => void) => (scopes.push(currentScope()), systemClock.setTimer(ms, run)),
  };
  const engine = await createEngine({
    modules: { jobs: async () => ({ later: mutation({ handler: async () => null }) }) },
    dataDir: ":memory:",
    clock,
  });
  scopes.length = 0;
  await engine.action(async (ctx) => void (await ctx.scheduler.runAfter(60_000, anyApi["jobs"]!["later"] as never)));
  await engine.close();
  expect(scopes.length).toBeGreaterThan(0);
  expect(scopes.filter((scope) => scope !== undefined)).toEqual([]);
});

test("[LAT4] a module that throws late fails the deploy it belongs to, or is logged once that is over", async () => {
  const failNow = (): void =>
    queueMicrotask(() => {
      throw new Error("at load");
    });
  await expect(createEngine({ modules: brokenLater(failNow), dataDir: ":memory:" })).rejects.toThrow(
    "A module failed while it was loaded: Uncaught Error: at load",
  );
  let throwLater = (): void => undefined;
  const engine = await createEngine({
    modules: brokenLater(
      () =>
        (throwLater = AsyncResource.bind(
          () =>
            void setImmediate(() => {
              throw new Error("long after");
            }),
        )),
    ),
    dataDir: ":memory:",
    logger,
  });
  throwLater();
  await eventually(() => lines.length > 0, "the line");
  expect(await engine.mutation("broken:ok")).toBe("ok");
  expect(lines).toMatchObject([
    { message: "a module failed after it had been loaded", error: expect.stringContaining("long after") as string },
  ]);
  await engine.close();
});

test("[LAT5] an HTTP action that fails late before it answers is a 500, afterwards its answer is cut off", async () => {
  const { url } = await world.serve();
  const silent = await fetch(`${url}/http/silent?moment=timeout`);
  expect([silent.status, ((await silent.json()) as { code: string }).code]).toEqual([
    500,
    expect.stringContaining("uncaughtException: Error: late trouble"),
  ]);
  const middle = await fetch(`${url}/http/middle?moment=timeout`);
  expect(middle.status).toBe(200);
  await expect(middle.text()).rejects.toThrow();
  expect(lines.map(({ message }) => message)).toEqual([
    "an HTTP action failed",
    "an HTTP action failed while it answered",
  ]);
});

test("[LAT5] an HTTP action goes on calling functions while it streams", async () => {
  const http = httpRouter();
  const handler = httpAction(async (ctx) => {
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(new TextEncoder().encode(await ctx.runAction("answer:it" as never)));
        controller.close();
      },
    });
    return new Response(body);
  });
  http.route({ path: "/calls", method: "GET", handler });
  const engine = await createEngine({
    modules: {
      http: async () => ({ default: http }),
      answer: async () => ({ it: action({ handler: async () => "called" }) }),
    },
    dataDir: ":memory:",
  });
  expect(await (await engine.fetch(new Request("http://x/http/calls"))).text()).toBe("called");
  await engine.close();
});
