/** Telling those whom a request is about how it went. */

import type { Doc } from "../../_generated/dataModel";
import { notify } from "../../core/notifications/model";
import { nameOf } from "../../core/people/model";
import { titleFor } from "../../core/requests/rules";
import { updateTask } from "../../core/tasks/model";
import { retriesByItself } from "../../core/tasks/rules";
import { pathTo } from "../../site/links";
import type { Step } from "../steps/step";
import { subjectOf } from "./pause";

type Task = Doc<"requestTasks">;

/** What a task that tells people leaves behind: their names, and the title of what had failed by then. */
export interface NotifyOutput {
  readonly told: string[];
  readonly failed?: string;
}

/**
 * Tells requester and beneficiary how the tasks before a task that tells people went: they are done, or held up by
 * one that failed. Null, and nobody is told, while one of them is still to come.
 */
export async function tellHowItWent(
  step: Step,
  request: Doc<"requests">,
  task: Task,
  tasks: readonly Task[],
): Promise<NotifyOutput | null> {
  const earlier = tasks.filter(({ order }) => order < task.order);
  const failed = earlier.find((other) => other.status === "Failed" && !retriesByItself(other));
  if (!failed && !areComplete(earlier)) return null;
  // Whoever sent many by a file hears once of all of them.
  if (request.inviteFileId !== undefined && !failed) return { told: [] };
  const notified: string[] = [];
  for (const recipientId of new Set([request.requesterId, request.beneficiaryId])) {
    const called = titleFor(request, recipientId);
    await notify(step.ctx, {
      recipientId,
      kind: failed ? "request.progress" : "request.completed",
      subject: { type: "request", id: request._id, label: request.key },
      title: failed ? `${request.key} is held up: ${called}` : `${request.key} is done: ${called}`,
      body: failed ? `“${failed.title}” failed. The portal's admins know and will see to it.` : undefined,
      to: pathTo("request", { id: request.key }),
      because: recipientId === request.requesterId ? "You sent the request" : "The request is for you",
      at: step.at,
    });
    notified.push(await nameOf(step.ctx, recipientId));
  }
  return { told: notified, ...(failed && { failed: failed.title }) };
}

/**
 * What had failed is done after all: whoever was told that it is held up hears the good end, once. The task that told
 * them is complete and stays so.
 */
export async function correctNotices(step: Step, request: Doc<"requests">, tasks: readonly Task[]): Promise<void> {
  for (const task of tasks) {
    const { output } = task;
    if (task.type !== "notify" || output?.["failed"] === undefined || output["correctedAt"] !== undefined) continue;
    if (!areComplete(tasks.filter(({ order }) => order < task.order))) continue;
    await tellHowItWent(step, request, task, tasks);
    await updateTask(
      step.ctx,
      task,
      { output: { ...output, correctedAt: step.at } },
      { ...step.by, action: "task.noticeCorrected", at: step.at },
    );
  }
}

function areComplete(tasks: readonly Task[]): boolean {
  return tasks.every(({ status }) => status === "Complete");
}

/** Tells requester and beneficiary that a request they did not cancel themselves is over. */
export async function tellCancelled(step: Step, request: Doc<"requests">, reason: string): Promise<void> {
  for (const recipientId of new Set([request.requesterId, request.beneficiaryId])) {
    if (recipientId === step.by.actor.personId) continue;
    await notify(step.ctx, {
      recipientId,
      kind: "request.cancelled",
      subject: subjectOf(request),
      title: `${request.key} was cancelled`,
      body: reason,
      to: pathTo("request", { id: request.key }),
      because: recipientId === request.requesterId ? "You are the requester" : "The request is for you",
      at: step.at,
    });
  }
}
