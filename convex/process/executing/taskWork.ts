/** What people do with tasks: each step loads the task as the caller sees it, asks the rule, and moves. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { ViewerMutationCtx, ViewerQueryCtx } from "../../access/functions";
import { closeNotices } from "../../core/notifications/model";
import { fullName, nameOf } from "../../core/people/model";
import { whyEnded } from "../../core/requests/rules";
import { dropPlan, tasksHeldBy, updateTask } from "../../core/tasks/model";
import { executorOf } from "../../core/tasks/rules";
import {
  whyNotAssign,
  whyNotClaim,
  whyNotEvidence,
  whyNotReason,
  whyNotReport,
  whyNotResolve,
  whyNotTryAgain,
  type Worker,
  type WorkFacts,
} from "../../core/tasks/rules/work";
import { refuse, refuseIf } from "../../lib/errors";
import type { Refusal } from "../../lib/pure/refusal";
import { completeTask } from "../settling/model";
import { failTask, resolveTask, retryTask } from "../settling/taskMoves";
import { loadVisible, type Visible } from "../steps/circle";
import { taskByName } from "../steps/named";
import { tellWorkers } from "../steps/owners";
import type { Step } from "../steps/step";
import { successorOf, removalOf, takesTask } from "../steps/succession";

/** Tasks in one status that a person who left is relieved of per run. */
const RELEASE_BATCH = 50;

/** A task as somebody sees it. */
export interface VisibleTask {
  readonly task: Doc<"requestTasks">;
  readonly visible: Visible;
  readonly worker: Worker;
  /** Why nobody can do anything with it: its request has ended. Null while that is open. */
  readonly ended: Refusal | null;
}

/** The task an address names; what is not the viewer's to see is not found. */
export async function loadVisibleTask(ctx: ViewerQueryCtx | ViewerMutationCtx, name: string): Promise<VisibleTask> {
  const task = await taskByName(ctx, name);
  if (!task) refuse({ code: "not-found" });
  const visible = await loadVisible(ctx, ctx.viewer, task.requestId);
  return {
    task,
    visible,
    worker: { id: ctx.viewer.person._id, isManager: visible.access.isManager },
    ended: whyEnded(visible.request.status),
  };
}

/** Takes a task for oneself. */
export async function claim(step: Step, { task, worker, ended }: VisibleTask, person: Doc<"people">): Promise<void> {
  refuseIf(ended ?? whyNotClaim(facts(task), worker));
  await giveTo(step, task, person, "task.claimed");
}

/** Gives a task to another person. */
export async function assign(
  step: Step,
  { task, worker, ended }: VisibleTask,
  toId: Id<"people">,
  reason: string,
): Promise<void> {
  refuseIf(ended ?? whyNotAssign(facts(task), worker) ?? whyNotReason(reason));
  const to = await step.ctx.db.get(toId);
  if (!to || to.status !== "active")
    refuse({ code: "not-eligible", message: "Only somebody who is active in the portal can hold a task." });
  if (task.assigneeId === toId) refuse({ code: "duplicate", message: `${fullName(to)} already holds the task.` });
  await handOn(step, task, to, reason);
}

/** Gives a task to somebody who may hold it: they are told, and nobody else is asked for it any more. */
export async function handOn(step: Step, task: Doc<"requestTasks">, to: Doc<"people">, reason: string): Promise<void> {
  const given = await giveTo(step, task, to, "task.assigned", reason);
  if (given.status === "Running") await tellWorkers(step.ctx, given, step.at);
}

async function giveTo(
  step: Step,
  task: Doc<"requestTasks">,
  to: Doc<"people">,
  action: string,
  reason?: string,
): Promise<Doc<"requestTasks">> {
  const waitingOn = task.status === "Running" ? { text: fullName(to) } : task.waitingOn;
  await closeNotices(step.ctx, {
    subjectId: task._id,
    kinds: ["task.assigned", "task.offered", "task.unheld"],
    reason: `${fullName(to)} has the task`,
    at: step.at,
  });
  return await updateTask(
    step.ctx,
    task,
    { assigneeId: to._id, waitingOn },
    { ...step.by, action, at: step.at, reason },
  );
}

/**
 * Somebody left: what they hold goes to whoever their removal names for it and may have it; the rest waits for somebody
 * else, who is told when it has begun. Says whether more of it may be left.
 */
export async function releaseTasks(step: Step, personId: Id<"people">): Promise<boolean> {
  const running = await tasksHeldBy(step.ctx, personId, "Running", RELEASE_BATCH);
  const toCome = await tasksHeldBy(step.ctx, personId, "Not Started", RELEASE_BATCH);
  const successor = await successorOf(step.ctx, await removalOf(step.ctx, personId), "tasks");
  for (const task of [...running, ...toCome]) {
    if (successor && (await takesTask(step.ctx, task, successor))) {
      await handOn(step, task, successor, `Takes over from ${await nameOf(step.ctx, personId)}`);
      continue;
    }
    const isBegun = task.status === "Running" && executorOf(task) === "manual";
    const waitingOn = isBegun ? { text: "somebody to take it" } : task.waitingOn;
    const released = await updateTask(
      step.ctx,
      task,
      { assigneeId: undefined, waitingOn },
      { ...step.by, action: "task.holderLeft", at: step.at },
    );
    await closeNotices(step.ctx, {
      subjectId: task._id,
      kinds: ["task.assigned"],
      recipientId: personId,
      reason: "No longer active",
      at: step.at,
    });
    if (isBegun) await tellWorkers(step.ctx, released, step.at);
  }
  return running.length === RELEASE_BATCH || toCome.length === RELEASE_BATCH;
}

/** Reports a manual task as done. Whoever reports a task that nobody holds has done it. */
export async function complete(
  step: Step,
  { task, worker, ended }: VisibleTask,
  person: Doc<"people">,
  evidence: string,
): Promise<void> {
  refuseIf(ended ?? whyNotReport(facts(task), worker) ?? whyNotEvidence(evidence));
  const held = task.assigneeId === undefined ? await giveTo(step, task, person, "task.claimed") : task;
  await completeTask(step, held, { evidence: evidence.trim(), reportedBy: fullName(person) });
}

/** Reports a manual task as failed: it cannot be done as asked. */
export async function fail(step: Step, { task, worker, ended }: VisibleTask, reason: string): Promise<void> {
  refuseIf(ended ?? whyNotReport(facts(task), worker) ?? whyNotReason(reason));
  await failTask(step, task, { outcome: "error", error: reason.trim(), isFinal: true });
}

/** Tries a failed task again at once; with a new plan when the account has moved away from the approved one. */
export async function retry(
  step: Step,
  { task, worker, ended }: VisibleTask,
  reason: string,
  withNewPlan: boolean,
): Promise<void> {
  refuseIf(ended ?? whyNotTryAgain(facts(task), worker) ?? whyNotReason(reason));
  if (withNewPlan) await dropPlan(step.ctx, task, { ...step.by, at: step.at, reason });
  await retryTask(step, (await step.ctx.db.get(task._id)) ?? task, "person", reason.trim());
}

/** Declares a failed task done, because somebody did it manually. */
export async function resolve(
  step: Step,
  { task, worker, ended }: VisibleTask,
  reason: string,
  evidence: string,
): Promise<void> {
  refuseIf(ended ?? whyNotResolve(facts(task), worker) ?? whyNotReason(reason) ?? whyNotEvidence(evidence));
  await resolveTask(step, task, reason.trim(), evidence.trim());
}

/** What rules look at; ids as plain text. */
export function facts(task: Doc<"requestTasks">): WorkFacts {
  return task;
}
