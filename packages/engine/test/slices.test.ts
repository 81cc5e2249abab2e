/** Long reads take a slice per turn of the event loop, and nobody who reads can tell. */

import { defineSchema, defineTable, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
import { expect, onTestFinished, test } from "vitest";
import type { Execution } from "../src/functions/execution.ts";
import { allInSlices, inSlices } from "../src/functions/slices.ts";
import { Turns } from "../src/lib/turns.ts";
import { createTestEngine, type TestEngine } from "../src/testing/index.ts";
import type { Work } from "../src/transactions/types.ts";
import { eventually } from "./support.ts";

const ROWS = 3000;
/** A word that every row has, and one that every third has. */
const WORDS = "apple pear";

const schema = defineSchema({
  rows: defineTable({ n: v.number(), body: v.string() })
    .index("by_n", ["n"])
    .searchIndex("by_body", { searchField: "body" }),
});

const searched = (ctx: any) => ctx.db.query("rows").withSearchIndex("by_body", (q: any) => q.search("body", WORDS));
const numbers = (rows: readonly any[]): number[] => rows.map(({ n }) => n as number);

/** Reads that look at every row. */
const READS: Readonly<Record<string, (ctx: any) => Promise<number[]>>> = {
  collected: async (ctx) => numbers(await ctx.db.query("rows").withIndex("by_n").collect()),
  filtered: async (ctx) =>
    numbers(
      await ctx.db
        .query("rows")
        .filter((q: any) => q.eq(q.field("n"), 7))
        .collect(),
    ),
  "asked for one by one": async (ctx) => {
    const found: any[] = [];
    for await (const row of ctx.db.query("rows").withIndex("by_n").order("desc")) found.push(row);
    return numbers(found);
  },
  "a page of rows that are hard to find": async (ctx) =>
    numbers(
      (
        await ctx.db
          .query("rows")
          .filter((q: any) => q.gte(q.field("n"), ROWS - 2))
          .paginate({ numItems: 10, cursor: null })
      ).page,
    ),
  ranked: async (ctx) => numbers(await searched(ctx).take(20)),
  "ranked in pages": async (ctx) => numbers((await searched(ctx).paginate({ numItems: 700, cursor: null })).page),
};

const rows = {
  fill: mutation(async (ctx) => {
    for (let n = 0; n < ROWS; n++)
      await ctx.db.insert("rows", { n, body: `apple ${n % 3 === 0 ? "pear " : ""}${"filler ".repeat(n % 7)}` });
  }),
  add: mutation(async (ctx, { n }: any) => void (await ctx.db.insert("rows", { n, body: "apple" }))),
  read: query(async (ctx, { how }: any) => await READS[how]!(ctx)),
  readAndAdd: mutation(async (ctx, { how }: any) => {
    const before = READS[how]!(ctx);
    const added = ctx.db.insert("rows", { n: 7, body: "apple pear pear pear" });
    return [await before, (await added) !== null, await READS[how]!(ctx)];
  }),
  /** Two reads and a get at once; in which order they were answered. */
  together: query(async (ctx) => {
    const order: string[] = [];
    const ended = async (name: string, work: Promise<unknown>): Promise<void> => {
      await work;
      order.push(name);
    };
    const stream: any = ctx.db.query("rows").withIndex("by_n");
    const iterator = stream[Symbol.asyncIterator]();
    await Promise.all([
      ended("long", READS["collected"]!(ctx)),
      ended("first", ctx.db.query("rows").first()),
      ended("ranked", READS["ranked"]!(ctx)),
      ended("next", iterator.next()),
      ended("return", iterator.return()),
    ]);
    return order;
  }),
  /** Answers without waiting for what it asked for. */
  left: query(async (ctx) => {
    void READS["collected"]!(ctx);
    return "answered";
  }),
  /** Fails while a read is under way. */
  failing: query(async (ctx) => {
    void READS["collected"]!(ctx).catch(() => undefined);
    await Promise.resolve();
    throw new Error("failed meanwhile");
  }),
};

/** Rows in an engine that lets the loop turn after every step of a read, or never before its end. */
async function aWorld(sliceMs: number, isThroughText = false): Promise<TestEngine> {
  const world = await createTestEngine({
    modules: { rows: async () => rows, schema: async () => ({ default: schema }) },
    limits: { sliceMs },
    isThroughText,
  });
  onTestFinished(() => world.close());
  await world.engine.mutation("rows:fill");
  return world;
}

const read = (world: TestEngine, how: string): Promise<unknown> => world.engine.query("rows:read", { how });

/** Turns of the event loop while something goes on. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  const ended = work.finally(() => (isOver = true));
  let turns = 0;
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  await ended;
  return turns;
}

test("[SLI1] every long read lets the event loop turn, by either path, and a short one does not", async () => {
  for (const isThroughText of [false, true]) {
    const world = await aWorld(0, isThroughText);
    for (const how of Object.keys(READS))
      expect(await turnsDuring(read(world, how)), `${how}, through text: ${isThroughText}`).toBeGreaterThan(5);
    const short = world.engine.run(async (ctx) => await ctx.db.query("rows").take(50));
    expect(await turnsDuring(short)).toBeLessThan(5);
  }
});

test("[SLI1] a mutation and a short query asked for behind a long read are answered before it", async () => {
  const world = await aWorld(0);
  const order: string[] = [];
  const ended = async (name: string, work: Promise<unknown>): Promise<void> => {
    await work;
    order.push(name);
  };
  await Promise.all([
    ended("long", read(world, "collected")),
    ended("mutation", world.engine.mutation("rows:add", { n: 1 })),
    ended(
      "short",
      world.engine.run(async (ctx) => await ctx.db.query("rows").first()),
    ),
  ]);
  expect(order.at(-1)).toBe("long");
});

test("[SLI2] reads in slices answer as those in one go, in the order they were issued", async () => {
  const worlds = [await aWorld(Infinity), await aWorld(0), await aWorld(0, true)];
  for (const how of Object.keys(READS)) {
    const [whole, ...sliced] = await Promise.all(worlds.map((world) => read(world, how)));
    expect((whole as number[]).length).toBeGreaterThan(0);
    for (const answer of sliced) expect(answer, how).toEqual(whole);
  }
  const order = (await worlds[1]?.engine.query("rows:together")) as string[];
  expect(order.indexOf("long")).toBeLessThan(order.indexOf("first"));
});

test("[SLI2] what a mutation writes behind a long read is not seen by it, and by the next one", async () => {
  for (const isThroughText of [false, true]) {
    const worlds = [await aWorld(Infinity, isThroughText), await aWorld(0, isThroughText)];
    for (const how of ["collected", "filtered", "ranked"]) {
      const [whole, sliced] = await Promise.all(
        worlds.map((world) => world.engine.mutation("rows:readAndAdd", { how })),
      );
      expect(sliced, how).toEqual(whole);
      const [before, , after] = sliced as [number[], boolean, number[]];
      if (!isThroughText) expect(after).not.toEqual(before);
    }
  }
});

test("[SLI3] a long read sees the state it began with, and a live one runs again for what came meanwhile", async () => {
  const world = await aWorld(0);
  await world.serve();
  const shown: number[][] = [];
  const client = world.connect();
  client.onUpdate("rows:read" as never, { how: "collected" } as never, (value: unknown) => {
    shown.push(value as number[]);
  });
  await eventually(() => shown.length === 1, "the first result");
  for (let i = 0; i < 3; i++) {
    const before = read(world, "collected");
    await world.engine.mutation("rows:add", { n: -1 });
    expect(await before).toHaveLength(ROWS + i);
  }
  await eventually(() => shown.at(-1)?.length === ROWS + 3, "all that was added");
});

test("[SLI4] a read whose function timed out ends, and so does one that nobody waits for", async () => {
  const world = await aWorld(0);
  const late = read(world, "collected");
  const failed = late.catch((error: unknown) => String(error));
  await new Promise((resolve) => setImmediate(resolve));
  world.clock.advance(10_000);
  expect(await failed).toContain("timed out");
  await expect(world.engine.query("rows:failing")).rejects.toThrow("failed meanwhile");
  expect(await world.engine.query("rows:left")).toBe("answered");
  // The next commits need the readers of those that ended, which must be free by now.
  for (let i = 0; i < 70; i++) {
    const failing = world.engine.query("rows:failing").catch(() => undefined);
    await world.engine.mutation("rows:add", { n: i });
    await failing;
  }
  expect(await read(world, "collected")).toHaveLength(ROWS + 70);
});

test("[SLI4] not a step more is read for a function that is over", async () => {
  let steps = 0;
  const work = (function* (): Work<void> {
    for (;;) {
      steps++;
      yield;
    }
  })();
  const execution = {
    path: "a:b",
    isOver: false,
    tree: { host: { turns: new Turns(0), blocking: { active: () => undefined } } },
  };
  const read = Promise.resolve(inSlices(execution as unknown as Execution, "1.0/queryPage", work));
  const ended = read.catch((error: unknown) => String(error));
  execution.isOver = true;
  expect(await ended).toContain("1.0/queryPage was called after the function had finished");
  expect(steps).toBe(1);
});

test("[SLI1] what a function does with all it read in several slices begins in a turn after the last one", async () => {
  const turns = new Turns(0);
  const execution = {
    isOver: false,
    path: "rows:read",
    checkBudgets: () => undefined,
    tree: { host: { turns, blocking: { active: () => undefined } } },
  };
  let turn = 0;
  const next = (): void => void (turn++, (counting = setImmediate(next)));
  let counting = setImmediate(next);
  onTestFinished(() => clearImmediate(counting));
  let lastSlice = 0;
  const work = (function* (): Work<string> {
    yield;
    yield;
    lastSlice = turn;
    return "all";
  })();
  expect(await allInSlices(execution as unknown as Execution, "1.0/queryStreamNext", work)).toBe("all");
  expect(lastSlice).toBeGreaterThan(0);
  expect(turn).toBeGreaterThan(lastSlice);
});

/** A function whose read takes three slices; `inBetween` runs in the turn after the last. */
function aSlicedRead(inBetween: (execution: { isOver: boolean }, active: string[]) => void) {
  const active: string[] = [];
  const execution = {
    isOver: false,
    path: "rows:read",
    checkBudgets: () => undefined,
    tree: { host: { turns: new Turns(0), blocking: { active: (path: string) => active.push(path) } } },
  };
  const work = (function* (): Work<string> {
    yield;
    yield;
    setImmediate(() => inBetween(execution, active));
    return "all";
  })();
  return { active, all: allInSlices(execution as unknown as Execution, "1.0/queryStreamNext", work) };
}

test("[SLI4] what was read whole is not given to a function that is over by then", async () => {
  const { all } = aSlicedRead((execution) => (execution.isOver = true));
  await expect(all).rejects.toThrow();
});

test("[SLI1] what others did in between is not what holds the loop afterwards", async () => {
  const { active, all } = aSlicedRead((_, noted) => noted.push("other:short"));
  await all;
  expect(active.slice(-2)).toEqual(["other:short", "rows:read"]);
});

test("[SLI4] a mutation that times out in a long read is taken back, and the next one has its turn", async () => {
  const world = await aWorld(0);
  const late = world.engine.mutation("rows:readAndAdd", { how: "collected" });
  const failed = late.catch((error: unknown) => String(error));
  for (let i = 0; i < 4; i++) await new Promise((resolve) => setImmediate(resolve));
  world.clock.advance(10_000);
  await world.engine.mutation("rows:add", { n: 1 });
  expect(await failed).toContain("timed out");
  expect(await read(world, "collected")).toHaveLength(ROWS + 1);
});

test("[SLI4] an engine that closes lets a long read end", async () => {
  const world = await createTestEngine({
    modules: { rows: async () => rows, schema: async () => ({ default: schema }) },
    limits: { sliceMs: 0 },
  });
  await world.engine.mutation("rows:fill");
  const ended = Promise.allSettled([read(world, "collected")]);
  await world.close();
  const [end] = await ended;
  if (end.status === "fulfilled") expect(end.value).toHaveLength(ROWS);
  else expect(String(end.reason)).not.toContain("undefined");
});
