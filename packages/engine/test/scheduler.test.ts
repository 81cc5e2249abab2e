import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { actionGeneric, cronJobs, internalMutationGeneric, makeFunctionReference, queryGeneric } from "convex/server";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { silentLogger } from "../src/lib/log.ts";
import { readRows, systemRange, type SchedulerContext } from "../src/scheduler/context.ts";
import { forgetOld } from "../src/scheduler/housekeeping.ts";
import { createTestEngine, type TestEngine } from "../src/testing/index.ts";
import { openTestDatabase } from "../src/transactions/testing.ts";
import { eventually, fixtureModules } from "./support.ts";

let world: TestEngine;
beforeEach(async () => void (world = await createTestEngine({ modules: fixtureModules })));
afterEach(async () => await world.close());

const jobs = (): Promise<string[]> => world.engine.query("messages:list", { channel: "jobs" });
const state = async (id: string): Promise<string> => (await world.engine.query("jobs:state", { id })).state.kind;

test("[JOB1] a job runs when it is due, and its row tells", async () => {
  const id = await world.engine.mutation("jobs:later", { delayMs: 5_000, body: "due" });
  await world.engine.scheduler.idle();
  expect(await jobs()).toEqual([]);
  expect(await world.engine.query("jobs:state", { id })).toMatchObject({
    _id: id,
    name: "jobs.js:append",
    args: [{ body: "due" }],
    scheduledTime: world.clock.nowMs() + 5_000,
    state: { kind: "pending" },
  });
  world.clock.advance(5_000);
  await world.engine.scheduler.idle();
  expect(await jobs()).toEqual(["due"]);
  expect(await world.engine.query("jobs:state", { id })).toMatchObject({
    state: { kind: "success" },
    completedTime: world.clock.nowMs(),
  });
});

test("jobs that are held run once the scheduler is started, and none before", async () => {
  const held = await createTestEngine({ modules: fixtureModules, holdsJobs: true });
  onTestFinished(() => held.close());
  const said = async () => await held.engine.query("messages:list", { channel: "jobs" });
  await held.engine.mutation("jobs:later", { delayMs: 0, body: "held" });
  await held.engine.scheduler.idle();
  expect(await said()).toEqual([]);
  await held.engine.scheduler.start();
  await held.engine.scheduler.start();
  await held.engine.scheduler.idle();
  expect(await said()).toEqual(["held"]);
});

test("[JOB2] a job scheduled by a transaction that fails does not exist", async () => {
  await expect(world.engine.mutation("jobs:thenThrow")).rejects.toThrow("after scheduling");
  await world.engine.scheduler.idle();
  expect(await jobs()).toEqual([]);
});

test("[JOB3] a canceled job does not run", async () => {
  const id = await world.engine.mutation("jobs:later", { delayMs: 1_000, body: "no" });
  await world.engine.mutation("jobs:cancel", { id });
  world.clock.advance(2_000);
  await world.engine.scheduler.idle();
  expect(await state(id)).toBe("canceled");
  expect(await jobs()).toEqual([]);
});

test("[JOB4] a job that throws is failed and not run again", async () => {
  const id = await world.engine.mutation("jobs:laterFailing");
  await world.engine.scheduler.idle();
  world.clock.advance(60_000);
  await world.engine.scheduler.idle();
  const row = await world.engine.query("jobs:state", { id });
  expect(row.state.kind).toBe("failed");
  expect(row.state.error).toContain("Uncaught Error: job trouble");
  expect(await jobs()).toEqual([]);
});

test("[JOB5] actions are scheduled, and schedule", async () => {
  const id = await world.engine.mutation("jobs:laterAction", { delayMs: 0, body: "one" });
  await world.engine.action("jobs:scheduleFromAction", { body: "two" });
  await world.engine.scheduler.idle();
  expect((await jobs()).sort()).toEqual(["one", "two"]);
  expect(await state(id)).toBe("success");
});

test("[JOB6] jobs survive a restart: pending ones run once, an interrupted action is failed", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "engine-test-"));
  const first = await createTestEngine({ modules: fixtureModules, dataDir });
  const pending = await first.engine.mutation("jobs:later", { delayMs: 1_000, body: "after restart" });
  const action = await first.engine.mutation("jobs:laterStuck", {});
  const before = first.engine.figures().commits;
  first.clock.advance(0);
  await eventually(() => first.engine.figures().commits > before, "the start of the action");
  expect((await first.engine.query("jobs:state", { id: action })).state.kind).toBe("inProgress");
  await first.close();
  const second = await createTestEngine({ modules: fixtureModules, dataDir, now: first.clock.nowMs() + 1_000 });
  await second.engine.scheduler.idle();
  expect((await second.engine.query("jobs:state", { id: pending })).state.kind).toBe("success");
  expect((await second.engine.query("jobs:state", { id: action })).state).toEqual({
    kind: "failed",
    error: "Transient error while executing action",
  });
  expect(await second.engine.query("messages:list", { channel: "jobs" })).toEqual(["after restart"]);
  await second.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const tickReference = makeFunctionReference<"mutation">("tick:tick");
const tickActionReference = makeFunctionReference<"action">("tick:tickAction");

const cronModules = (define: (crons: ReturnType<typeof cronJobs>) => void) => {
  const crons = cronJobs();
  define(crons);
  const tick = internalMutationGeneric({
    handler: async (ctx) => void (await ctx.db.insert("ticks", { at: Date.now() })),
  });
  const tickAction = actionGeneric({ handler: async (ctx) => void (await ctx.runMutation(tickReference)) });
  const times = queryGeneric({ handler: async (ctx) => (await ctx.db.query("ticks").collect()).map(({ at }) => at) });
  return { tick: async () => ({ tick, tickAction, times }), crons: async () => ({ default: crons }) };
};

