/**
 * Taking back what was applied for a request that ended early: last task first, each under the guard of
 * its own facts, so that what somebody changed since is left alone.
 *
 * A task that ran when the request ended may still be worked on. It is taken back when its worker
 * reports, or when its lease and grace are over. The time of the next try stands in the row, so a
 * process that dies in between only delays it: the sweeper finds the row.
 */

import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { recordEvent } from "../../core/audit/model";
import { maskedObject } from "../../core/audit/rules";
import { heldOf, updateGrant } from "../../core/grants/model";
import { loadRequest, requestTarget } from "../../core/requests/model";
import { isTerminal } from "../../core/requests/rules";
import { loadConnectors } from "../../core/services/model";
import { isConnectorOn, CONNECTOR_LABELS } from "../../core/services/rules";
import { listed } from "../../core/shared/rules/may";
import { loadTask, tasksOf, updateTask } from "../../core/tasks/model";
import { backoffMs, changesNothing, LEASE_GRACE_MS, typeOf } from "../../core/tasks/rules";
import { taskAddress } from "../../core/tasks/rules/address";
import { accessKeyOf, isToTakeBack, lastPieceOf, withoutLastPiece } from "../../core/tasks/rules/applied";
import type { AttemptFailure, TaskFields } from "../../core/tasks/table";
import type { Proof } from "../../lib/pure/plan";
import { HOUR_MS, MINUTE_MS } from "../../lib/pure/time";
import { pathTo } from "../../site/links";
import { tellOwners } from "../steps/owners";
import type { Step } from "../steps/step";
import { endingAccessOf, removalFailed, removed } from "./removal";

/** A worker that does not report is taken for dead after this long. */
const CLAIM_MS = 15 * MINUTE_MS;
/** How long to wait while the system is switched off. */
const PAUSE_MS = 5 * MINUTE_MS;
/** Failed tries after which people are told, although trying goes on. */
const PATIENT_TRIES = 3;
const SWEEP_BATCH = 50;

/** Names the piece of work that a caller takes back, for as long as it is theirs. */
export interface Claim {
  readonly taskId: Id<"requestTasks">;
  readonly key: string;
  readonly claimedUntil: number;
}

/** One piece of work to take back. */
export interface Compensation extends Claim {
  readonly system: string;
  readonly plan?: TaskFields["plan"];
  readonly ref?: TaskFields["ref"];
}

/** Marks everything that may have been applied. `tasks` are as they were when the request ended. */
export async function planCompensation(
  step: Step,
  request: Doc<"requests">,
  tasks: readonly Doc<"requestTasks">[],
): Promise<void> {
  const beneficiary = await step.ctx.db.get(request.beneficiaryId);
  const applied: Doc<"requestTasks">[] = [];
  for (const task of tasks) {
    if (
      task.compensatedAt === undefined &&
      isToTakeBack(task) &&
      !staysEnded(task, beneficiary) &&
      !(await isHeldElsewhere(step, task))
    )
      applied.push(task);
  }
  for (const task of applied) {
    const isWorkedOn = task.status === "Running" && task.leaseUntil !== undefined;
    await step.ctx.db.patch(task._id, {
      compensationDueAt: isWorkedOn ? (task.leaseUntil ?? step.at) + LEASE_GRACE_MS : step.at,
    });
  }
  if (applied.length === 0) return;
  const targets = [
    requestTarget(request),
    ...applied.map(({ _id, title }) => ({ type: "task", id: _id, label: title })),
  ];
  await recordEvent(step.ctx, { ...step.by, action: "request.compensationPlanned", targets, occurredAt: step.at });
  await step.executor.compensate?.(request._id);
}

/**
 * Whether what a task did to somebody's user stays done: who is not active here gets no user back with the roles it
 * had. Whoever is restored gets it by a task that takes those first (U14).
 */
