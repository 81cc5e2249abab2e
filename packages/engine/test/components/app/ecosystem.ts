/** Published components, used as their own documentation says. */

import { TableAggregate } from "@convex-dev/aggregate";
import { Migrations } from "@convex-dev/migrations";
import { RateLimiter } from "@convex-dev/rate-limiter";
import { WorkflowManager } from "@convex-dev/workflow";
import {
  anyApi,
  componentsGeneric,
  internalMutationGeneric as internalMutation,
  mutationGeneric as mutation,
  queryGeneric as query,
} from "convex/server";
import { v } from "convex/values";

const components: any = componentsGeneric();

const limiter = new RateLimiter(components.rateLimiter, { send: { kind: "fixed window", rate: 2, period: 60_000 } });
export const send = mutation({
  args: { fails: v.optional(v.boolean()) },
  handler: async (ctx, { fails }) => {
    const { ok } = await limiter.limit(ctx as never, "send");
    if (fails === true) throw new Error("after the limit");
    return ok;
  },
});

const scores = new TableAggregate<any>(components.aggregate, {
  sortKey: (doc: { score: number }) => doc.score,
} as never);
export const score = mutation({
  args: { name: v.string(), score: v.number() },
  handler: async (ctx, args) => {
    const id = await ctx.db.insert("scores", args);
    await scores.insert(ctx as never, (await ctx.db.get(id)) as never);
  },
});
export const standing = query({
  args: {},
  handler: async (ctx) => ({
    count: await scores.count(ctx as never),
    sum: await scores.sum(ctx as never),
    highest: ((await scores.max(ctx as never)) as { key: number } | null)?.key ?? null,
  }),
});

const migrations = new Migrations<any>(components.migrations);
export const double = migrations.define({
  table: "scores",
  migrateOne: async (_ctx: unknown, doc: { score: number }) => ({ doubled: doc.score * 2 }),
} as never);
export const migrate = internalMutation({
  args: {},
  handler: async (ctx) => void (await migrations.runOne(ctx as never, anyApi["ecosystem"]!["double"] as never)),
});
export const doubled = query({
  args: {},
  handler: async (ctx) =>
    (await ctx.db.query("scores").collect()).map((doc) => (doc["doubled"] ?? null) as number | null),
});

const workflow = new WorkflowManager(components.workflow);
const self: any = anyApi["ecosystem"];
export const remember = internalMutation({
  args: { text: v.string() },
  handler: async (ctx, { text }) => {
    await ctx.db.insert("notes", { text });
    return text.length;
  },
});
export const steps = workflow.define({
  args: { words: v.array(v.string()) },
  handler: async (step: any, { words }: { words: string[] }): Promise<number> => {
    let letters = 0;
    for (const text of words) letters += (await step.runMutation(self.remember, { text })) as number;
    await step.runMutation(self.remember, { text: `${letters} letters` });
    return letters;
  },
} as never);
export const begin = mutation({
  args: { words: v.array(v.string()) },
  handler: async (ctx, { words }) =>
    (await workflow.start(ctx as never, self.steps, { words } as never)) as unknown as string,
});
