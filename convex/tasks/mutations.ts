/** What people do with tasks. */

import { v } from "convex/values";
import { guardedMutation, type ViewerMutationCtx } from "../access/functions";
import { attributionOf } from "../core/audit/model";
import { liveExecutor } from "../process/executing/executor";
import { planNow } from "../process/executing/planning";
import * as taskWork from "../process/executing/taskWork";
import { loadVisible } from "../process/steps/circle";
import type { Step } from "../process/steps/step";

const taskId = v.string();

function stepOf(ctx: ViewerMutationCtx): Step {
  const at = Date.now();
  return { ctx, at, by: attributionOf(ctx.viewer), executor: liveExecutor(ctx, at) };
}

/** Takes a manual task for oneself. */
export const claim = guardedMutation("tasks.workOwn", {
  args: { taskId },
  returns: v.null(),
  handler: async (ctx, args) => {
    await taskWork.claim(stepOf(ctx), await taskWork.loadVisibleTask(ctx, args.taskId), ctx.viewer.person);
    return null;
  },
});

/** Gives a manual task to somebody else. */
export const assign = guardedMutation("tasks.workOwn", {
  args: { taskId, personId: v.id("people"), reason: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await taskWork.assign(stepOf(ctx), await taskWork.loadVisibleTask(ctx, args.taskId), args.personId, args.reason);
    return null;
  },
});

/** Reports a manual task as done, with what shows it. */
export const completeManual = guardedMutation("tasks.workOwn", {
  args: { taskId, evidence: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await taskWork.complete(
      stepOf(ctx),
      await taskWork.loadVisibleTask(ctx, args.taskId),
      ctx.viewer.person,
      args.evidence,
    );
    return null;
  },
});

/** Reports a manual task as failed. */
export const failManual = guardedMutation("tasks.workOwn", {
  args: { taskId, reason: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await taskWork.fail(stepOf(ctx), await taskWork.loadVisibleTask(ctx, args.taskId), args.reason);
    return null;
  },
});

/**
 * Tries a failed task again, also beyond its attempts. `makeNewPlan` drops the approved plan, because the account moved
 * on.
 */
export const retry = guardedMutation("tasks.workOwn", {
  args: { taskId, reason: v.string(), makeNewPlan: v.optional(v.boolean()) },
  returns: v.null(),
  handler: async (ctx, args) => {
    await taskWork.retry(
      stepOf(ctx),
      await taskWork.loadVisibleTask(ctx, args.taskId),
      args.reason,
      args.makeNewPlan === true,
    );
    return null;
  },
});

/**
 * Makes the dry runs that a request still lacks, now instead of when they are due again; answers how many.
 *
 * @throws `rate-limited` beyond MAX_DRY_RUNS an hour: each asks an outside system.
 */
export const planAgain = guardedMutation("requests.comment", {
  args: { requestId: v.id("requests") },
  returns: v.number(),
  handler: async (ctx, args) => {
    const { request } = await loadVisible(ctx, ctx.viewer, args.requestId);
    return await planNow({ ...stepOf(ctx), ctx }, request, ctx.viewer.person._id);
  },
});

/** Declares a failed task done manually; never an approval. */
export const resolve = guardedMutation("tasks.workOwn", {
  args: { taskId, reason: v.string(), evidence: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await taskWork.resolve(stepOf(ctx), await taskWork.loadVisibleTask(ctx, args.taskId), args.reason, args.evidence);
    return null;
  },
});