function staysEnded({ type, input }: Doc<"requestTasks">, beneficiary: Doc<"people"> | null): boolean {
  if (typeOf(type)?.account !== "disabled") return false;
  return beneficiary === null || (beneficiary.status !== "active" && input["user"] === beneficiary.snowflakeUser);
}

/**
 * Whether the access that a task's work is stands by a grant of another request. That grant answers for the work from
 * then on, so its end takes it back.
 */
async function isHeldElsewhere(step: Step, task: Doc<"requestTasks">): Promise<boolean> {
  const system = typeOf(task.type)?.connector;
  const held = system === undefined ? [] : await heldOf(step.ctx, accessKeyOf(task, system));
  const others = held.filter(({ requestId }) => requestId !== task.requestId);
  for (const grant of others) {
    if (grant.taskId !== task._id && changesNothing(await loadTask(step.ctx, grant.taskId)))
      await updateGrant(step.ctx, grant, { taskId: task._id }, { ...step.by, action: "grant.takenOver", at: step.at });
  }
  return others.length > 0;
}

/** Names work that hands did for a request that ended early to the owners: the portal cannot take it back. */
export async function tellOfWorkByHand(
  step: Step,
  request: Doc<"requests">,
  done: readonly Doc<"requestTasks">[],
): Promise<void> {
  if (done.length === 0) return;
  await tellOwners(step, {
    kind: "task.compensationFailed",
    subject: requestTarget(request),
    title: `${request.key} ended after work was done manually`,
    body: `The portal cannot undo it. Check what must not stay: ${listed(done.map(({ title }) => `“${title}”`))}.`,
    to: pathTo("request", { id: request.key }),
    isCritical: true,
  });
}

/** A worker reported late: where the request has ended early, what it did, or may have done, is taken back now. */
export async function compensateLate(step: Step, task: Doc<"requestTasks">): Promise<void> {
  const { status, beneficiaryId } = await loadRequest(step.ctx, task.requestId);
  if (!isTerminal(status) || status === "Completed" || !isToTakeBack(task)) return;
  if (staysEnded(task, await step.ctx.db.get(beneficiaryId))) return;
  await step.ctx.db.patch(task._id, { compensationDueAt: step.at, compensatedAt: undefined });
  await step.executor.compensate?.(task.requestId);
}

/** What is to be taken back next, claimed for the caller; a time when it is not yet due; null when nothing is left. */
export async function nextCompensation(step: Step, requestId: Id<"requests">): Promise<Compensation | number | null> {
  const { ctx, at } = step;
  const last = await lastToTakeBack(step, requestId);
  const system = last && typeOf(last.type)?.connector;
  const piece = last && lastPieceOf(last);
  if (!last || !system || !piece) return null;
  const dueAt = last.compensationDueAt ?? at;
  if (dueAt > at) return dueAt;
  const connector = (await loadConnectors(ctx)).get(system);
  if (connector && !isConnectorOn(connector, at)) {
    const compensationError = `${CONNECTOR_LABELS[system]} is switched off, so nothing can be undone there for now`;
    await ctx.db.patch(last._id, { compensationDueAt: at + PAUSE_MS, compensationError });
    return at + PAUSE_MS;
  }
  const claimedUntil = at + CLAIM_MS;
  await ctx.db.patch(last._id, {
    compensationDueAt: claimedUntil,
    compensationAttempts: (last.compensationAttempts ?? 0) + 1,
  });
  return { ...piece, taskId: last._id, system, claimedUntil };
}

/** The last of what waits. What another request's grant has come to stand for meanwhile waits no more. */
async function lastToTakeBack(step: Step, requestId: Id<"requests">): Promise<Doc<"requestTasks"> | null> {
  const waiting = (await tasksOf(step.ctx, requestId)).filter((task) => task.compensationDueAt !== undefined);
  for (const task of waiting.toSorted((a, b) => b.order - a.order || (b.applyBegunAt ?? 0) - (a.applyBegunAt ?? 0))) {
    if (isToTakeBack(task) && !(await isHeldElsewhere(step, task))) return task;
    await step.ctx.db.patch(task._id, { compensationDueAt: undefined });
  }
  return null;
}

