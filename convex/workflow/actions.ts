/**
 * Where the workflow meets the outside systems. Each action asks the database what to do, does it through
 * a connector, and reports. It keeps nothing: whatever must outlive the process is in a row before the
 * outside system is touched.
 */

import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { internalAction } from "../access/functions";
import { type Connector, ConnectorError, type Plan, type Ref, refOf } from "../connectors/contract/contract";
import { failureOf } from "../connectors/contract/failure";
import { connectorOf } from "../connectors/registry";
import { WORKER_BEAT_MS } from "../core/tasks/rules";
import { canonicalJson } from "../lib/pure/canonicalJson";
import type { ReadBack } from "../lib/pure/proof";
import { jsonObject } from "../lib/validators";
import type { Job } from "../process/executing/execution";

const jobs = internal.workflow.internal;

/** How often a plan that other tasks of the request have overtaken is made again within one attempt. */
const MAX_NEW_PLANS = 3;
/** More pieces of work than a request has. */
const MAX_COMPENSATIONS = 100;

/** One attempt of a connector task: plan, apply, read back. */
export const executeTask = internalAction({
  args: { taskId: v.id("requestTasks"), attempt: v.number() },
  returns: v.null(),
  handler: async (ctx, { taskId, attempt }) => {
    const job = await ctx.runMutation(jobs.beginAttempt, { taskId, attempt });
    if (job === null) return null;
    const stopBeating = beat(ctx, taskId, attempt);
    try {
      await work(ctx, { taskId, attempt }, job);
    } catch (error) {
      const isUntouched = !job.hasBegun && error instanceof ConnectorError && error.isUntouched;
      await ctx.runMutation(jobs.failAttempt, { taskId, attempt, failure: failureOf(error), isUntouched });
    } finally {
      await stopBeating();
    }
    return null;
  },
});

interface Attempt {
  readonly taskId: Id<"requestTasks">;
  readonly attempt: number;
}

async function work(ctx: ActionCtx, { taskId, attempt }: Attempt, job: Job): Promise<void> {
  const connector = connectorOf(job.system, process.env);
  const plan = (job.plan as Plan | null) ?? (await connector.plan(job.operation, job.input)); // stored as the connector made it
  // Whoever lost the task meanwhile stops here.
  if (job.plan === null && !(await ctx.runMutation(jobs.keepPlan, { taskId, attempt, plan: { ...plan } }))) return;
  const opened = [...((await connector.opens?.(job.operation, job.input)) ?? [])];
  if ((await ctx.runMutation(jobs.mayApply, { taskId, attempt, opened })) === "stop") return;
  const ref = await applyPlan(ctx, connector, { taskId, attempt }, job, plan);
  const proof = await connector.verify(ref);
  await ctx.runMutation(jobs.finishAttempt, { taskId, attempt, ref: { ...ref }, proof: { ...proof } });
}

/**
 * Applies the plan as it was approved. When it is outdated because other tasks of the same request worked
 * on the same system, it is made again; it may then hold no step that was not in the approved one.
 */
async function applyPlan(
  ctx: ActionCtx,
  connector: Connector,
  { taskId, attempt }: Attempt,
  job: Job,
  approved: Plan,
): Promise<Ref> {
  let plan = approved;
  for (let tries = 1; ; tries++) {
    try {
      return await connector.apply({ id: job.key, mayHaveBegun: job.hasBegun }, plan);
    } catch (error) {
      const isOutdated = error instanceof ConnectorError && error.code === "plan-outdated";
      if (!isOutdated || tries > MAX_NEW_PLANS || !(await ctx.runQuery(jobs.isOvertaken, { taskId }))) throw error;
      const fresh = await connector.plan(job.operation, job.input);
      if (!holdsNothingNew(fresh, approved)) throw error;
      if (!(await ctx.runMutation(jobs.keepPlan, { taskId, attempt, plan: { ...fresh } }))) throw error;
      plan = fresh;
    }
  }
}

