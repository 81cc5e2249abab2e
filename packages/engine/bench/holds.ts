/** How long one read holds the event loop: in one go, and in slices, by turns, over as many rows as a large portal has. */

import { join } from "node:path";
import { defineSchema, defineTable, mutationGeneric as mutation, queryGeneric as query } from "convex/server";
import { v } from "convex/values";
import { createEngine } from "../src/engine.ts";
import type { Engine } from "../src/options.ts";
import type { Figure } from "./report.ts";
import type { SideName } from "./side.ts";

const PER_CALL = 2500;
const GOAL_MS = 20;

const schema = defineSchema({
  rows: defineTable({ n: v.number(), text: v.string(), state: v.string() })
    .index("by_state", ["state"])
    .searchIndex("by_text", { searchField: "text" }),
  requests: defineTable({ number: v.number(), isOpen: v.boolean(), searchText: v.string(), rest: v.any() })
    .index("by_open", ["isOpen", "number"])
    .searchIndex("by_text", { searchField: "searchText" }),
});

const searched = (ctx: any, words: string) =>
  ctx.db.query("rows").withSearchIndex("by_text", (q: any) => q.search("text", words));

const openRequests = (ctx: any) => ctx.db.query("requests").withIndex("by_open", (q: any) => q.eq("isOpen", true));

/** Reads of a list over all rows. Every third row has the word `finance`, every third other one `report`. */
const READS: Readonly<Record<string, (ctx: any) => Promise<readonly unknown[]>>> = {
  "search for one word that a third has": async (ctx) => await searched(ctx, "finance ").take(50),
  "search for two such words": async (ctx) => await searched(ctx, "finance report").take(50),
  "a page of 50 rows found by a filter": async (ctx) =>
    (
      await ctx.db
        .query("rows")
        .filter((q: any) => q.eq(q.field("n"), 20_000))
        .paginate({ numItems: 50, cursor: null, maximumRowsRead: 30_000 })
    ).page,
  "a filter over 30,000 rows": async (ctx) =>
    await ctx.db
      .query("rows")
      .withIndex("by_state", (q: any) => q.eq("state", "open"))
      .filter((q: any) => q.eq(q.field("n"), -1))
      .collect(),
  "20,000 rows collected, counted": async (ctx) => [(await ctx.db.query("rows").take(20_000)).length],
  "20,000 rows collected and answered": async (ctx) => await ctx.db.query("rows").take(20_000),
  "a page of 50 requests found by a filter": async (ctx) =>
    (
      await openRequests(ctx)
        .filter((q: any) => q.gt(q.field("number"), 20_000))
        .paginate({ numItems: 50, cursor: null, maximumRowsRead: 30_000 })
    ).page,
  "search of requests for one word that a third has": async (ctx) =>
    await ctx.db
      .query("requests")
      .withSearchIndex("by_text", (q: any) => q.search("searchText", "finance "))
      .take(50),
  "2,000 requests collected and answered": async (ctx) => await openRequests(ctx).take(2_000),
  "an answer of 1 MB": async () => answerOf(1),
  "an answer of 4 MB": async () => answerOf(4),
};

/** Rows of a list with a text in each, so many megabytes as text. What the caller makes of it is in the hold, too. */
function answerOf(megabytes: number): readonly unknown[] {
  const note = "Needed for the report of the month, “soon”. ".repeat(4);
  return Array.from({ length: megabytes * 4000 }, (_, n) => ({ n, note, state: n % 3 ? "open" : "closed", at: n }));
}

