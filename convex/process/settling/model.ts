/**
 * Moving requests from step to step. Every function here takes a `Step`: when it happens, who is behind
 * it, and who executes what it starts. After each move the request's status is computed anew and the
 * tasks that became possible are started, so nobody waits for the next monitor run (T7).
 */
import type { Doc, Id } from "../../_generated/dataModel";
import { createApproval } from "../../core/approvals/model";
import { otherAreaReasonOf } from "../../core/catalog/rules/otherArea";
import { plannedDue, requestStatusOf, type Decision } from "../../core/flow/rules";
import { whyNotRevoke } from "../../core/flow/rules/may";
import { createDraft, loadRequest, updateRequest, type RequestDraft } from "../../core/requests/model";
import { isTerminal } from "../../core/requests/rules";
import { CONNECTOR_LABELS } from "../../core/services/rules";
import { createTask, loadTask, tasksOf, updateTask, type TaskDraft } from "../../core/tasks/model";
import {
  isApproval,
  LEASE_GRACE_MS,
  leaseEnd,
  retryTime,
  typeOf,
  whyNotFinish,
  whyNotRetry,
  whyNotStart,
} from "../../core/tasks/rules";
import type { TaskFields, TaskOutcome } from "../../core/tasks/table";
import { refuse, refuseIf } from "../../lib/errors";
import { listingOf } from "../../lists/listing";
import { afterEnd } from "../ending/endings";
import { closeWithTask, isApproved, approvingPolicy, openApproval } from "../seating/opening";
import { pauseClocks, resumeClocks } from "../seating/timing";
import { tellStopped, tellStuck } from "../steps/owners";
import type { Step } from "../steps/step";
import { openedQuestion, stopClock } from "./pause";
import { correctWhatWasTold } from "./telling";
import { decideTasks, loadSurroundings, type Surroundings } from "./views";

export type { Executor, Step } from "../steps/step";

/** Draft -> submitted: the tasks are created and the first ones start. */
export async function submitRequest(
  step: Step,
  draft: RequestDraft,
  tasks: readonly TaskDraft[],
): Promise<Doc<"requests">> {
  const request = await createDraft(step.ctx, draft, { ...step.by, at: step.at });
  return await submitDraft(step, request, tasks);
}

/** Submits a draft that exists already. */
export async function submitDraft(
  step: Step,
  request: Doc<"requests">,
  tasks: readonly TaskDraft[],
): Promise<Doc<"requests">> {
  if (request.status !== "Draft") refuse({ code: "wrong-state", status: request.status });
  await step.ctx.db.patch(request._id, await listingOf(step.ctx, request, tasks));
  for (const task of tasks) await addTask(step, request, task);
  const changes = { status: "In progress" as const, submittedAt: step.at };
  const otherAreaReason = otherAreaReasonOf(request.form);
  const submitted = await updateRequest(step.ctx, await loadRequest(step.ctx, request._id), changes, {
    ...step.by,
    action: "request.submitted",
    context: otherAreaReason === null ? undefined : { otherAreaReason },
    at: step.at,
  });
  await step.executor.plan?.(request._id);
  return await settle(step, submitted);
}

/** Adds a task of a template, with the approval behind it when it has one. */
export async function addTask({ ctx, at }: Step, request: Doc<"requests">, draft: TaskDraft): Promise<void> {
  const taskId = await createTask(ctx, request._id, draft, at);
  if (draft.policy && draft.skippedBecause === undefined) {
    await createApproval(
      ctx,
      { taskId, requestId: request._id, typeKey: request.typeId, formHash: request.formHash, policy: draft.policy },
      at,
    );
  }
}

/** Ends a request early. What runs is asked to stop; what has not begun never will. */
export async function cancelRequest(step: Step, request: Doc<"requests">, reason: string): Promise<Doc<"requests">> {
  refuseEnded(request);
  refuseEmpty(reason);
  const changes = { cancelReason: reason };
  const marked = await updateRequest(step.ctx, request, changes, {
    ...step.by,
    action: "request.cancelAsked",
    at: step.at,
  });
  return await settle(step, marked);
}

