/**
 * A request whose answers changed starts again (R5): its tasks follow from the form as it is now. What was decided stays
 * on record as it was, an approval that was given beside the one that is asked for instead; a task that is complete
 * never moves again.
 */

import type { Doc } from "../../_generated/dataModel";
import {
  approvalOfTask,
  approvalsOf,
  createApproval,
  patchApproval,
  seatsOf,
  stepsOf,
} from "../../core/approvals/model";
import { recordEvent } from "../../core/audit/model";
import { closeNotices } from "../../core/notifications/model";
import { deleteTask, tasksOf, updateTask, withoutPlan, type TaskDraft } from "../../core/tasks/model";
import { closeWithTask } from "../seating/opening";
import { approvalTargets, takeSeat } from "../seating/seating";
import { addTask } from "../settling/requestMoves";
import type { Step } from "../steps/step";

const CHANGED = "The answers were changed";

/**
 * Puts every approval back to its beginning; the move that follows opens the first. The tasks that have not begun become
 * what the template makes of the new answers.
 */
export async function restartRequest(
  step: Step,
  request: Doc<"requests">,
  drafts: readonly TaskDraft[],
): Promise<void> {
  for (const approval of await approvalsOf(step.ctx, request._id)) await putBack(step, approval, request);
  const tasks = await tasksOf(step.ctx, request._id);
  for (const draft of drafts)
    await follow(
      step,
      request,
      draft,
      tasks.filter(({ key }) => key === draft.key),
    );
  const { businessAreaId, domainKey, hasCost } = request;
  for (const { _id } of await tasksOf(step.ctx, request._id))
    await step.ctx.db.patch(_id, { businessAreaId, domainKey, hasCost });
}

/** A pending approval as it was before its task started: no seats, every step waiting; its decisions stay (A7). */
async function putBack(step: Step, approval: Doc<"approvals">, request: Doc<"requests">): Promise<void> {
  if (approval.state !== "Pending") return;
  await patchApproval(step.ctx, approval, { formHash: request.formHash, openedAt: undefined }, step.at);
  if (approval.openedAt === undefined) return;
  for (const seat of await seatsOf(step.ctx, approval._id)) {
    if (seat.activeTo === undefined || seat.activeTo > step.at) await takeSeat(step, seat, CHANGED);
  }
  await closeNotices(step.ctx, { subjectId: approval._id, kinds: ["approval.stuck"], reason: CHANGED, at: step.at });
  const waiting = {
    state: "Waiting" as const,
    activatedAt: undefined,
    endedAt: undefined,
    nextTimerAt: undefined,
    pausedAt: undefined,
    required: undefined,
    rejections: undefined,
    problem: undefined,
    exclusions: [],
  };
  for (const { _id } of await stepsOf(step.ctx, approval._id)) await step.ctx.db.patch(_id, waiting);
  await recordEvent(step.ctx, {
    ...step.by,
    action: "approval.restarted",
    targets: approvalTargets({ approval, request }),
    occurredAt: step.at,
  });
  const task = await step.ctx.db.get(approval.taskId);
  if (task?.status !== "Running") return;
  const notBegun = {
    status: "Not Started" as const,
    attempt: task.attempt - 1,
    startedAt: undefined,
    leaseUntil: undefined,
    waitingOn: undefined,
  };
  await updateTask(step.ctx, task, notBegun, { ...step.by, action: "task.putBack", at: step.at, reason: CHANGED });
}

/** Makes the tasks of one place in the template what the draft says. */
async function follow(
  step: Step,
  request: Doc<"requests">,
  draft: TaskDraft,
  own: readonly Doc<"requestTasks">[],
): Promise<void> {
  const open = own.find(({ status }) => status === "Not Started");
  if (open)
    return await (draft.skippedBecause === undefined
      ? refill(step, request, open, draft)
      : leaveOut(step, open, draft.skippedBecause));
  if (draft.skippedBecause !== undefined) return;
  const skipped = own.find(({ outcome }) => outcome === "skipped");
  // One that was never more than left out has nothing to keep.
  if (skipped && (await approvalOfTask(step.ctx, skipped._id)) === null) await deleteTask(step.ctx, skipped._id);
  await addTask(step, request, draft);
}

/** A task that has not begun takes over what follows from the new answers. Its dry run is made again. */
async function refill(
  step: Step,
  request: Doc<"requests">,
  task: Doc<"requestTasks">,
  draft: TaskDraft,
): Promise<void> {
  const {
    title = task.title,
    input = {},
    instructions,
    evidenceLabel,
    delayMs,
    notBefore,
    isIrreversible,
    assigneeId,
    candidateIds,
  } = draft;
  const changes = {
    title,
    input,
    instructions,
    evidenceLabel,
    delayMs,
    notBefore,
    isIrreversible,
    assigneeId,
    candidateIds,
  };
  const without = task.plan === undefined ? { planError: undefined, plannedAt: undefined } : withoutPlan(task);
  await step.ctx.db.patch(task._id, without);
  await updateTask(step.ctx, { ...task, ...without }, changes, {
    ...step.by,
    action: "task.redrawn",
    at: step.at,
    reason: CHANGED,
  });
  if (draft.policy && (await approvalOfTask(step.ctx, task._id)) === null) {
    await createApproval(
      step.ctx,
      {
        taskId: task._id,
        requestId: request._id,
        typeKey: request.typeId,
        formHash: request.formHash,
        policy: draft.policy,
      },
      step.at,
    );
  }
}

/** Its condition no longer holds: the task is complete without having been done, and so is the approval behind it. */
async function leaveOut(step: Step, task: Doc<"requestTasks">, condition: string): Promise<void> {
  await closeWithTask(step, task, "Cancelled", CHANGED);
  const changes = {
    status: "Complete" as const,
    outcome: "skipped" as const,
    output: { condition },
    finishedAt: step.at,
  };
  await updateTask(step.ctx, task, changes, { ...step.by, action: "task.skipped", at: step.at, reason: condition });
}
