/** Carrying out bulk jobs: one bounded batch per transaction, one nested transaction per item. */

import { ConvexError } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { personAsOf } from "../../access/entry";
import { whyNot } from "../../access/rules";
import { personActor, recordEvent } from "../../core/audit/model";
import { fullName } from "../../core/people/model";
import { loadRequest } from "../../core/requests/model";
import { whyNotRequest, whyNotTask, whyNotTheirs } from "../../core/shared/rules/bulk";
import { isInSight } from "../../core/shared/rules/queues";
import type { BulkResult } from "../../core/shared/table";
import { loadTask, tasksOf } from "../../core/tasks/model";
import { isApproval, whyNotRetry } from "../../core/tasks/rules";
import { messageOf, refuse, refuseIf } from "../../lib/errors";
import { assert } from "../../lib/pure/impossible";
import { plural } from "../../lib/pure/text";
import { overseerOf } from "../../lists/queues";
import { liveExecutor } from "../executing/executor";
import { handOn } from "../executing/taskWork";
import { cancelRequest } from "../settling/requestMoves";
import { failTask, retryTask } from "../settling/taskMoves";
import { tellCancelled } from "../settling/telling";
import type { Step } from "../steps/step";

/** Items carried out per transaction: the writer is free for others in between. */
const BATCH = 20;
/** Items marked as not run per transaction once a job was stopped. */
const STOP_BATCH = 500;

type ItemOutcome = { readonly result: BulkResult; readonly detail: string };

/** The next batch of a job; schedules the one after it, or ends the job. */
export async function runBatch(ctx: MutationCtx, jobId: Id<"bulkJobs">, now: number): Promise<void> {
  const job = await ctx.db.get(jobId);
  if (!job || job.endedAt !== undefined) return;
  const isStopped = job.stopAskedAt !== undefined;
  const items = await ctx.db
    .query("bulkItems")
    .withIndex("by_result", (q) => q.eq("jobId", jobId).eq("result", undefined))
    .take(isStopped ? STOP_BATCH : BATCH);
  const tally = { done: job.done, refused: job.refused, failed: job.failed, notRun: job.notRun };
  for (const item of items) {
    const outcome: ItemOutcome = isStopped
      ? { result: "notRun", detail: "The job was stopped before it was reached" }
      : await runItem(ctx, item);
    await ctx.db.patch(item._id, outcome);
    tally[outcome.result] += 1;
  }
  const isOver = tally.done + tally.refused + tally.failed + tally.notRun >= job.total;
  await ctx.db.patch(jobId, { ...tally, ...(isOver ? { endedAt: now } : {}) });
  if (isOver) await noteEnd(ctx, job, tally, now);
  else await ctx.scheduler.runAfter(0, internal.workflow.internal.runBulkBatch, { jobId });
}

async function runItem(ctx: MutationCtx, item: Doc<"bulkItems">): Promise<ItemOutcome> {
  try {
    return {
      result: "done",
      detail: await ctx.runMutation(internal.workflow.internal.runBulkItem, { itemId: item._id }),
    };
  } catch (error) {
    const data: unknown = error instanceof ConvexError ? error.data : null;
    if (data === null || typeof data !== "object") return { result: "failed", detail: messageOf(error) };
    const { message, code, status } = data as { message?: unknown; code?: unknown; status?: unknown };
    const words =
      typeof message === "string"
        ? message
        : typeof status === "string"
          ? `The status is ${status}.`
          : `Refused: ${String(code)}`;
    return { result: "refused", detail: words };
  }
}

async function noteEnd(
  ctx: MutationCtx,
  job: Doc<"bulkJobs">,
  tally: Readonly<Record<BulkResult, number>>,
  now: number,
): Promise<void> {
  const person = await ctx.db.get(job.personId);
  await recordEvent(ctx, {
    actor: person ? personActor(person) : { kind: "system", label: "Portal" },
    action: "bulk.ended",
    targets: [{ type: "bulkJob", id: job._id }],
    context: { operation: job.operation, ...tally },
    outcome: tally.failed + tally.refused > 0 ? "failure" : "success",
    occurredAt: now,
  });
}

/** Carries out one item as the person who asked for it, who must still be allowed to; says what was done. */
export async function applyItem(ctx: MutationCtx, itemId: Id<"bulkItems">, now: number): Promise<string> {
  const item = await ctx.db.get(itemId);
  const job = item && (await ctx.db.get(item.jobId));
  const person = job && (await ctx.db.get(job.personId));
  assert(item && job && person, "A bulk item without its job or person");
  const by = personAsOf(person, now);
  const { roles, status, hasChangedInitialPassword } = by;
  const overseer = await overseerOf(ctx, { person: by });
  refuseIf(whyNot({ roles, status, hasChangedInitialPassword, impersonation: null }, "tasks.manage"));
  const request = await loadRequest(ctx, item.requestId);
  if (!isInSight(overseer, request)) refuse({ code: "not-found" });
  refuseIf(whyNotTheirs(overseer, request));
  const step: Step = { ctx, at: now, by: { actor: personActor(person) }, executor: liveExecutor(ctx, now) };
  return item.taskId ? await applyToTask(step, job, item.taskId, request) : await applyToRequest(step, job, request);
}

async function applyToRequest(step: Step, job: Doc<"bulkJobs">, request: Doc<"requests">): Promise<string> {
  const tasks = await tasksOf(step.ctx, request._id);
  refuseIf(whyNotRequest(job.operation, request, tasks));
  if (job.operation === "cancel") {
    const cancelled = await cancelRequest(step, request, job.reason);
    await tellCancelled(step, cancelled, job.reason);
    return "Cancelled";
  }
  const failed = tasks.filter((task) => whyNotRetry(task, "person") === null);
  // Fresh, because an earlier one of them may have started or ended it.
  let retried = 0;
  for (const { _id } of failed) {
    const task = await loadTask(step.ctx, _id);
    if (whyNotRetry(task, "person") !== null) continue;
    await retryTask(step, task, "person", job.reason);
    retried += 1;
  }
  return `${plural(retried, "task")} tried again`;
}

async function applyToTask(
  step: Step,
  job: Doc<"bulkJobs">,
  taskId: Id<"requestTasks">,
  request: Doc<"requests">,
): Promise<string> {
  const task = await loadTask(step.ctx, taskId);
  refuseIf(whyNotTask(job.operation, task, request, job.assigneeId));
  assert(!isApproval(task), "A bulk operation reached an approval");
  switch (job.operation) {
    case "retryFailed":
      await retryTask(step, task, "person", job.reason);
      return "Tried again";
    case "markFailed":
      await failTask(step, task, { outcome: "error", error: `Marked as failed: ${job.reason}`, isFinal: true });
      return "Marked as failed";
    case "assign":
      return await assignTask(step, task, job);
    case "cancel":
      return refuse({ code: "invalid-input", message: "A task is cancelled with its request." });
  }
}

async function assignTask(
  step: Step,
  task: Doc<"requestTasks">,
  { assigneeId, reason }: Doc<"bulkJobs">,
): Promise<string> {
  const person = assigneeId && (await step.ctx.db.get(assigneeId));
  if (!person || person.status !== "active") refuse({ code: "invalid-input", message: "This person is not active." });
  await handOn(step, task, person, reason);
  return `Assigned to ${fullName(person)}`;
}
