/**
 * Settling a request, and the two moves settling makes itself: a task starts, an approval completes. The other
 * moves are in requestMoves.ts and taskMoves.ts. Each takes a `Step`: when it happens, who is behind it, and who
 * executes what it starts. After each move the request's status is computed again and the
 * tasks that became possible are started, so nobody waits for the next monitor run (T7).
 */

import type { Doc } from "../../_generated/dataModel";
import { loadRequest, updateRequest } from "../../core/requests/model";
import { isTerminal } from "../../core/requests/rules";
import { CONNECTOR_LABELS } from "../../core/services/rules";
import { plannedDue, requestStatusOf } from "../../core/shared/rules";
import { loadTask, tasksOf, updateTask } from "../../core/tasks/model";
import { isApproval, leaseEnd, typeOf, whyNotFinish, whyNotStart } from "../../core/tasks/rules";
import type { TaskFields, TaskOutcome } from "../../core/tasks/table";
import { refuse, refuseIf } from "../../lib/errors";
import { afterEnd } from "../ending/afterEnd";
import { closeWithTask, isApproved, approvingPolicy, openApproval } from "../seating/opening";
import { pauseClocks, resumeClocks } from "../seating/timing";
import { tellStopped } from "../steps/owners";
import type { Step } from "../steps/step";
import { endWaits } from "../supporting/waits/waiting";
import { decideTasks, type Examined, loadSurroundings, type Surroundings } from "./eligibility";
import { correctNotices } from "./telling";

export type { Examined } from "./eligibility";

/** Not Started -> Running. */
export async function startTask(
  step: Step,
  task: Doc<"requestTasks">,
  assigneeName: string | null,
): Promise<Doc<"requestTasks">> {
  refuseIf(whyNotStart(task));
  const started = await updateTask(
    step.ctx,
    task,
    {
      status: "Running",
      attempt: task.attempt + 1,
      startedAt: step.at,
      leaseUntil: leaseEnd(task, step.at),
      waitingOn: { text: assigneeName ?? holderWithoutName(task) },
    },
    { ...step.by, action: "task.started", at: step.at },
  );
  if (isApproval(started)) await openApproval(step, started, await loadRequest(step.ctx, started.requestId));
  await step.executor.run(started);
  return started;
}

/** Running -> Complete. */
export async function completeTask(
  step: Step,
  task: Doc<"requestTasks">,
  output: TaskFields["output"],
  extra?: { readonly proof?: TaskFields["proof"]; readonly externalRef?: string },
): Promise<Doc<"requests">> {
  refuseIf(whyNotFinish(task));
  if (isApproval(task) && !(await isApproved(step, task)))
    refuse({ code: "not-eligible", message: "Only its approvers can complete an approval." });
  const changes = {
    ...ended(step.at),
    status: "Complete" as const,
    outcome: "done" as const,
    output,
    error: undefined,
    ...extra,
  };
  await updateTask(step.ctx, task, changes, { ...step.by, action: "task.completed", at: step.at });
  return await settle(step, await loadRequest(step.ctx, task.requestId));
}

/** Computes the status again, stores it when it changed, and lets follow what follows from it. */
export async function settle(step: Step, request: Doc<"requests">): Promise<Doc<"requests">> {
  const tasks = await tasksOf(step.ctx, request._id);
  const facts = {
    status: request.status,
    isCancelled: request.cancelReason !== undefined,
    hasOpenQuestion: request.openQuestion !== undefined,
  };
  const status = requestStatusOf(facts, tasks);
  if (status === "Completed" || !isTerminal(status)) await correctNotices(step, request, tasks);
  if (isTerminal(status) && !isTerminal(request.status)) {
    await stopTasks(step, tasks, { key: request.key, status });
    const over = await updateRequest(
      step.ctx,
      request,
      { status, endedAt: step.at, openQuestion: undefined },
      { ...step.by, action: "request.ended", at: step.at },
    );
    await afterEnd(step, over, tasks);
    return over;
  }
  await endWaits(step, request);
  const settled =
    status === request.status
      ? request
      : await updateRequest(step.ctx, request, { status }, { ...step.by, action: "request.moved", at: step.at });
  if (status === "Needs info" && request.status !== "Needs info") await pauseClocks(step, settled);
  if (request.status === "Needs info" && status !== "Needs info") await resumeClocks(step, settled);
  await scheduleEligible(step, settled);
  return await moveDue(step, await loadRequest(step.ctx, settled._id));
}

