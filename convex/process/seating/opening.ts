/**
 * Opening and closing approvals. An approval opens with its task; one step after the other becomes active,
 * and its seats are resolved then and frozen. It closes with the task, never without it (A6).
 */

import type { Doc } from "../../_generated/dataModel";
import { approversOf, stepFactsOf } from "../../core/approvals/case";
import { approvalOfTask, decisionsOf, patchApproval, seatsOf, stepsOf } from "../../core/approvals/model";
import { autoPolicyFor } from "../../core/approvals/rules/auto";
import { nextTimerAt } from "../../core/approvals/rules/timers";
import { resolveStep } from "../../core/approvals/seats";
import type { ApprovalState } from "../../core/approvals/table";
import { recordEvent } from "../../core/audit/model";
import { closeNotices } from "../../core/notifications/model";
import { namesOf } from "../../core/people/model";
import { isThroughEyes, loadRequest } from "../../core/requests/model";
import type { Step } from "../steps/step";
import { heldDaysBefore } from "./heldBefore";
import { approvalTargets, giveSeat, refreshWaiting, settleSeats, tellAdmins, tellRequester } from "./seating";

/** Opens the approval behind a task that has just started: its first step, or at once when a policy approves. */
export async function openApproval(step: Step, task: Doc<"requestTasks">, request: Doc<"requests">): Promise<void> {
  const approval = await approvalOfTask(step.ctx, task._id);
  if (!approval || approval.state !== "Pending" || approval.openedAt !== undefined) return;
  const opened = await patchApproval(step.ctx, approval, { openedAt: step.at, formHash: request.formHash }, step.at);
  // Its own timers end it; the sweeper only ends tasks that have no approval.
  await step.ctx.db.patch(task._id, { leaseUntil: undefined });
  await recordEvent(step.ctx, {
    ...step.by,
    action: "approval.opened",
    targets: approvalTargets({ approval, request }),
    occurredAt: step.at,
  });
  const policy = autoPolicyFor(approval.policy, {
    ...request,
    heldDays: await heldDaysBefore(step.ctx, { ...request, typeKey: request.typeId }, step.at),
    isThroughEyes: await isThroughEyes(step.ctx, request),
  });
  if (policy) await approveByPolicy(step, opened, request, policy);
  else await activateNextStep(step, opened, request);
}

/**
 * A9: the policy and its version stand where a person's name would. The task completes with the move that started it.
 */
async function approveByPolicy(
  step: Step,
  approval: Doc<"approvals">,
  request: Doc<"requests">,
  policy: { policyId: string; version: number },
): Promise<void> {
  await step.ctx.db.insert("approvalDecisions", {
    approvalId: approval._id,
    requestId: request._id,
    decidedByPolicy: policy,
    verdict: "approve",
    comment: "Low risk, within the duration the policy allows",
    formHash: approval.formHash,
    at: step.at,
  });
  await closeApproval(step, approval, "Approved", "Approved by policy", { policy });
  await tellRequester(step, request, {
    kind: "request.decided",
    title: `${request.key} was approved by policy ${policy.policyId} v${policy.version}`,
  });
}

/** Makes the next waiting step active: seats resolved and frozen, everybody told. Answers null after the last one. */
export async function activateNextStep(
  step: Step,
  approval: Doc<"approvals">,
  request: Doc<"requests">,
): Promise<Doc<"approvalSteps"> | null> {
  const next = (await stepsOf(step.ctx, approval._id)).find(({ state }) => state === "Waiting");
  if (!next) return null;
  const earlier = approval.policy.distinctSteps ? await approversOf(step.ctx, request) : [];
  const resolution = await resolveStep(step.ctx, next.policy, stepFactsOf(request), step.at, earlier);
  const active = {
    state: "Active" as const,
    required: resolution.required,
    rejections: resolution.rejections,
    exclusions: [...resolution.exclusions],
    problem: resolution.problem ?? undefined,
    activatedAt: step.at,
    // A question that is open already stops this clock too, until its answer.
    pausedAt: request.openQuestion ? step.at : undefined,
    pausedMs: undefined,
    remindedAt: undefined,
    escalatedAt: undefined,
    endedAt: undefined,
  };
  await step.ctx.db.patch(next._id, { ...active, nextTimerAt: nextTimerAt({ ...active, policy: next.policy }) });
  const bench = { approval, request, step: { ...next, ...active } };
  for (const seat of resolution.seats) await giveSeat(step, bench, seat);
  await recordActivation(step, bench, resolution);
  if (resolution.problem) await tellAdmins(step, bench, resolution.problem);
  await refreshWaiting(step, bench, 0);
  return bench.step;
}

