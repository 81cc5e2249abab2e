/** An index added to a large table while another table is read. Arguments: data folder, documents. */

import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";
import { createEngine } from "../src/index.ts";
import type { BackfillRun } from "./backfill.ts";
import { answerCommands } from "./commands.ts";
import { makeTask } from "./workload.ts";

const [dataDir = "", documents = "0"] = process.argv.slice(2);
const FILL_STEP = 1000;

const before = { tasks: defineTable(v.any()), notes: defineTable({ n: v.number() }).index("by_n", ["n"]) };
const schemas = {
  before: defineSchema(before),
  after: defineSchema({ ...before, tasks: defineTable(v.any()).index("by_status", ["status", "updatedAt"]) }),
};
const engine = await createEngine({ dataDir, modules: {}, schema: schemas.before });

answerCommands({
  async run(): Promise<BackfillRun> {
    const startedMs = performance.now();
    await engine.run(async (ctx) => void (await ctx.db.insert("notes", { n: 1 })));
    for (let from = 0; from < Number(documents); from += FILL_STEP) {
      await engine.run(async (ctx) => {
        for (let i = from; i < Math.min(from + FILL_STEP, Number(documents)); i++)
          await ctx.db.insert("tasks", { ...makeTask(i) });
      });
    }
    const filledMs = performance.now();
    let isOver = false;
    let mostBytes = 0;
    const deployed = engine.deploy({ schema: async () => ({ default: schemas.after }) }).finally(() => (isOver = true));
    const times: number[] = [];
    while (!isOver) {
      const readMs = performance.now();
      await engine.query(
        async (ctx) =>
          await ctx.db
            .query("notes")
            .withIndex("by_n", (q) => q.eq("n", 1))
            .first(),
      );
      times.push(performance.now() - readMs);
      mostBytes = Math.max(mostBytes, process.memoryUsage.rss());
      await new Promise((resolve) => setImmediate(resolve));
    }
    await deployed;
    const backfillMs = performance.now() - filledMs;
    const found = await engine.query(
      async (ctx) =>
        (
          await ctx.db
            .query("tasks")
            .withIndex("by_status" as never)
            .take(10)
        ).length,
    );
    return {
      fillMs: filledMs - startedMs,
      backfillMs,
      reads: times.length,
      longestReadMs: Math.max(...times),
      residentBytes: mostBytes,
      found,
    };
  },
  stop: () => engine.close(),
});
