/**
 * Attempts of connector tasks, as far as the database goes. The action that works on one calls these in
 * turn, each a transaction of its own: begin, keep the plan, ask whether it may go on, then after the
 * outside system was changed and read back, finish or fail. Whoever lost the lease is told so at each of
 * them, and its late result is kept but not applied (T3).
 *
 * The plan is kept before anything is done: an attempt that dies after its call leaves behind what the
 * next one needs to see that the work is done (T4).
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { maskedObject } from "../../core/audit/rules";
import { whyNotOpened } from "../../core/domains/opened";
import { loadRequest } from "../../core/requests/model";
import { tasksOf } from "../../core/tasks/model";
import { executorOf, hasBegun, typeOf, WORKER_LEASE_MS } from "../../core/tasks/rules";
import type { AttemptFailure, TaskFields } from "../../core/tasks/table";
import type { Plan, Proof } from "../../lib/pure/plan";
import { joinProofs } from "../../lib/pure/proof";
import { plural } from "../../lib/pure/text";
import { compensateLate } from "../ending/compensation";
import { whyNotInTime } from "../ending/endOfTime";
import { endingObstacle, obstacleOf } from "../settling/eligibility";
import { completeTask } from "../settling/model";
import { failTask, holdsLease, keepLateResult, putBackTask } from "../settling/taskMoves";
import type { Step } from "../steps/step";

/** What a worker needs to know. */
export interface Job {
  readonly system: string;
  readonly operation: string;
  readonly input: TaskFields["input"];
  readonly plan: NonNullable<TaskFields["plan"]> | null;
  /** The same for every attempt. */
  readonly key: string;
  /** Whether an earlier attempt may have sent something. */
  readonly hasBegun: boolean;
}

/** What an attempt is to do, or null when it is not its turn any more, or its system must not be touched. */
export async function beginAttempt(step: Step, taskId: Id<"requestTasks">, attempt: number): Promise<Job | null> {
  const task = await step.ctx.db.get(taskId);
  if (!task || !holdsLease(task, attempt, step.at) || (await putBackBeforeTouch(step, task))) return null;
  return jobOf(task);
}

/**
 * Puts a running task back when its kill switch was pulled, or anything else came up, since it started; answers
 * whether.
 */
export async function putBackBeforeTouch(step: Step, task: Doc<"requestTasks">): Promise<boolean> {
  const obstacle = await obstacleOf(step.ctx, await loadRequest(step.ctx, task.requestId), task, step.at);
  if (obstacle !== null) await putBackTask(step, task, obstacle);
  return obstacle !== null;
}

/** What is to be planned for a task that has not begun, or null. */
export function jobOf(task: Doc<"requestTasks">): Job | null {
  const type = typeOf(task.type);
  if (executorOf(task) !== "connector" || !type?.connector || !type.operation) return null;
  return {
    system: type.connector,
    operation: type.operation,
    input: task.input,
    plan: task.plan ?? null,
    key: task.idempotencyKey,
    hasBegun: task.applyBegunAt !== undefined,
  };
}

/**
 * Whether other tasks of the request have changed, or are changing, the same system since the task's plan
 * was made. They run beside it, so this is asked when it matters and never kept from before.
 */
export async function isOvertaken(ctx: Pick<QueryCtx, "db">, task: Doc<"requestTasks">): Promise<boolean> {
  const system = typeOf(task.type)?.connector;
  const others = (await tasksOf(ctx, task.requestId)).filter(
    ({ _id, type }) => _id !== task._id && typeOf(type)?.connector === system,
  );
  return others.some((other) => hasBegun(other) && (other.finishedAt ?? Infinity) >= (task.plannedAt ?? 0));
}

/** Why a task does not give what it would open, or null: asked of what was approved for one data domain. */
export async function whyNotOpens(
  ctx: Pick<QueryCtx, "db">,
  task: Doc<"requestTasks">,
  databases: readonly string[],
): Promise<string | null> {
  const { domainKey } = await loadRequest(ctx, task.requestId);
  return domainKey === undefined ? null : await whyNotOpened(ctx, domainKey, databases);
}

/**
 * The last look before the outside system is touched: the lease is still held, the kill switch is not
 * pulled, there is no maintenance and no hold. What came in between puts the task back. What would open another domain's
 * data, or be over before it is given, fails, and blocks the request.
 */
export async function mayApply(
  step: Step,
  { taskId, attempt, opened = [] }: { taskId: Id<"requestTasks">; attempt: number; opened?: readonly string[] },
): Promise<"go" | "stop"> {
  const task = await step.ctx.db.get(taskId);
  if (!task || !holdsLease(task, attempt, step.at) || (await putBackBeforeTouch(step, task))) return "stop";
  const request = await loadRequest(step.ctx, task.requestId);
  const error = (await whyNotOpens(step.ctx, task, opened)) ?? (await whyNotInTime(step.ctx, request, step.at));
  if (error !== null) {
    await failTask(step, task, { outcome: "error", error, isFinal: true });
    return "stop";
  }
  await step.ctx.db.patch(taskId, {
    applyBegunAt: task.applyBegunAt ?? step.at,
    leaseUntil: step.at + WORKER_LEASE_MS,
  });
  return "go";
}