async function recordActivation(
  step: Step,
  bench: Parameters<typeof giveSeat>[1],
  { seats, exclusions, required }: Awaited<ReturnType<typeof resolveStep>>,
): Promise<void> {
  const names = await namesOf(
    step.ctx,
    [...seats, ...exclusions].map(({ personId }) => personId),
  );
  await recordEvent(step.ctx, {
    ...step.by,
    action: "approval.stepOpened",
    targets: approvalTargets(bench),
    context: {
      step: bench.step.policy.title,
      required,
      seats: seats.map(({ personId, source }) => ({ name: names.get(personId), source })),
      exclusions: exclusions.map(({ personId, reason }) => ({ name: names.get(personId), reason })),
    },
    occurredAt: step.at,
  });
}

/** Ends an approval: its open step, every seat that was still asked, and their notices. */
export async function closeApproval(
  step: Step,
  approval: Doc<"approvals">,
  state: Exclude<ApprovalState, "Pending">,
  reason: string,
  context: Readonly<Record<string, unknown>> = {},
): Promise<Doc<"approvals">> {
  for (const { _id } of (await stepsOf(step.ctx, approval._id)).filter((row) => row.state === "Active")) {
    await step.ctx.db.patch(_id, {
      state: stepStateFor(state),
      endedAt: step.at,
      nextTimerAt: undefined,
      pausedAt: undefined,
    });
  }
  await settleSeats(step, await seatsOf(step.ctx, approval._id), reason);
  await closeNotices(step.ctx, { subjectId: approval._id, kinds: ["approval.stuck"], reason, at: step.at });
  const closed = await patchApproval(step.ctx, approval, { state, endedAt: step.at }, step.at);
  const request = await loadRequest(step.ctx, approval.requestId);
  await recordEvent(step.ctx, {
    ...step.by,
    action: `approval.${state.toLowerCase()}`,
    targets: approvalTargets({ approval, request }),
    changes: [{ field: "state", before: approval.state, after: state }],
    context: { reason, ...context },
    occurredAt: step.at,
  });
  return closed;
}

/**
 * How an open step ends with its approval. One whose request ended undecided counts as expired, never as approved (A4).
 */
function stepStateFor(state: Exclude<ApprovalState, "Pending">) {
  if (state === "Approved" || state === "Rejected") return state;
  return "Expired" as const;
}

/** Ends the approval of a task that was stopped or failed for another reason than a decision (A6). */
export async function closeWithTask(
  step: Step,
  task: Doc<"requestTasks">,
  state: "Rejected" | "Expired" | "Cancelled",
  reason: string,
): Promise<void> {
  const approval = await approvalOfTask(step.ctx, task._id);
  if (approval?.state === "Pending") await closeApproval(step, approval, state, reason);
}

/** Whether an approval task may be completed: its approval was approved. One that has none never is (A1, A6). */
export async function isApproved(step: Step, task: Doc<"requestTasks">): Promise<boolean> {
  const approval = await approvalOfTask(step.ctx, task._id);
  return approval?.state === "Approved";
}

/** The policy that approved this task's approval, or null when people decide. */
export async function approvingPolicy(step: Step, task: Doc<"requestTasks">): Promise<string | null> {
  const approval = await approvalOfTask(step.ctx, task._id);
  if (approval?.state !== "Approved") return null;
  const decision = (await decisionsOf(step.ctx, approval._id)).find(
    ({ decidedByPolicy }) => decidedByPolicy !== undefined,
  );
  return decision?.decidedByPolicy
    ? `Policy ${decision.decidedByPolicy.policyId} v${decision.decidedByPolicy.version}`
    : null;
}