/** Moves the due date behind a task that was planned for later. */
async function moveDue(step: Step, request: Doc<"requests">): Promise<Doc<"requests">> {
  const dueAt = isTerminal(request.status) ? null : plannedDue(await tasksOf(step.ctx, request._id), step.at);
  if (dueAt === null || dueAt <= (request.dueAt ?? 0)) return request;
  return await updateRequest(step.ctx, request, { dueAt }, { ...step.by, action: "request.dueMoved", at: step.at });
}

/** Starts every task of a request that may start (T7), and answers what was decided about each one examined. */
export async function scheduleEligible(
  step: Step,
  request: Doc<"requests">,
  around?: Surroundings,
): Promise<Examined[]> {
  const tasks = await tasksOf(step.ctx, request._id);
  const surroundings = around ?? (await loadSurroundings(step.ctx, step.at));
  const examined = await decideTasks(request, tasks, surroundings);
  const scheduled = examined.filter(({ decision }) => decision.action === "Scheduled");
  for (const { task } of scheduled) {
    await startTask(step, task, task.assigneeId ? await surroundings.nameOf(task.assigneeId) : null);
  }
  for (const { task } of scheduled) await completeIfApproved(step, task);
  if (examined.some(({ drift }) => drift !== null)) await step.executor.follow?.(request._id);
  return examined;
}

/** Completes an approval task that a policy approved in the moment it started (A9). */
async function completeIfApproved(step: Step, { _id }: Doc<"requestTasks">): Promise<void> {
  const task = await loadTask(step.ctx, _id);
  if (!isApproval(task) || task.status !== "Running") return;
  const policy = await approvingPolicy(step, task);
  if (policy) await completeTask(step, task, { approvedBy: [policy] });
}

/** The request is over: running tasks are asked to stop, waiting ones are marked as never to come. */
async function stopTasks(
  step: Step,
  tasks: readonly Doc<"requestTasks">[],
  over: Pick<Doc<"requests">, "key" | "status">,
): Promise<void> {
  for (const task of tasks) {
    if (isApproval(task)) await closeWithTask(step, task, "Cancelled", "The request ended first");
    if (task.status === "Running") {
      const changes = {
        ...ended(step.at),
        status: "Failed" as const,
        outcome: "cancelled" as const,
        error: "The request ended first",
      };
      await updateTask(step.ctx, task, changes, { ...step.by, action: "task.cancelled", at: step.at });
      await tellStopped(step, task, over);
    } else if (task.status === "Not Started") {
      await updateTask(step.ctx, task, { outcome: "cancelled" }, { ...step.by, action: "task.cancelled", at: step.at });
    } else if (task.retryAt !== undefined) {
      await updateTask(
        step.ctx,
        task,
        { retryAt: undefined, waitingOn: undefined },
        { ...step.by, action: "task.cancelled", at: step.at },
      );
    }
  }
}

/** A task that is not at its end. */
export const nothingEnded = {
  outcome: undefined as TaskOutcome | undefined,
  finishedAt: undefined,
  retryAt: undefined,
  leaseUntil: undefined,
  waitingOn: undefined,
};

/** A task at its end; its outcome is for the caller to say. */
export function ended(at: number) {
  return { ...nothingEnded, finishedAt: at };
}

/** Whom a running task waits for when nobody is assigned to it. */
function holderWithoutName(task: Doc<"requestTasks">): string {
  const type = typeOf(task.type);
  if (type?.executor === "approval") return "an approver";
  if (type?.executor === "manual") return "somebody to take it";
  return type?.connector ? CONNECTOR_LABELS[type.connector] : "the portal";
}