/** A request as a portal keeps it: 1.2 kB of names, people, an answered form and times. */
function requestOf(n: number): Record<string, unknown> {
  const person = (role: number): string => `k57${String(n * 7 + role).padStart(29, "0")}`;
  const at = 1_790_000_000_000 + n * 60_000;
  const title = `Read access to table ${n}${n % 3 === 0 ? " of finance" : ""} for Alex Example`;
  const people = { requesterId: person(1), beneficiaryId: person(2), createdById: person(1), lastEditorId: person(3) };
  const form = {
    table: `warehouse.reports.table_${n}`,
    columns: ["customer", "amount", "booked_at", "region"],
    justification: "Needed for the monthly report of the team, which the area asks for until the tenth. ".repeat(3),
    days: 90,
  };
  const names = { key: `REQ-${n}`, typeId: "tableAccess", title, ownTitle: title, target: form.table };
  const times = { createdAt: at, submittedAt: at + 1, updatedAt: at + 2, dueAt: at + 86_400_000 };
  const costs = { costEstimate: { amountMinor: 1250, currency: "EUR" }, hasCost: true, risk: "medium", level: "read" };
  const rest = {
    ...names,
    ...people,
    ...times,
    ...costs,
    form,
    formHash: "a3".repeat(32),
    status: "In progress",
    version: 3,
  };
  return { number: n, isOpen: n % 10 < 7, searchText: `REQ-${n} ${title} tableAccess`, rest };
}

const functions = {
  fill: mutation(async (ctx, { from, to }: any) => {
    for (let n = from as number; n < to; n++) {
      const text = `Access to table ${n}${n % 3 === 0 ? " of finance" : ""}${n % 3 === 1 ? " for a report" : ""}`;
      await ctx.db.insert("rows", { n, text, state: n % 10 < 3 ? "open" : "closed" });
      await ctx.db.insert("requests", requestOf(n) as any);
    }
  }),
  read: query(async (ctx, { how }: any) => await READS[how]!(ctx)),
};

interface Hold {
  readonly ms: number;
  /** Processor time of this thread: what others did on the machine meanwhile is not in it. */
  readonly cpuMs: number;
}

type Holds = Record<string, Hold[]>;

/** The longest hold of each read. */
export async function holds(root: string, rows: number, rounds: number): Promise<Figure[]> {
  const modules = { functions: async () => functions, schema: async () => ({ default: schema }) };
  const open = (limits: object): Promise<Engine> =>
    createEngine({ modules, dataDir: join(root, "holds"), limits: { bytesRead: Infinity, ...limits } });
  const filling = await open({});
  for (let from = 0; from < rows; from += PER_CALL)
    await filling.mutation("functions:fill", { from, to: Math.min(from + PER_CALL, rows) });
  await filling.close();
  const taken: Record<SideName, Holds> = { floor: {}, engine: {} };
  for (let round = 0; round <= rounds; round++) {
    for (const side of ["floor", "engine"] as const) {
      const engine = await open(side === "floor" ? { sliceMs: Infinity } : {});
      for (const how of Object.keys(READS)) {
        const held = await longestHold(() => engine.query("functions:read", { how }));
        if (round > 0) (taken[side][how] ??= []).push(held); // The first round warms up the code.
      }
      await engine.close();
    }
  }
  return Object.keys(READS).flatMap((how) => {
    const { floor = [], engine = [] } = { floor: taken.floor[how], engine: taken.engine[how] };
    const roundsOf = (of: (hold: Hold) => number) => ({ floor: floor.map(of), engine: engine.map(of) });
    return [
      { name: `${how}: longest hold`, unit: "ms", rounds: roundsOf(({ ms }) => ms), goal: { atMost: GOAL_MS } },
      // What of the figure above others on the machine have not caused.
      {
        name: `${how}: CPU of a hold at most`,
        unit: "ms",
        rounds: roundsOf(({ cpuMs }) => cpuMs),
        goal: { atMost: GOAL_MS },
      },
    ];
  });
}

/** The longest time between two turns of the event loop until the work is done. */
export async function longestHold(start: () => Promise<unknown>): Promise<Hold> {
  const cpuNow = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  await new Promise((resolve) => setImmediate(resolve));
  let [before, cpuBefore] = [performance.now(), cpuNow()];
  let [ms, cpuMs] = [0, 0];
  let isOver = false;
  const ended = start().finally(() => (isOver = true));
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    const [now, cpu] = [performance.now(), cpuNow()];
    ms = Math.max(ms, now - before);
    cpuMs = Math.max(cpuMs, cpu - cpuBefore);
    [before, cpuBefore] = [now, cpu];
  }
  await ended;
  return { ms, cpuMs };
}
