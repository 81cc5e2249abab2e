/**
 * Attempts of connector tasks, as far as the database goes. The action that works on one calls these in
 * turn, each a transaction of its own: begin, keep the plan, ask whether it may go on, then after the
 * outside system was changed and read back, finish or fail. Whoever lost the lease is told so at each of
 * them, and its late result is kept but not applied (T3).
 *
 * The plan is kept before anything is done: an attempt that dies after its call leaves behind what the
 * next one needs to see that the work is done (T4).
 */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { recordEvent } from "../../core/audit/model";
import { maskedObject } from "../../core/audit/rules";
import { switchObstacle } from "../../core/flow/rules";
import { loadRequest, requestTarget } from "../../core/requests/model";
import { isTerminal } from "../../core/requests/rules";
import type { ConnectorName } from "../../core/services/table";
import { tasksOf } from "../../core/tasks/model";
import { executorOf, lacksPlan, planPauseMs, typeOf, WORKER_LEASE_MS } from "../../core/tasks/rules";
import type { AttemptFailure, TaskFields } from "../../core/tasks/table";
import type { Plan, Proof } from "../../lib/pure/plan";
import { joinProofs } from "../../lib/pure/proof";
import { plural } from "../../lib/pure/text";
import { compensateLate } from "../ending/compensation";
import { completeTask, failTask, holdsLease, keepLateResult, putBackTask, type Step } from "../settling/model";
import { loadSurroundings, obstacleOf } from "../settling/views";

/** Dry runs tried again per transaction. */
const PLANS_PER_SWEEP = 50;
/** Tasks looked through for dry runs that wait for a system. */
const MAX_REPLANNED = 200;

