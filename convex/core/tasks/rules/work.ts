/**
 * What people may do with a task: take it, hand it on, report it, try it again. Asked by the functions and by the
 * buttons.
 */

import type { Refusal } from "../../../lib/pure/refusal";
import { executorOf, whyNotFinish, whyNotRetry } from "../rules";
import type { TaskStatus } from "../table";

/** How somebody stands to a task. */
export interface Worker {
  readonly id: string;
  /** Looks after requests like this one. */
  readonly isManager: boolean;
}

/** What these decisions look at. */
export interface WorkFacts {
  readonly type: string;
  readonly status: TaskStatus;
  readonly attempt: number;
  readonly maxAttempts: number;
  readonly assigneeId?: string;
  readonly candidateIds?: readonly string[];
}

export const EVIDENCE_MIN_LENGTH = 3;
export const EVIDENCE_MAX_LENGTH = 4000;

const NOT_BY_HAND: Refusal = {
  code: "not-eligible",
  message: "Only tasks that are done manually can be taken, handed on or reported.",
};

function isByHand(task: WorkFacts): boolean {
  return executorOf(task) === "manual";
}

function isOver(task: WorkFacts): Refusal | null {
  return task.status === "Complete" || task.status === "Failed" ? { code: "wrong-state", status: task.status } : null;
}

/** Whether somebody may take the task. */
export function isCandidate(task: WorkFacts, worker: Worker): boolean {
  return worker.isManager || (task.candidateIds ?? []).includes(worker.id);
}

/** To whom a task is offered: those who may take it, while it runs and nobody has it. */
export function offeredTo<Id extends string>(
  task: Pick<WorkFacts, "type" | "status" | "assigneeId"> & { readonly candidateIds?: readonly Id[] },
): readonly Id[] {
  const isOpen = task.status === "Running" && task.assigneeId === undefined && executorOf(task) === "manual";
  return isOpen ? [...new Set(task.candidateIds)] : [];
}

/** Why somebody cannot take a task, or null. */
export function whyNotClaim(task: WorkFacts, worker: Worker): Refusal | null {
  if (!isByHand(task)) return NOT_BY_HAND;
  if (task.assigneeId === worker.id) return { code: "duplicate", message: "The task is already yours." };
  if (!isCandidate(task, worker))
    return { code: "not-eligible", message: "You are not among those who may take this task." };
  if (task.assigneeId !== undefined && !worker.isManager)
    return { code: "already-decided", message: "Somebody has already taken this task." };
  return isOver(task);
}

/** Why somebody cannot give a task to another person, or null. */
export function whyNotAssign(task: WorkFacts, worker: Worker): Refusal | null {
  if (!isByHand(task)) return NOT_BY_HAND;
  if (!worker.isManager && task.assigneeId !== worker.id)
    return { code: "not-eligible", message: "Only whoever holds the task, or an admin, can hand it on." };
  return isOver(task);
}

/** Why somebody cannot report a task as done or failed, or null. */
export function whyNotReport(task: WorkFacts, worker: Worker): Refusal | null {
  if (!isByHand(task)) return NOT_BY_HAND;
  const isTheirs = task.assigneeId === worker.id || (task.assigneeId === undefined && isCandidate(task, worker));
  if (!isTheirs && !worker.isManager)
    return { code: "not-eligible", message: "Only whoever holds the task, or an admin, can report it." };
  return whyNotFinish(task);
}

/** Why somebody cannot let a failed task be tried again, or null. */
export function whyNotTryAgain(task: WorkFacts, worker: Worker): Refusal | null {
  return whyNotMend(task, worker) ?? whyNotRetry(task, "person");
}

/** Why somebody cannot declare a failed task done manually, or null. Never possible for approvals. */
export function whyNotResolve(task: WorkFacts, worker: Worker): Refusal | null {
  const no = whyNotMend(task, worker);
  if (no) return no;
  if (executorOf(task) === "approval") return { code: "never-retried" };
  return task.status === "Failed" ? null : { code: "wrong-state", status: task.status };
}

/** A failed task is mended by those who look after the request, a manual one also by whoever holds it. */
function whyNotMend(task: WorkFacts, worker: Worker): Refusal | null {
  const isOwnManual = isByHand(task) && task.assigneeId === worker.id;
  return worker.isManager || isOwnManual ? null : { code: "not-eligible", message: "An admin can do this." };
}

/** Why a text cannot stand as evidence, or null. */
export function whyNotEvidence(text: string): Refusal | null {
  const length = text.trim().length;
  if (length < EVIDENCE_MIN_LENGTH) return { code: "invalid-input", message: "Write down what shows that it is done." };
  return length > EVIDENCE_MAX_LENGTH ? { code: "too-long", maxLength: EVIDENCE_MAX_LENGTH } : null;
}

/** Why a text cannot stand as a reason, or null. */
export function whyNotReason(text: string): Refusal | null {
  if (text.trim() === "") return { code: "reason-required" };
  return text.length > EVIDENCE_MAX_LENGTH ? { code: "too-long", maxLength: EVIDENCE_MAX_LENGTH } : null;
}
