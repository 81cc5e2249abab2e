/** Moves of one task after it started: failing, being tried again, being resolved manually, an approval taken back. */

import type { Doc } from "../../_generated/dataModel";
import { loadRequest } from "../../core/requests/model";
import { whyNotRevoke } from "../../core/shared/rules/may";
import { updateTask, tasksOf } from "../../core/tasks/model";
import { whyNotFinish, isApproval, retryTime, whyNotRetry, LEASE_GRACE_MS } from "../../core/tasks/rules";
import type { TaskFields } from "../../core/tasks/table";
import { refuseIf, refuse } from "../../lib/errors";
import { closeWithTask } from "../seating/opening";
import { tellStuck } from "../steps/owners";
import type { Step } from "../steps/step";
import { ended, settle, nothingEnded } from "./model";
import { refuseEmpty, refuseEnded } from "./refusals";

/** How a task failed. A final failure is not retried automatically, however many attempts are left. */
export interface Failure {
  readonly outcome: "error" | "timed_out" | "rejected";
  readonly error: string;
  readonly isFinal?: boolean;
  readonly retryAfterMs?: number | null;
  readonly output?: TaskFields["output"];
  readonly proof?: TaskFields["proof"];
}

/** Running -> Failed. With an attempt left, and nobody's decision behind it, it is retried automatically. */
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
  by: "system" | "person",
  reason: string,
): Promise<Doc<"requests">> {
  refuseIf(whyNotRetry(task, by));
  refuseEmpty(reason);
  refuseEnded(await loadRequest(step.ctx, task.requestId));
  const changes = { status: "Not Started" as const, ...nothingEnded, error: undefined };
  await updateTask(step.ctx, task, changes, { ...step.by, action: "task.retried", at: step.at, reason });
  return await settle(step, await loadRequest(step.ctx, task.requestId));
}

/** Failed -> Complete, because somebody did it manually. Never for approvals. */
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

/** Whether the running attempt may still report: its lease, and the grace after it, are not over. */
export function holdsLease(task: Doc<"requestTasks">, attempt: number, at: number): boolean {
  return task.status === "Running" && task.attempt === attempt && at <= (task.leaseUntil ?? at) + LEASE_GRACE_MS;
}