/** What a worker needs to know. */
export interface Job {
  readonly system: string;
  readonly operation: string;
  readonly input: TaskFields["input"];
  readonly plan: NonNullable<TaskFields["plan"]> | null;
  /** The same for every attempt. */
  readonly key: string;
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
function jobOf(task: Doc<"requestTasks">): Job | null {
  const type = typeOf(task.type);
  if (executorOf(task) !== "connector" || !type?.connector || !type.operation) return null;
  return {
    system: type.connector,
    operation: type.operation,
    input: task.input,
    plan: task.plan ?? null,
    key: task.idempotencyKey,
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
  return others.some(
    ({ applyBegunAt, finishedAt }) => applyBegunAt !== undefined && (finishedAt ?? Infinity) >= (task.plannedAt ?? 0),
  );
}

/** What is to be planned, or what keeps its system from being asked. */
export interface WaitingPlan {
  readonly taskId: Id<"requestTasks">;
  readonly job: Job;
  readonly obstacle: string | null;
}

/** The tasks of a request that wait for a dry run. */
export async function waitingPlans(ctx: QueryCtx, requestId: Id<"requests">, now: number): Promise<WaitingPlan[]> {
  const around = await loadSurroundings(ctx, now);
  const open = (await tasksOf(ctx, requestId)).filter(
    ({ status, plan }) => status === "Not Started" && plan === undefined,
  );
  return open.flatMap((task) => {
    const job = jobOf(task);
    const system = typeOf(task.type)?.connector;
    return job && system ? [{ taskId: task._id, job, obstacle: switchObstacle(system, around) }] : [];
  });
}

/**
 * A system may be worked on again: the dry runs that waited for it are made, those of the newest tasks if there are too
 * many.
 */
export async function planWhatWaited(ctx: MutationCtx, system: ConnectorName): Promise<void> {
  const tasks = await ctx.db
    .query("requestTasks")
    .withIndex("queue_connector_created", (q) => q.eq("connector", system).eq("status", "Not Started"))
    .order("desc")
    .take(MAX_REPLANNED);
  const waiting = tasks.filter(
    ({ plan, planError, outcome }) => plan === undefined && planError !== undefined && outcome === undefined,
  );
  for (const requestId of new Set(waiting.map((task) => task.requestId))) {
    await ctx.scheduler.runAfter(0, internal.workflow.actions.planTasks, { requestId });
  }
}

/** A dry run, or why there is none yet: because of what was answered, or because the system may not be asked now. */
type Planned = { readonly plan: Plan } | { readonly error: string; readonly isSwitchedOff?: boolean };

/**
 * Makes the dry runs that are due again, one batch: whoever switched the system, and if its maintenance ended by the
 * clock. Answers whether more may be waiting.
 */
export async function sweepPlans(ctx: MutationCtx, at: number): Promise<boolean> {
  const due = await ctx.db
    .query("requestTasks")
    .withIndex("by_plan_due", (q) => q.gt("planDueAt", 0).lte("planDueAt", at))
    .take(PLANS_PER_SWEEP);
  const requestIds = new Set<Id<"requests">>();
  for (const task of due) {
    const { isOpen } = await loadRequest(ctx, task.requestId);
    const isWanted = isOpen && lacksPlan(task);
    // What does not come of it is due again later; what is not wanted any more never is.
    await ctx.db.patch(task._id, { planDueAt: isWanted ? at + planPauseMs(task.planTries ?? 1, false) : undefined });
    if (isWanted) requestIds.add(task.requestId);
  }
  for (const requestId of requestIds)
    await ctx.scheduler.runAfter(0, internal.workflow.actions.planTasks, { requestId });
  return due.length === PLANS_PER_SWEEP;
}

/** Somebody who sees the request wants its dry runs now. Answers how many are made. */
export async function planNow(step: Step & { readonly ctx: MutationCtx }, request: Doc<"requests">): Promise<number> {
  const waiting = (await tasksOf(step.ctx, request._id)).filter(lacksPlan);
  if (waiting.length === 0) return 0;
  await recordEvent(step.ctx, {
    ...step.by,
    action: "request.planAsked",
    targets: [requestTarget(request)],
    context: { tasks: waiting.length },
    occurredAt: step.at,
  });
  await step.ctx.scheduler.runAfter(0, internal.workflow.actions.planTasks, { requestId: request._id });
  return waiting.length;
}

/** Keeps a plan, or why there is none yet and when it is tried again. The trail tells it once, not at every try. */
export async function keepPlan(step: Step, taskId: Id<"requestTasks">, made: Planned): Promise<void> {
  const task = await step.ctx.db.get(taskId);
  if (!task) return;
  const planTries = (task.planTries ?? 0) + 1;
  const fields =
    "plan" in made
      ? { plan: { ...made.plan }, planError: undefined, planTries: undefined, planDueAt: undefined }
      : { planError: made.error, planTries, planDueAt: step.at + planPauseMs(planTries, made.isSwitchedOff === true) };
  await step.ctx.db.patch(taskId, { ...fields, plannedAt: step.at });
  if ("error" in made && made.error === task.planError) return;
  const targets = [
    { type: "task", id: taskId, label: task.title },
    { type: "request", id: task.requestId },
  ];
  const context = "plan" in made ? { statements: plural(made.plan.steps.length, "statement") } : { error: made.error };
  await recordEvent(step.ctx, {
    ...step.by,
    action: "plan" in made ? "task.planned" : "task.notPlanned",
    targets,
    context,
    occurredAt: step.at,
  });
}

/**
 * The last look before the outside system is touched: the lease is still held, the kill switch is not
 * pulled, there is no maintenance and no hold. What came in between puts the task back.
 */
export async function mayApply(step: Step, taskId: Id<"requestTasks">, attempt: number): Promise<"go" | "stop"> {
  const task = await step.ctx.db.get(taskId);
  if (!task || !holdsLease(task, attempt, step.at) || (await putBackBeforeTouch(step, task))) return "stop";
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
  await step.ctx.db.patch(taskId, { ref });
  const fresh = { ...task, ref };
  if (!proof.isProven) {
    await failTask(step, fresh, {
      outcome: "error",
      error: "What was done does not show when it is read back.",
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

/** The attempt failed. Only what time may heal is tried again by itself. */
export async function failAttempt(
  step: Step,
  taskId: Id<"requestTasks">,
  attempt: number,
  failure: AttemptFailure,
): Promise<void> {
  const task = await step.ctx.db.get(taskId);
  if (!task) return;
  if (!holdsLease(task, attempt, step.at))
    return await keepLateResult(step, task, { attempt, status: "Failed", detail: failure.message });
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
  const { status } = await loadRequest(step.ctx, task.requestId);
  if (!isTerminal(status) || status === "Completed") return;
  await step.ctx.db.patch(task._id, { ref });
  await compensateLate(step, task);
}

function lastQueryOf(ref: Readonly<Record<string, unknown>>): string | undefined {
  const receipts: unknown = ref["receipts"];
  const ids = Array.isArray(receipts) ? receipts.map((receipt: { readonly queryId?: unknown }) => receipt.queryId) : [];
  return ids.findLast((id): id is string => typeof id === "string");
}

/** How long planning waits after a failure that time may heal, and how often it tries. */
const PLAN_RETRY_MS = 30_000;
export const PLAN_TRIES = 6;

/** Tries the dry run of a request again later. */
export async function planAgainLater(ctx: MutationCtx, requestId: Id<"requests">, tries: number): Promise<void> {
  if (tries >= PLAN_TRIES) return;
  await ctx.scheduler.runAfter(PLAN_RETRY_MS * 2 ** (tries - 1), internal.workflow.actions.planTasks, {
    requestId,
    tries: tries + 1,
  });
}
