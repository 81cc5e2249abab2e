/** Who is told what tasks need: those who may take one, and the admins when the portal cannot help itself. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { notify, type Notice } from "../../core/notifications/model";
import { ownersOf, MAX_OWNERS } from "../../core/people/holders";
import { executorOf } from "../../core/tasks/rules";
import { taskAddress } from "../../core/tasks/rules/address";
import { pathTo } from "../../site/links";
import type { Step } from "./step";

/** Tells each of them the same. */
export async function tellOwners(
  step: Pick<Step, "ctx" | "at">,
  notice: Omit<Notice, "recipientId" | "because" | "at">,
): Promise<void> {
  for (const { _id } of await ownersOf(step.ctx)) {
    await notify(step.ctx, { ...notice, recipientId: _id, because: "You are an admin of the portal", at: step.at });
  }
}

/** A task failed and is not retried automatically: somebody has to see to it. */
export async function tellStuck(
  step: Step,
  task: Doc<"requestTasks">,
  request: Pick<Doc<"requests">, "key">,
): Promise<void> {
  await tellOwners(step, {
    kind: "task.failed",
    subject: { type: "task", id: task._id, label: `${request.key} ${task.title}` },
    title: `${request.key}: “${task.title}” failed`,
    body: task.error,
    to: pathTo("taskAsAdmin", { taskId: taskAddress(request.key, task) }),
  });
}

/**
 * A manual task began: its assignee is told, or everybody who may take it; where nobody of them is there, the admins.
 */
export async function tellWorkers(
  ctx: Pick<MutationCtx, "db" | "scheduler">,
  task: Doc<"requestTasks">,
  at: number,
): Promise<void> {
  const request = await ctx.db.get(task.requestId);
  if (!request) return;
  const isAssigned = task.assigneeId !== undefined;
  const subject = { type: "task", id: task._id, label: `${request.key} ${task.title}` };
  const waits = `${request.key}: “${task.title}” waits for somebody to take it`;
  const workers = await activeAmong(ctx, task.assigneeId ? [task.assigneeId] : (task.candidateIds ?? []));
  if (workers.length === 0) {
    await tellOwners(
      { ctx, at },
      {
        kind: "task.unheld",
        subject,
        title: waits,
        body: request.title,
        to: pathTo("taskAsAdmin", { taskId: taskAddress(request.key, task) }),
      },
    );
  }
  for (const recipientId of workers) {
    await notify(ctx, {
      recipientId,
      kind: isAssigned ? "task.assigned" : "task.offered",
      subject,
      title: isAssigned ? `${request.key}: “${task.title}” is yours to do` : waits,
      body: request.title,
      to: pathTo("task", { taskId: taskAddress(request.key, task) }),
      at,
    });
  }
}

/**
 * A running task was stopped, because its request ended: whoever does it manually is told. Nobody is told what they did
 * themselves.
 */
export async function tellStopped(
  step: Step,
  task: Doc<"requestTasks">,
  { key, status }: Pick<Doc<"requests">, "key" | "status">,
): Promise<void> {
  const { assigneeId } = task;
  if (executorOf(task) !== "manual" || assigneeId === undefined || assigneeId === step.by.actor.personId) return;
  await notify(step.ctx, {
    recipientId: assigneeId,
    kind: "request.cancelled",
    subject: { type: "task", id: task._id, label: `${key} ${task.title}` },
    title: `Stop working on “${task.title}”: ${key} is ${status.toLowerCase()}`,
    to: pathTo("task", { taskId: taskAddress(key, task) }),
    because: "You hold the task",
    at: step.at,
  });
}

/** Those of these people who are there to do something, at most as many as need to hear of it. */
async function activeAmong(ctx: Pick<QueryCtx, "db">, ids: readonly Id<"people">[]): Promise<Id<"people">[]> {
  const active: Id<"people">[] = [];
  for (const id of ids) {
    if (active.length < MAX_OWNERS && (await ctx.db.get(id))?.status === "active") active.push(id);
  }
  return active;
}
