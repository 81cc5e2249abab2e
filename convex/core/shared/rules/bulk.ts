/** What bulk operations do to one request or task, and why not; the preview counts by the same rules. */

import type { Refusal } from "../../../lib/pure/refusal";
import { whyEnded } from "../../requests/rules";
import { manages } from "../../requests/rules/access";
import type { RequestStatus } from "../../requests/table";
import { isApproval, typeOf, whyNotFinish, whyNotRetry, type TaskFacts } from "../../tasks/rules";
import type { BulkOperation, BulkSelection } from "../table";
import { isEmptyFilter } from "./listed";
import type { Listed, Overseer } from "./queues";

/** More items than one bulk operation may have. */
export const MAX_BULK_ITEMS = 2000;
export const BULK_REASON_MAX_LENGTH = 1000;

/** What can be done to requests, and to tasks. */
export const REQUEST_OPERATIONS = ["retryFailed", "cancel"] as const satisfies readonly BulkOperation[];
export const TASK_OPERATIONS = ["retryFailed", "assign", "markFailed"] as const satisfies readonly BulkOperation[];

/** Whether a selection is of tasks. */
export function isOfTasks(selection: BulkSelection): boolean {
  return "taskIds" in selection || "taskFilter" in selection;
}

/** Why a bulk operation cannot begin, as far as what was asked for goes, or null. */
export function whyNotBulk(wish: {
  readonly operation: BulkOperation;
  readonly selection: BulkSelection;
  readonly hasAssignee: boolean;
}): Refusal | null {
  const { operation, selection } = wish;
  const offered: readonly BulkOperation[] = isOfTasks(selection) ? TASK_OPERATIONS : REQUEST_OPERATIONS;
  if (!offered.includes(operation)) return { code: "invalid-input", message: "This cannot be done to these rows." };
  if ("requestFilter" in selection && isEmptyFilter(selection.requestFilter)) return { code: "empty-filter" };
  if ("taskFilter" in selection && isEmptyFilter(selection.taskFilter)) return { code: "empty-filter" };
  if (operation === "assign" && !wish.hasAssignee)
    return { code: "invalid-input", message: "Choose who gets the tasks." };
  return null;
}

/** Why a reason does not do, or null: every bulk operation is explained. */
export function whyNotReason(reason: string): Refusal | null {
  if (reason.trim() === "") return { code: "reason-required" };
  return reason.length > BULK_REASON_MAX_LENGTH ? { code: "too-long", maxLength: BULK_REASON_MAX_LENGTH } : null;
}

/** Why somebody leaves a request alone that they may only see, or null: what is not theirs alone is not theirs among many. */
export function whyNotTheirs(viewer: Overseer, request: Listed): Refusal | null {
  return manages(viewer, request) ? null : { code: "not-eligible", message: "An admin can do this." };
}

/** What these decisions look at about a task. */
export type BulkTask = Pick<TaskFacts, "type" | "status" | "outcome" | "attempt" | "maxAttempts"> & {
  readonly assigneeId?: string;
};

/** Why an operation leaves a request as it is, or null. */
export function whyNotRequest(
  operation: BulkOperation,
  request: { readonly status: RequestStatus },
  tasks: readonly BulkTask[],
): Refusal | null {
  const ended = whyEnded(request.status);
  if (ended) return ended;
  if (operation === "retryFailed" && !tasks.some((task) => whyNotRetry(task, "person") === null)) {
    return { code: "not-eligible", message: "None of its tasks has failed." };
  }
  return null;
}

/** Why an operation leaves a task as it is, or null. Approvals are left alone whatever it is. */
export function whyNotTask(
  operation: BulkOperation,
  task: BulkTask,
  request: { readonly status: RequestStatus },
  assigneeId?: string,
): Refusal | null {
  const ended = whyEnded(request.status);
  if (ended) return ended;
  if (isApproval(task)) return { code: "not-eligible", message: "Only its approvers can decide an approval." };
  if (operation === "retryFailed") return whyNotRetry(task, "person");
  if (operation === "markFailed") return whyNotFinish(task);
  return whyNotAssign(task, assigneeId);
}

/** Why a task cannot be given to somebody, or null. */
export function whyNotAssign(
  task: Pick<BulkTask, "type" | "status" | "outcome" | "assigneeId">,
  assigneeId: string | undefined,
): Refusal | null {
  if (typeOf(task.type)?.executor !== "manual")
    return { code: "not-eligible", message: "The portal carries it out, so it cannot be assigned." };
  if (task.outcome !== undefined || (task.status !== "Running" && task.status !== "Not Started"))
    return { code: "wrong-state", status: task.status };
  return task.assigneeId !== undefined && task.assigneeId === assigneeId
    ? { code: "duplicate", message: "It is already assigned to this person." }
    : null;
}