function holdsNothingNew(fresh: Plan, approved: Plan): boolean {
  const known = new Set(approved.steps.map((step) => canonicalJson(step)));
  return fresh.steps.every((step) => known.has(canonicalJson(step)));
}

/** Says every now and then that the worker lives; answers what ends it. */
function beat(ctx: ActionCtx, taskId: Id<"requestTasks">, attempt: number): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // A beat that fails is not the work failing: the lease is asked about again before anything is applied.
    last = ctx.runMutation(jobs.renewLease, { taskId, attempt }).catch(() => undefined);
  }, WORKER_BEAT_MS);
  return async () => {
    clearInterval(timer);
    await last;
  };
}

/** Dry run: the plan of every connector task of a request that has none, or why there is none yet. */
export const planTasks = internalAction({
  args: { requestId: v.id("requests"), tries: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { requestId, tries = 1 }) => {
    let isBusy = false;
    for (const { taskId, job, obstacle } of await ctx.runQuery(jobs.tasksToPlan, { requestId })) {
      if (obstacle !== null) {
        await ctx.runMutation(jobs.keepPlan, { taskId, error: obstacle, isSwitchedOff: true });
        continue;
      }
      try {
        const connector = connectorOf(job.system, process.env);
        const plan = await connector.plan(job.operation, job.input);
        const opened = [...((await connector.opens?.(job.operation, job.input)) ?? [])];
        const error = await ctx.runQuery(jobs.whyNotOpens, { taskId, opened });
        await ctx.runMutation(jobs.keepPlan, error === null ? { taskId, plan: { ...plan } } : { taskId, error });
      } catch (error) {
        const { kind, message } = failureOf(error);
        isBusy ||= kind === "transient";
        await ctx.runMutation(jobs.keepPlan, { taskId, error: message });
      }
    }
    if (isBusy) await ctx.runMutation(jobs.planAgain, { requestId, tries });
    return null;
  },
});

/** A task that reads back what connectors did for its request. */
export const verifyTask = internalAction({
  args: {
    taskId: v.id("requestTasks"),
    attempt: v.number(),
    /** What was read elsewhere before. */
    found: v.optional(v.array(v.object({ changes: v.array(jsonObject), proof: jsonObject }))),
  },
  returns: v.null(),
  handler: async (ctx, { taskId, attempt, found: before = [] }) => {
    const refs = await ctx.runMutation(jobs.beginVerification, { taskId, attempt });
    if (refs === null) return null;
    try {
      const found = [...(before as unknown as ReadBack[])]; // as the sign-in's own read-back made it
      for (const { system, ref } of refs) {
        const applied = ref as unknown as Ref; // stored as the connector gave it
        found.push({ changes: applied.plan.diff, proof: await connectorOf(system, process.env).verify(applied) });
      }
      await ctx.runMutation(jobs.finishVerification, { taskId, attempt, found: found.map((one) => ({ ...one })) });
    } catch (error) {
      await ctx.runMutation(jobs.failAttempt, { taskId, attempt, failure: failureOf(error) });
    }
    return null;
  },
});

/** Takes back what was applied for a request that ended early, the last first. */
export const compensateRequest = internalAction({
  args: { requestId: v.id("requests") },
  returns: v.null(),
  handler: async (ctx, { requestId }) => {
    for (let count = 0; count < MAX_COMPENSATIONS; count++) {
      const next = await ctx.runMutation(jobs.nextCompensation, { requestId });
      if (next === null) return null;
      const { taskId, system, key, plan, claimedUntil } = next;
      try {
        const ref = (next.ref as Ref | undefined) ?? refOf({ id: key }, plan as unknown as Plan); // stored as the connector made them
        const proof = await connectorOf(system, process.env).compensate(ref);
        await ctx.runMutation(jobs.compensated, { taskId, key, claimedUntil, proof: { ...proof } });
      } catch (error) {
        await ctx.runMutation(jobs.compensationFailed, { taskId, key, claimedUntil, failure: failureOf(error) });
      }
    }
    return null;
  },
});