/** Stops a request for a while: nothing of it starts until the hold is lifted or its time is over. */
export async function holdRequest(
  step: Step,
  request: Doc<"requests">,
  hold: { readonly reason: string; readonly personId: Id<"people">; readonly until?: number },
): Promise<Doc<"requests">> {
  refuseEnded(request);
  refuseEmpty(hold.reason);
  const changes = { hold: { ...hold, since: step.at } };
  return await updateRequest(step.ctx, request, changes, { ...step.by, action: "request.held", at: step.at });
}

/** Asks the requester something; nothing of the request starts until they answer. */
export async function askRequester(
  step: Step,
  request: Doc<"requests">,
  asked: { readonly question: string; readonly askedById: Id<"people">; readonly approvalId?: Id<"approvals"> },
): Promise<Doc<"requests">> {
  refuseEnded(request);
  refuseEmpty(asked.question);
  const changes = { openQuestion: openedQuestion(asked, request.openQuestion, step.at) };
  const waiting = await updateRequest(step.ctx, request, changes, {
    ...step.by,
    action: "request.infoAsked",
    at: step.at,
  });
  await stopClock(step, waiting);
  return await settle(step, waiting);
}

/** Puts an ended request away: lists no longer show it. */
export async function archiveRequest(step: Step, request: Doc<"requests">): Promise<void> {
  if (!isTerminal(request.status)) refuse({ code: "wrong-state", status: request.status });
  await updateRequest(
    step.ctx,
    request,
    { archivedAt: step.at },
    { ...step.by, action: "request.archived", at: step.at },
  );
}

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

/** How a task failed. A final failure is not tried again by itself, however many attempts are left. */
export interface Failure {
  readonly outcome: "error" | "timed_out" | "rejected";
  readonly error: string;
  readonly isFinal?: boolean;
  readonly retryAfterMs?: number | null;
  readonly output?: TaskFields["output"];
  readonly proof?: TaskFields["proof"];
}

/** Running -> Failed. With an attempt left, and nobody's decision behind it, it is tried again by itself. */
export async function failTask(step: Step, task: Doc<"requestTasks">, failure: Failure): Promise<Doc<"requests">> {
  refuseIf(whyNotFinish(task));
  const { outcome, error, isFinal = false, retryAfterMs, output, proof } = failure;
  const isRetried = !isFinal && outcome !== "rejected" && !isApproval(task) && task.attempt < task.maxAttempts;
  const retryAt = isRetried ? retryTime(task.attempt, step.at, retryAfterMs) : undefined;
  const waitingOn = isRetried ? { text: `Retrying, attempt ${task.attempt + 1} of ${task.maxAttempts}` } : undefined;
  const found = { ...(output && { output }), ...(proof && { proof }) };
  const changes = { ...ended(step.at), status: "Failed" as const, outcome, error, retryAt, waitingOn, ...found };
  if (isApproval(task)) await closeWithTask(step, task, APPROVAL_ENDS[outcome], error);
  const failed = await updateTask(step.ctx, task, changes, { ...step.by, action: "task.failed", at: step.at });
  const request = await loadRequest(step.ctx, task.requestId);
  if (isRetried) await step.executor.retry(failed);
  else if (outcome !== "rejected" && !isApproval(task)) await tellStuck(step, failed, request);
  return await settle(step, request);
}

/** Running -> Not Started: what it needs went away before anything was done. The attempt does not count. */
export async function putBackTask(step: Step, task: Doc<"requestTasks">, reason: string): Promise<Doc<"requests">> {
  refuseIf(whyNotFinish(task));
  const changes = {
    ...nothingEnded,
    status: "Not Started" as const,
    attempt: task.attempt - 1,
    startedAt: undefined,
    waitingOn: { text: reason },
  };
  await updateTask(step.ctx, task, changes, { ...step.by, action: "task.putBack", at: step.at, reason });
  return await settle(step, await loadRequest(step.ctx, task.requestId));
}

/** How an approval ends with its task. */
const APPROVAL_ENDS = { rejected: "Rejected", timed_out: "Expired", error: "Cancelled" } as const;

/** Failed -> Not Started, by the portal after the backoff or by an admin at once. */
export async function retryTask(
  step: Step,
  task: Doc<"requestTasks">,
  by: "system" | "admin",
  reason: string,
): Promise<Doc<"requests">> {
  refuseIf(whyNotRetry(task, by));
  refuseEmpty(reason);
  refuseEnded(await loadRequest(step.ctx, task.requestId));
  const changes = { status: "Not Started" as const, ...nothingEnded, error: undefined };
  await updateTask(step.ctx, task, changes, { ...step.by, action: "task.retried", at: step.at, reason });
  return await settle(step, await loadRequest(step.ctx, task.requestId));
}

