/** Fills the demo world. The same seed and time give the same world; a filled world is left alone. */
import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { personActor } from "../audit/model";
import { refuse } from "../lib/errors";
import { internalMutation } from "../lib/functions";
import { HOUR_MS, MINUTE_MS } from "../lib/pure/time";
import { openRequests } from "../requests/model";
import { switchConnector } from "../services/model";
import { tasksOf } from "../tasks/model";
import { retriesByItself } from "../tasks/rules";
import { liveExecutor } from "../workflow/executor";
import { beginExecution, continueExecution } from "../workflow/monitor";
import { createCast, type Cast } from "./cast";
import { STORIES } from "./plots";
import { chanceFrom } from "./random";
import { NO_EXECUTOR, type Stage } from "./stage";

const DEFAULT_SEED = 2026;
/** When the monitor ran before the world opened, in minutes before now. The first of these never finished. */
const ABANDONED_RUN = 12;
const PAST_RUNS = [4, 3, 2, 1];
/** More runs than fit between the start of the engine and the filling. */
const EARLIER_RUNS = 10;

/** Creates people, requests and monitor logs. Refused where real requests exist. */
export const fill = internalMutation({
  args: { now: v.optional(v.number()), seed: v.optional(v.number()) },
  returns: v.object({ wasFilled: v.boolean() }),
  handler: async (ctx, { now = Date.now(), seed = DEFAULT_SEED }) => {
    if (await ctx.db.query("demoWorlds").first()) return { wasFilled: false };
    if (await ctx.db.query("requests").first()) refuse({ code: "wrong-state", status: "real requests exist" });
    await ctx.db.insert("demoWorlds", { seed, filledAt: now, beats: 0, livingIds: [], archivedIds: [] });
    const stage: Stage = { ctx, cast: await createCast(ctx, now), chance: chanceFrom(seed), now, executor: NO_EXECUTOR };
    await setConnectors(ctx, stage.cast, now);
    for (const { plots, tell } of STORIES) {
      for (const plot of plots(stage)) await tell(stage, plot);
    }
    // A transaction of its own: telling the past and waking it up together would read too much for one.
    await ctx.scheduler.runAfter(0, internal.dev.seed.wakeUp, { now, superAdminId: stage.cast.superAdmin._id });
    return { wasFilled: true };
  },
});

/** What was told goes on by itself from here, and the monitor has looked at it a few times. */
export const wakeUp = internalMutation({
  args: { now: v.number(), superAdminId: v.id("people") },
  returns: v.null(),
  handler: async (ctx, { now, superAdminId }) => {
    await resume(ctx, now);
    await forgetRunsOfTheEmptyWorld(ctx);
    await runMonitorInThePast(ctx, superAdminId, now);
    return null;
  },
});

/** Airflow is off, ThoughtSpot in maintenance for a while, dbt's kill switch was pulled and released again. */
async function setConnectors(ctx: MutationCtx, { admin, superAdmin }: Cast, now: number): Promise<void> {
  const by = (person: typeof admin, at: number) => ({ actor: personActor(person), at });
  await switchConnector(ctx, "dbt", { state: "stopped" }, by(superAdmin, now - 700 * HOUR_MS));
  await switchConnector(ctx, "dbt", { state: "on" }, by(superAdmin, now - 699 * HOUR_MS));
  await switchConnector(ctx, "airflow", { state: "off" }, by(admin, now - 600 * HOUR_MS));
  await switchConnector(ctx, "thoughtspot", { state: "maintenance", until: now + 3 * HOUR_MS }, by(superAdmin, now - 600 * HOUR_MS));
}

/** From here on the real executor takes over what is running or due for another attempt. */
async function resume(ctx: MutationCtx, now: number): Promise<void> {
  const executor = liveExecutor(ctx, now);
  for (const request of await openRequests(ctx, 0, 200)) {
    for (const task of await tasksOf(ctx, request._id)) {
      // The work of a task that ran for hours in the told past begins when the world opens.
      if (task.status === "Running") await executor.run({ ...task, startedAt: Math.max(task.startedAt ?? now, now - MINUTE_MS) });
      if (retriesByItself(task)) await executor.retry(task);
    }
  }
}

/** The clock may have run before the world was there; its first visitor should not meet "No open tasks". */
async function forgetRunsOfTheEmptyWorld(ctx: MutationCtx): Promise<void> {
  for (const log of await ctx.db.query("taskMonitorLogs").take(EARLIER_RUNS)) await ctx.db.delete(log._id);
}

async function runMonitorInThePast(ctx: MutationCtx, startedById: Id<"people">, now: number): Promise<void> {
  await beginExecution(ctx, { trigger: "clock" }, now - ABANDONED_RUN * MINUTE_MS);
  for (const minutesAgo of PAST_RUNS) {
    const at = now - minutesAgo * MINUTE_MS;
    const isByHand = minutesAgo === PAST_RUNS.at(-1);
    const beginning = isByHand ? { trigger: "person" as const, startedById } : { trigger: "clock" as const };
    const { log } = await beginExecution(ctx, beginning, at);
    await continueExecution(ctx, log._id, at);
  }
}
