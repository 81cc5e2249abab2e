/**
 * The executor of this installation. Approvals and manual tasks wait for people; a connector task is
 * worked on by an action, a task of the portal's own by a mutation or by the action that reads back. Each
 * job names the attempt it belongs to, so a result that comes after its lease was lost changes nothing (T3).
 */

import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { SYSTEM } from "../../core/audit/model";
import { loadRequest } from "../../core/requests/model";
import { loadTask, tasksOf, tasksWithLeaseBefore } from "../../core/tasks/model";
import { executorOf, LEASE_GRACE_MS } from "../../core/tasks/rules";
import { impossible } from "../../lib/pure/impossible";
import { durationText } from "../../lib/pure/time";
import { settle } from "../settling/model";
import { failTask, retryTask } from "../settling/taskMoves";
import { tellWorkers } from "../steps/owners";
import type { Executor, Step } from "../steps/step";
import { signInWork } from "./signIn";

/** Overdue tasks failed per transaction; what is left follows in the next one. */
const SWEEP_BATCH = 50;

type ExecutorCtx = Pick<MutationCtx, "db" | "scheduler">;

/** Executes with the scheduler, in the transaction that starts the task. */
export function liveExecutor(ctx: ExecutorCtx, now: number): Executor {
  return {
    run: (task) => run(ctx, task, now),
    retry: async (task) => {
      const at = Math.max(now, task.retryAt ?? now);
      await ctx.scheduler.runAt(at, internal.workflow.internal.retryFailedTask, {
        taskId: task._id,
        attempt: task.attempt,
      });
    },
    plan: async (requestId) => {
      const hasWork = (await tasksOf(ctx, requestId)).some(
        (task) => executorOf(task) === "connector" && task.status === "Not Started" && task.plan === undefined,
      );
      if (hasWork) await ctx.scheduler.runAfter(0, internal.workflow.actions.planTasks, { requestId });
    },
    follow: async (requestId) => {
      await ctx.scheduler.runAfter(0, internal.requests.internal.followDomain, { requestId });
    },
    compensate: async (requestId) => {
      await ctx.scheduler.runAfter(0, internal.workflow.actions.compensateRequest, { requestId });
    },
  };
}

async function run(ctx: ExecutorCtx, task: Doc<"requestTasks">, now: number): Promise<void> {
  const job = { taskId: task._id, attempt: task.attempt };
  const executor = executorOf(task);
  switch (executor) {
    case "connector":
      await ctx.scheduler.runAfter(0, internal.workflow.actions.executeTask, job);
      return;
    case "portal":
      // What outside systems hold is read by an action; the sign-in reports by itself, before that.
      if (task.type === "verify" && signInWork(await tasksOf(ctx, task.requestId)).length === 0)
        await ctx.scheduler.runAfter(0, internal.workflow.actions.verifyTask, job);
      else await ctx.scheduler.runAfter(0, internal.workflow.internal.runPortalTask, job);
      return;
    case "manual":
      return await tellWorkers(ctx, task, now);
    case "approval":
    case null:
      return;
    default:
      impossible(executor);
  }
}

/** A step of the portal itself, executed for real. */
export function systemStep(ctx: ExecutorCtx, at: number): Step {
  return { ctx, at, by: SYSTEM, executor: liveExecutor(ctx, at) };
}

/** The backoff of a failed task is over. Anything that happened to it since then wins. */
export async function retryFailedTask(step: Step, taskId: Id<"requestTasks">, attempt: number): Promise<void> {
  const task = await step.ctx.db.get(taskId);
  const isStillDue =
    task !== null && task.status === "Failed" && task.attempt === attempt && task.retryAt !== undefined;
  if (isStillDue) await retryTask(step, task, "system", `Attempt ${attempt} of ${task.maxAttempts} failed`);
}

/** One batch of what the sweeper sees to, and whether more may be waiting. */
interface Batch {
  readonly ids: Id<"requestTasks">[];
  readonly hasMore: boolean;
}

function batchOf(found: readonly Doc<"requestTasks">[]): Batch {
  return { ids: found.map(({ _id }) => _id), hasMore: found.length === SWEEP_BATCH };
}

/** Running tasks whose lease and grace are over. */
export async function overdueTasks({ ctx, at }: Step): Promise<Batch> {
  return batchOf(await tasksWithLeaseBefore(ctx, at - LEASE_GRACE_MS, SWEEP_BATCH));
}

/** Fails a task whose lease and grace are over. */
export async function failOverdue(step: Step, taskId: Id<"requestTasks">): Promise<void> {
  const task = await step.ctx.db.get(taskId);
  // An earlier one of the batch may have ended the request, and this task with it.
  if (task?.status === "Running")
    await failTask(step, task, { outcome: "timed_out", error: timeoutText(task, step.at) });
}

/** Approvals that can no longer be taken back. A job lets their requests go on on the second; these are left over. */
export async function heldTasks({ ctx, at }: Step): Promise<Batch> {
  const over = await ctx.db
    .query("requestTasks")
    .withIndex("by_hold", (q) => q.gt("holdUntil", 0).lte("holdUntil", at))
    .take(SWEEP_BATCH);
  return batchOf(over);
}

/** Lets go on what waited until an approval could no longer be taken back. */
export async function endHoldOf(step: Step, taskId: Id<"requestTasks">): Promise<void> {
  const { requestId } = await loadTask(step.ctx, taskId);
  await step.ctx.db.patch(taskId, { holdUntil: undefined });
  const request = await loadRequest(step.ctx, requestId);
  if (request.isOpen) await settle(step, request);
}

function timeoutText(task: Doc<"requestTasks">, now: number): string {
  return `${task.title} gave no result within ${durationText(now - (task.startedAt ?? now))}`;
}