/** A worker is alive: its lease goes on. Answers whether it still holds one. */
export async function renewLease(
  ctx: MutationCtx,
  taskId: Id<"requestTasks">,
  attempt: number,
  at: number,
): Promise<boolean> {
  const task = await ctx.db.get(taskId);
  if (!task || !holdsLease(task, attempt, at)) return false;
  const limit = (task.startedAt ?? at) + (typeOf(task.type)?.timeoutMs ?? 0);
  await ctx.db.patch(taskId, { leaseUntil: Math.min(at + WORKER_LEASE_MS, Math.max(limit, task.leaseUntil ?? 0)) });
  return true;
}

/** The work is done and was read back. What the reading does not confirm is tried again. */
export async function finishAttempt(
  step: Step,
  taskId: Id<"requestTasks">,
  attempt: number,
  result: { readonly ref: NonNullable<TaskFields["ref"]>; readonly proof: Proof },
): Promise<void> {
  const { ref } = result;
  const task = await step.ctx.db.get(taskId);
  if (!task) return;
  const proof = await ownProof(step, task, result);
  if (!holdsLease(task, attempt, step.at)) return await keepLate(step, task, { attempt, ref, proof });
  const ending = await endingObstacle(step.ctx, task, step.at);
  if (ending !== null) return void (await putBackTask(step, task, ending));
  await step.ctx.db.patch(taskId, { ref });
  const fresh = { ...task, ref };
  if (!proof.isProven) {
    await failTask(step, fresh, {
      outcome: "error",
      error: "Reading it back does not show what was done.",
      proof: { ...proof },
    });
    return;
  }
  await completeTask(
    step,
    fresh,
    { readBack: `${plural(proof.facts.length, "fact")} read back` },
    { proof: { ...proof }, externalRef: lastQueryOf(ref) },
  );
  await step.executor.plan?.(task.requestId);
}

/**
 * When other tasks of the request work on the same system, what they change meanwhile proves nothing about this one.
 */
async function ownProof(
  step: Step,
  task: Doc<"requestTasks">,
  { ref, proof }: { readonly ref: NonNullable<TaskFields["ref"]>; readonly proof: Proof },
): Promise<Proof> {
  if (proof.isProven || !(await isOvertaken(step.ctx, task))) return proof;
  const { diff: changes } = ref["plan"] as Plan; // stored as the connector made it
  return joinProofs([{ changes, proof }], proof.readAt);
}

/**
 * The attempt failed. Only what time may heal is retried automatically. Where none sent anything, nothing of it will be
 * taken back: what is there is somebody else's (R12).
 */
export async function failAttempt(
  step: Step,
  { taskId, attempt, isUntouched }: { taskId: Id<"requestTasks">; attempt: number; isUntouched: boolean },
  failure: AttemptFailure,
): Promise<void> {
  const found = await step.ctx.db.get(taskId);
  if (!found) return;
  // Whoever has the task after this attempt may have sent something; so may have an earlier plan.
  const { formerWork, compensationDueAt } = found;
  const nothing = { applyBegunAt: undefined, compensationDueAt: formerWork && compensationDueAt };
  const isNothing = isUntouched && found.attempt === attempt;
  if (isNothing) await step.ctx.db.patch(taskId, nothing);
  const task = isNothing ? { ...found, ...nothing } : found;
  if (!holdsLease(task, attempt, step.at)) {
    await keepLateResult(step, task, { attempt, status: "Failed", detail: failure.message });
    return isNothing ? undefined : await compensateLate(step, task);
  }
  const { kind, code, vendor, retryAfterMs } = failure;
  const technical = maskedObject({ kind, code, vendor });
  await failTask(step, task, {
    outcome: "error",
    error: failure.message,
    isFinal: kind !== "transient",
    retryAfterMs,
    output: { ...task.output, technical },
  });
}

async function keepLate(
  step: Step,
  task: Doc<"requestTasks">,
  { attempt, ref, proof }: { attempt: number; ref: NonNullable<TaskFields["ref"]>; proof: Proof },
): Promise<void> {
  await keepLateResult(step, task, {
    attempt,
    status: "Complete",
    detail: proof.isProven ? "Done, and read back" : "Done, but not confirmed by reading it back",
  });
  // What was done on a plan that was dropped since is known already.
  if (ref["key"] === task.idempotencyKey) await step.ctx.db.patch(task._id, { ref });
  await compensateLate(step, task);
}

function lastQueryOf(ref: Readonly<Record<string, unknown>>): string | undefined {
  const receipts: unknown = ref["receipts"];
  const ids = Array.isArray(receipts) ? receipts.map((receipt: { readonly queryId?: unknown }) => receipt.queryId) : [];
  return ids.findLast((id): id is string => typeof id === "string");
}
