/** Dry runs of connector tasks: which are due, what came of them, and when they are tried again. */

import { internal } from "../../_generated/api";
import type { Id, Doc } from "../../_generated/dataModel";
import type { QueryCtx, MutationCtx } from "../../_generated/server";
import { recordEvent, timesDone } from "../../core/audit/model";
import { loadRequest, requestTarget } from "../../core/requests/model";
import type { ConnectorName } from "../../core/services/table";
import { switchObstacle } from "../../core/shared/rules";
import { tasksOf } from "../../core/tasks/model";
import { typeOf, lacksPlan, planPauseMs, whyNotPlanYet } from "../../core/tasks/rules";
import { refuseIf } from "../../lib/errors";
import type { Plan } from "../../lib/pure/plan";
import { plural } from "../../lib/pure/text";
import { loadSurroundings } from "../settling/eligibility";
import { holdsLease } from "../settling/taskMoves";
import type { MutationStep, Step } from "../steps/step";
import { type Job, jobOf } from "./execution";

/** Dry runs tried again per transaction. */
const PLANS_PER_SWEEP = 50;

/** Tasks looked through for dry runs that wait for a system. */
const MAX_REPLANNED = 200;

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
 * Makes the dry runs that are due again, one batch: once a system was switched on, or its maintenance ended with its
 * time. Answers whether more may be waiting.
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

const PLAN_REQUESTED = "request.planAsked";

/** Somebody who sees the request wants its dry runs now. Answers how many are scheduled. */
export async function planNow(step: MutationStep, request: Doc<"requests">, personId: Id<"people">): Promise<number> {
  const waiting = (await tasksOf(step.ctx, request._id)).filter(lacksPlan);
  if (waiting.length === 0) return 0;
  refuseIf(whyNotPlanYet(await timesDone(step.ctx, personId, [PLAN_REQUESTED], step.at)));
  await recordEvent(step.ctx, {
    ...step.by,
    action: PLAN_REQUESTED,
    targets: [requestTarget(request)],
    context: { tasks: waiting.length },
    occurredAt: step.at,
  });
  await step.ctx.scheduler.runAfter(0, internal.workflow.actions.planTasks, { requestId: request._id });
  return waiting.length;
}

/**
 * Keeps a plan, or why there is none yet and when it is tried again; says whether it did. A worker keeps one for the
 * attempt that is its own, and a dry run for what has not begun and has none: what was done is proven and taken back by
 * the plan it was done from. The audit trail tells it once, not at every try.
 */
export async function keepPlan(
  step: Step,
  taskId: Id<"requestTasks">,
  made: Planned,
  attempt?: number,
): Promise<boolean> {
  const task = await step.ctx.db.get(taskId);
  if (!task || !(attempt === undefined ? lacksPlan(task) : holdsLease(task, attempt, step.at))) return false;
  const planTries = (task.planTries ?? 0) + 1;
  const fields =
    "plan" in made
      ? { plan: { ...made.plan }, planError: undefined, planTries: undefined, planDueAt: undefined }
      : { planError: made.error, planTries, planDueAt: step.at + planPauseMs(planTries, made.isSwitchedOff === true) };
  await step.ctx.db.patch(taskId, { ...fields, plannedAt: step.at });
  if ("error" in made && made.error === task.planError) return true;
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
  return true;
}

/** How long planning waits after a failure that time may heal, and how often it tries. */
const PLAN_RETRY_MS = 30000;

export const PLAN_TRIES = 6;

/** Tries the dry run of a request again later. */
export async function planAgainLater(ctx: MutationCtx, requestId: Id<"requests">, tries: number): Promise<void> {
  if (tries >= PLAN_TRIES) return;
  await ctx.scheduler.runAfter(PLAN_RETRY_MS * 2 ** (tries - 1), internal.workflow.actions.planTasks, {
    requestId,
    tries: tries + 1,
  });
}