/** The task of which a piece is being taken back; null when a worker has reported since: it is then taken back anew. */
async function claimed(step: Step, { taskId, key, claimedUntil }: Claim): Promise<Doc<"requestTasks"> | null> {
  const task = await step.ctx.db.get(taskId);
  const isTheirs = task && task.compensationDueAt === claimedUntil && lastPieceOf(task)?.key === key;
  return isTheirs ? task : null;
}

/** It was taken back, and read back. When nothing of the task is left, access it had given is over. */
export async function compensated(step: Step, claim: Claim, proof: Proof): Promise<void> {
  const task = await claimed(step, claim);
  if (!task) return;
  if (!proof.isProven) {
    const failure = {
      kind: "admin-fixable" as const,
      code: "not-proven",
      message: "It was removed, but reading it back still shows it.",
      vendor: null,
      retryAfterMs: null,
    };
    return await compensationFailed(step, claim, failure);
  }
  // Work on a plan that was dropped is next, unless there is none.
  const rest = { ...task, ...withoutLastPiece(task) };
  const isLast = lastPieceOf(rest) === null;
  if (!isLast) await step.ctx.db.patch(task._id, { applyBegunAt: rest.applyBegunAt, formerWork: rest.formerWork });
  const changes = {
    compensatedAt: isLast ? step.at : undefined,
    compensationDueAt: isLast ? undefined : step.at,
    compensationError: undefined,
    output: { ...task.output, takenBack: { ...proof } },
  };
  await updateTask(step.ctx, task, changes, { ...step.by, action: "task.compensated", at: step.at });
  const access = isLast ? await endingAccessOf(step, task._id) : null;
  if (access) await removed(step, access._id, proof);
}

/**
 * It could not be taken back. What time may heal is tried again; people are told of the rest at once. Access is then
 * removed as at any other end.
 */
export async function compensationFailed(step: Step, claim: Claim, failure: AttemptFailure): Promise<void> {
  const task = await claimed(step, claim);
  if (!task) return;
  const tries = task.compensationAttempts ?? 1;
  const isRetried = failure.kind === "transient";
  const compensationDueAt = isRetried
    ? step.at + Math.max(backoffMs(tries), Math.min(failure.retryAfterMs ?? 0, HOUR_MS))
    : undefined;
  const output = {
    ...task.output,
    compensationTechnical: maskedObject({ code: failure.code, vendor: failure.vendor }),
  };
  await updateTask(
    step.ctx,
    task,
    { compensationDueAt, compensationError: failure.message, output },
    { ...step.by, action: "task.compensationFailed", at: step.at },
  );
  if (isRetried && tries !== PATIENT_TRIES) return;
  const access = isRetried ? null : await endingAccessOf(step, task._id);
  if (access) return await removalFailed(step, access._id, failure);
  const request = await loadRequest(step.ctx, task.requestId);
  await tellOwners(step, {
    kind: "task.compensationFailed",
    subject: { type: "task", id: task._id, label: `${request.key} ${task.title}` },
    title: `${request.key}: “${task.title}” could not be undone`,
    body: failure.message,
    to: pathTo("taskAsAdmin", { taskId: taskAddress(request.key, task) }),
    isCritical: true,
  });
}

/** Requests whose compensation is due, for the sweeper. */
export async function sweepCompensations(ctx: MutationCtx, at: number): Promise<void> {
  const due = await ctx.db
    .query("requestTasks")
    .withIndex("by_compensation", (q) => q.gt("compensationDueAt", undefined).lte("compensationDueAt", at))
    .take(SWEEP_BATCH);
  for (const requestId of new Set(due.map((task) => task.requestId))) {
    await ctx.scheduler.runAfter(0, internal.workflow.actions.compensateRequest, { requestId });
  }
}