/** Failed -> Complete, because somebody did it by hand. Never for approvals. */
export async function resolveTask(
  step: Step,
  task: Doc<"requestTasks">,
  reason: string,
  evidence: string,
): Promise<Doc<"requests">> {
  if (task.status !== "Failed") refuse({ code: "wrong-state", status: task.status });
  if (isApproval(task)) refuse({ code: "never-retried" });
  refuseEmpty(reason);
  refuseEnded(await loadRequest(step.ctx, task.requestId));
  const changes = {
    ...ended(step.at),
    status: "Complete" as const,
    outcome: "resolved_manually" as const,
    output: { evidence },
    error: undefined,
  };
  await updateTask(step.ctx, task, changes, { ...step.by, action: "task.resolvedManually", at: step.at, reason });
  return await settle(step, await loadRequest(step.ctx, task.requestId));
}

/** Takes an approval back: only as long as no later task has left Not Started. The request ends as Rejected. */
export async function revokeApproval(step: Step, task: Doc<"requestTasks">, reason: string): Promise<Doc<"requests">> {
  if (!isApproval(task) || task.status !== "Complete") refuse({ code: "wrong-state", status: task.status });
  refuseIf(whyNotRevoke(await loadRequest(step.ctx, task.requestId), task, await tasksOf(step.ctx, task.requestId)));
  refuseEmpty(reason);
  await updateTask(
    step.ctx,
    task,
    { outcome: "revoked" },
    { ...step.by, action: "task.approvalRevoked", at: step.at, reason },
  );
  return await settle(step, await loadRequest(step.ctx, task.requestId));
}

/** Keeps a result whose attempt no longer runs, without applying it (T3). */
export async function keepLateResult(
  step: Step,
  task: Doc<"requestTasks">,
  result: { readonly attempt: number; readonly status: TaskFields["status"]; readonly detail: string },
): Promise<void> {
  await updateTask(
    step.ctx,
    task,
    { lateResult: { at: step.at, ...result } },
    { ...step.by, action: "task.lateResult", at: step.at },
  );
}

/** Computes the status anew, stores it when it changed, and lets follow what follows from it. */
export async function settle(step: Step, request: Doc<"requests">): Promise<Doc<"requests">> {
  const tasks = await tasksOf(step.ctx, request._id);
  const facts = {
    status: request.status,
    isCancelled: request.cancelReason !== undefined,
    hasOpenQuestion: request.openQuestion !== undefined,
  };
  const status = requestStatusOf(facts, tasks);
  if (status === "Completed" || !isTerminal(status)) await correctWhatWasTold(step, request, tasks);
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

/** One task as it was examined, and what came of it. */
export interface Examined {
  readonly task: Doc<"requestTasks">;
  readonly decision: Decision;
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

const nothingEnded = {
  outcome: undefined as TaskOutcome | undefined,
  finishedAt: undefined,
  retryAt: undefined,
  leaseUntil: undefined,
  waitingOn: undefined,
};

function ended(at: number) {
  return { ...nothingEnded, finishedAt: at };
}

/** Whom a running task waits for when nobody is assigned to it. */
function holderWithoutName(task: Doc<"requestTasks">): string {
  const type = typeOf(task.type);
  if (type?.executor === "approval") return "an approver";
  if (type?.executor === "manual") return "somebody to take it";
  return type?.connector ? CONNECTOR_LABELS[type.connector] : "the portal";
}

/** Whether the running attempt may still report: its lease, and the grace after it, are not over. */
export function holdsLease(task: Doc<"requestTasks">, attempt: number, at: number): boolean {
  return task.status === "Running" && task.attempt === attempt && at <= (task.leaseUntil ?? at) + LEASE_GRACE_MS;
}

function refuseEnded(request: Doc<"requests">): void {
  if (isTerminal(request.status)) refuse({ code: "wrong-state", status: request.status });
}

function refuseEmpty(reason: string): void {
  if (reason.trim() === "") refuse({ code: "reason-required" });
}