async function cronWorld(
  define: (crons: ReturnType<typeof cronJobs>) => void,
): Promise<{ times(): Promise<number[]>; step(ms: number): Promise<void> }> {
  await world.close();
  world = await createTestEngine({ modules: cronModules(define) });
  return {
    times: () => world.engine.query("tick:times"),
    step: async (ms) => {
      world.clock.advance(ms);
      await world.engine.scheduler.idle();
    },
  };
}

test("[CRN1] an interval runs at deploy and then every interval", async () => {
  const { times, step } = await cronWorld((crons) => crons.interval("tick", { seconds: 30 }, tickReference));
  const start = world.clock.nowMs();
  await step(0);
  await step(30_000);
  await step(30_000);
  expect(await times()).toEqual([start, start + 30_000, start + 60_000]);
});

test("[CRN2] late runs are skipped, not piled up", async () => {
  const { times, step } = await cronWorld((crons) => crons.interval("tick", { minutes: 1 }, tickActionReference));
  await step(0);
  world.clock.set(world.clock.nowMs() + 10 * 60_000);
  await step(60_000);
  expect((await times()).length).toBe(2);
  await step(60_000);
  expect((await times()).length).toBe(3);
});

test("[CRN2] runs that come due while an action of the same cron goes on are skipped, not run when it ends", async () => {
  const crons = cronJobs();
  crons.interval("slow", { minutes: 1 }, makeFunctionReference<"action">("slow:run"));
  const started: number[] = [];
  let end: () => void = () => undefined;
  const run = actionGeneric({
    handler: async () => {
      started.push(world.clock.nowMs());
      await new Promise<void>((resolve) => (end = resolve));
    },
  });
  await world.close();
  world = await createTestEngine({ modules: { slow: async () => ({ run }), crons: async () => ({ default: crons }) } });
  const begunMs = world.clock.nowMs();
  world.clock.advance(0);
  await eventually(() => started.length === 1, "the first run");
  const before = world.engine.figures().commits;
  world.clock.advance(90_000);
  end();
  await eventually(() => world.engine.figures().commits > before, "the end of the first run");
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toHaveLength(1);
  world.clock.advance(30_000);
  await eventually(() => started.length === 2, "the second run");
  expect(started.map((at) => at - begunMs)).toEqual([0, 120_000]);
  end();
});

test("[CRN3] hourly, daily and cron expressions run at their UTC minute", async () => {
  const { times, step } = await cronWorld((crons) => {
    crons.daily("daily", { hourUTC: 14, minuteUTC: 15 }, tickReference);
    crons.cron("quarter", "30 13 * * mon-fri", tickReference);
  });
  const noon = world.clock.nowMs();
  for (let quarter = 0; quarter < 16; quarter++) await step(15 * 60_000);
  expect(await times()).toEqual([noon + 90 * 60_000, noon + 135 * 60_000]);
});

test("[CRN4] an unchanged cron keeps its clock over a deploy, a removed one stops", async () => {
  const { times, step } = await cronWorld((crons) => crons.interval("tick", { minutes: 1 }, tickReference));
  await step(0);
  await step(30_000);
  await world.engine.deploy(cronModules((crons) => crons.interval("tick", { minutes: 1 }, tickReference)));
  await step(30_000);
  expect((await times()).length).toBe(2);
  await world.engine.deploy(cronModules(() => undefined));
  await step(600_000);
  expect((await times()).length).toBe(2);
});

test("[TX11] a pass over old records goes on until none is left", async () => {
  const { db, clock } = openTestDatabase();
  onTestFinished(() => db.close());
  const response = (): { resultJson: string; logLines: string[] } => ({ resultJson: "null", logLines: [] });
  const key = (requestId: number) => ({ sessionId: "s", requestId });
  const finished = {
    name: "a.js:b",
    args: [{}],
    scheduledTime: 5,
    completedTime: clock.nowMs(),
    state: { kind: "success" },
  };
  await db.committer.run(async (tx) => {
    for (let i = 0; i < 2_100; i++) tx.system.insert("_scheduled_functions", finished);
  });
  await Promise.all(
    Array.from({ length: 2_100 }, (_, i) => db.committer.run(async () => null, { key: key(i), response })),
  );
  clock.advance(15 * 24 * 3_600_000);
  const context = { clock, committer: db.committer, snapshot: () => db.snapshot() };
  await forgetOld(context as unknown as SchedulerContext);
  expect([0, 1_050, 2_099].map((i) => db.committer.recorded(key(i)))).toEqual([null, null, null]);
  expect(readRows(context, systemRange("_scheduled_functions.by_completed", [], 5))).toEqual([]);
});

test("[JOB1] one that is due while no state can be read runs as soon as one can", async () => {
  const gate = Promise.withResolvers<void>();
  const waits = queryGeneric({ handler: async () => await gate.promise });
  await world.close();
  world = await createTestEngine({
    modules: { ...fixtureModules, slow: async () => ({ waits }) },
    logger: silentLogger,
  });
  await world.engine.mutation("jobs:later", { delayMs: 5_000, body: "due" });
  const asked: Promise<unknown>[] = [];
  let refusal: unknown = null;
  while (refusal === null) {
    asked.push(world.engine.query("slow:waits").catch((error: unknown) => (refusal = error)));
    await world.engine.mutation("messages:send", { channel: "a", body: "x" });
  }
  world.clock.advance(5_000);
  gate.resolve();
  await Promise.all(asked);
  world.clock.advance(1_000);
  await world.engine.scheduler.idle();
  expect(await jobs()).toEqual(["due"]);
});
