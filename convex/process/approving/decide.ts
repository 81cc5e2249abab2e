/**
 * Deciding. Each function here asks the one guard (approvals/rules/guard.ts) before it writes anything,
 * whoever calls it: screens, bulk decisions, break-glass. A decision is a row that never changes (A7); what
 * it means for step, approval, task and request follows in the same transaction.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import { currentStep, loadCase, type Case } from "../../core/approvals/case";
import { factsFor, type Decider } from "../../core/approvals/guardFacts";
import { loadApproval, patchApproval, stepsOf } from "../../core/approvals/model";
import { principalOf, seatToDecideFrom, whyNotDecide } from "../../core/approvals/rules/guard";
import { countApprovals, stepStateAfter } from "../../core/approvals/rules/quorum";
import { riskOf } from "../../core/approvals/rules/risk";
import { REVIEW_WITHIN_MS } from "../../core/approvals/rules/timers";
import type { ApprovalState, Verdict } from "../../core/approvals/table";
import { recordEvent } from "../../core/audit/model";
import { exposureOfRequest } from "../../core/catalog/exposure";
import { whyAlone } from "../../core/catalog/rules/exposure";
import { fullName, nameOf } from "../../core/people/model";
import { loadTask } from "../../core/tasks/model";
import { refuseIf } from "../../lib/errors";
import { assert } from "../../lib/pure/impossible";
import { SECOND_MS } from "../../lib/pure/time";
import { activateNextStep, closeApproval } from "../seating/opening";
import { approvalTargets, refreshWaiting, settleSeats, tellRequester } from "../seating/seating";
import { completeTask } from "../settling/model";
import { withdrawQuestion } from "../settling/pause";
import { askRequester } from "../settling/requestMoves";
import { failTask, revokeApproval } from "../settling/taskMoves";
import type { Step } from "../steps/step";
import { tellBrokenGlass } from "./review";
import { unplannedTasks, whyNotUnplanned } from "./unplanned";

/** What is decided, by whom, about which step of which form. */
export interface DecideInput {
  readonly approvalId: Id<"approvals">;
  /** The step and form the decider looked at; a decision about others is refused. */
  readonly stepId?: Id<"approvalSteps">;
  readonly formHash?: string;
  readonly comment: string;
  /** Whether an approval counts although a dry run is missing. Absent only for decisions of the past. */
  readonly withoutPlan?: boolean;
  readonly decider: Decider;
}

/** What came of it. */
export interface Decided {
  readonly requestKey: string;
  readonly state: ApprovalState;
  /** Until when it can be taken back before anything starts; null when nothing waits for that. */
  readonly holdUntil: number | null;
}

/** Approve or reject. */
export async function decide(
  step: Step,
  input: DecideInput & { readonly verdict: "approve" | "reject" },
): Promise<Decided> {
  const open = await loadCase(step.ctx, input.approvalId, step.at);
  const facts = factsFor(open, input.decider, input, step.at);
  refuseIf(whyNotDecide(facts));
  const unplanned = await unplannedTasks(step.ctx, open, input);
  refuseIf(whyNotUnplanned(unplanned, input));
  const seatId = seatToDecideFrom(facts)?.id;
  const seat = open.seats.find(({ _id }) => _id === seatId);
  assert(seat, "The guard let somebody decide without a seat");
  const onBehalfOfId = seat.source === "delegation" ? seat.fromPersonId : undefined;
  const { person } = input.decider;
  await addDecision(step, open, {
    verdict: input.verdict,
    comment: input.comment,
    decidedById: person._id,
    onBehalfOfId,
    seatId: seat._id,
    stepId: seat.stepId,
    ...(input.withoutPlan === true && unplanned.length > 0 && { withoutPlan: true }),
  });
  const used = open.seats.filter(
    (row) =>
      row.stepId === seat.stepId &&
      (row.personId === person._id || principalOf(seatFacts(row)) === principalOf(seatFacts(seat))),
  );
  await settleSeats(step, used, `${fullName(person)} decided`);
  const from = onBehalfOfId && (await step.ctx.db.get(onBehalfOfId));
  const named = from ? `${fullName(person)}, standing in for ${fullName(from)},` : fullName(person);
  return await followDecision(step, open, seat.stepId, { byName: fullName(person), named });
}

/** A question to the requester; the seat stays, the clocks stand still until it is answered. */
export async function askInfo(step: Step, input: DecideInput): Promise<Decided> {
  const open = await loadCase(step.ctx, input.approvalId, step.at);
  const facts = factsFor(open, input.decider, { ...input, verdict: "askInfo" }, step.at);
  refuseIf(whyNotDecide(facts));
  const { person } = input.decider;
  await addDecision(step, open, {
    verdict: "askInfo",
    comment: input.comment,
    decidedById: person._id,
    stepId: currentStep(open)._id,
  });
  await askRequester(step, open.request, {
    question: input.comment,
    askedById: person._id,
    approvalId: open.approval._id,
  });
  return { requestKey: open.request.key, state: "Pending", holdUntil: null };
}

/** Takes an approval back before the next task has begun; the request ends as Rejected. */
export async function takeBack(step: Step, input: DecideInput): Promise<Decided> {
  const open = await loadCase(step.ctx, input.approvalId, step.at);
  refuseIf(whyNotDecide(factsFor(open, input.decider, { ...input, verdict: "takeBack" }, step.at)));
  const { person } = input.decider;
  await addDecision(step, open, { verdict: "takeBack", comment: input.comment, decidedById: person._id });
  await closeApproval(step, open.approval, "Revoked", `${fullName(person)} took it back`);
  const request = await revokeApproval(step, await loadTask(step.ctx, open.approval.taskId), input.comment);
  await tellRequester(step, request, {
    kind: "request.rejected",
    title: `The approval of ${request.key} was taken back`,
    body: input.comment,
  });
  return { requestKey: request.key, state: "Revoked", holdUntil: null };
}

/** A super admin approves alone: everybody with a seat is told, and somebody else has to review it within a day. */
export async function breakGlass(step: Step, input: DecideInput): Promise<Decided> {
  const open = await loadCase(step.ctx, input.approvalId, step.at);
  refuseIf(whyNotDecide(factsFor(open, input.decider, { ...input, verdict: "breakGlass" }, step.at)));
  const { person } = input.decider;
  await addDecision(step, open, {
    verdict: "breakGlass",
    comment: input.comment,
    decidedById: person._id,
    stepId: currentStep(open)._id,
  });
  const due = await patchApproval(step.ctx, open.approval, { reviewDueAt: step.at + REVIEW_WITHIN_MS }, step.at);
  await closeApproval(step, due, "Approved", "Approved by break-glass", { severity: "high", comment: input.comment });
  await tellBrokenGlass(step, open, person, input.comment);
  await withdrawQuestion(step, open.request);
  return await completeApproval(step, open, { approvedBy: [`${fullName(person)} (break-glass)`], holdSeconds: 0 });
}

/**
 * What an item of a bulk decision would be refused with, or null; writes nothing. What could do harm is decided one by
 * one.
 */
export async function whyNotInBulk(
  step: Step,
  input: DecideInput & { readonly verdict: "approve" | "reject" },
  typeKey: string,
) {
  const open = await loadCase(step.ctx, input.approvalId, step.at);
  if (open.approval.typeKey !== typeKey)
    return { code: "invalid-input" as const, message: "Only requests of one type are decided together." };
  const alone = whyAlone({
    ...(await exposureOfRequest(step.ctx, open.request)),
    risk: riskOf(open.approval.policy, open.request),
  });
  if (alone !== null) return { code: "not-eligible" as const, message: alone };
  return (
    whyNotDecide(factsFor(open, input.decider, input, step.at)) ??
    whyNotUnplanned(await unplannedTasks(step.ctx, open, input), input)
  );
}

/** Who decided, by name, and as whoever asked reads it: with whom they stand in for. */
interface DecidedBy {
  readonly byName: string;
  readonly named: string;
}

/** What follows from the decisions of a step as they are now. */
async function followDecision(step: Step, open: Case, stepId: Id<"approvalSteps">, by: DecidedBy): Promise<Decided> {
  const { byName, named } = by;
  const decided = await loadCase(step.ctx, open.approval._id, step.at);
  const { approval, request } = decided;
  const row = decided.steps.find(({ _id }) => _id === stepId);
  assert(row?.activatedAt !== undefined, "A decision belongs to a step that was opened");
  const own = decided.decisions.filter((decision) => decision.stepId === stepId);
  const counted = { formHash: approval.formHash, since: row.activatedAt };
  const state = stepStateAfter(own, { required: row.required ?? 1, rejections: row.rejections ?? 1, ...counted });
  if (state === "Rejected") return await rejectRequest(step, decided, by, own.at(-1)?.comment ?? "");
  const approved = countApprovals(own, counted);
  if (state === "Active") {
    await refreshWaiting(step, { approval, request, step: row }, approved);
    const said =
      own.at(-1)?.verdict === "reject"
        ? `rejected ${request.key}; more than half have to, and others still decide`
        : `approved ${request.key}: ${approved} of ${row.required ?? 1}`;
    await tellRequester(step, request, { kind: "request.decided", title: `${named} ${said}`, step: stepId });
    return { requestKey: request.key, state: "Pending", holdUntil: null };
  }
  await step.ctx.db.patch(stepId, { state: "Approved", endedAt: step.at, nextTimerAt: undefined });
  await settleSeats(
    step,
    decided.seats.filter((seat) => seat.stepId === stepId),
    `${byName} decided`,
  );
  await tellRequester(step, request, {
    kind: "request.decided",
    title: `${named} approved ${request.key}: ${row.policy.title}`,
    step: stepId,
  });
  const next = await activateNextStep(step, approval, request);
  if (next) return { requestKey: request.key, state: "Pending", holdUntil: null };
  await closeApproval(step, await loadApproval(step.ctx, approval._id), "Approved", `${byName} approved`);
  if (request.openQuestion?.approvalId === approval._id) await withdrawQuestion(step, request);
  return await completeApproval(step, decided, {
    approvedBy: approversNamed(decided),
    holdSeconds: approval.policy.holdSeconds ?? 0,
  });
}

async function rejectRequest(
  step: Step,
  { approval, request }: Case,
  { byName, named }: DecidedBy,
  comment: string,
): Promise<Decided> {
  await closeApproval(step, approval, "Rejected", `${byName} rejected`);
  await failTask(step, await loadTask(step.ctx, approval.taskId), { outcome: "rejected", error: comment });
  await tellRequester(step, request, {
    kind: "request.rejected",
    title: `${named} rejected ${request.key}`,
    body: comment,
  });
  return { requestKey: request.key, state: "Rejected", holdUntil: null };
}

/**
 * Completes the task behind an approved approval. With a hold, nothing starts before it can no longer be taken back;
 * whoever breaks the glass cannot wait.
 */
async function completeApproval(
  step: Step,
  { approval, request }: Case,
  { approvedBy, holdSeconds }: { approvedBy: string[]; holdSeconds: number },
): Promise<Decided> {
  const holdMs = holdSeconds * SECOND_MS;
  const holdUntil = holdMs > 0 ? step.at + holdMs : null;
  if (holdUntil !== null) await step.ctx.db.patch(approval.taskId, { holdUntil });
  await completeTask(step, await loadTask(step.ctx, approval.taskId), { approvedBy, approvalId: approval._id });
  return { requestKey: request.key, state: "Approved", holdUntil };
}

function approversNamed({ decisions, names, approval }: Case): string[] {
  const approving = decisions.filter(
    ({ verdict, formHash }) => verdict === "approve" && formHash === approval.formHash,
  );
  return [...new Set(approving.flatMap(({ decidedById }) => (decidedById ? [names.get(decidedById) ?? ""] : [])))];
}

async function addDecision(
  step: Step,
  { approval, request }: Case,
  decision: Pick<
    Doc<"approvalDecisions">,
    "verdict" | "comment" | "decidedById" | "onBehalfOfId" | "seatId" | "stepId" | "withoutPlan"
  >,
): Promise<void> {
  const comment = decision.comment.trim();
  await step.ctx.db.insert("approvalDecisions", {
    ...decision,
    comment,
    approvalId: approval._id,
    requestId: request._id,
    formHash: approval.formHash,
    at: step.at,
  });
  const steps = await stepsOf(step.ctx, approval._id);
  await recordEvent(step.ctx, {
    ...step.by,
    action: ACTIONS[decision.verdict],
    targets: approvalTargets({ approval, request }),
    context: {
      step: steps.find(({ _id }) => _id === decision.stepId)?.policy.title ?? null,
      comment,
      ...(decision.onBehalfOfId && { onBehalfOf: await nameOf(step.ctx, decision.onBehalfOfId) }),
      ...(decision.withoutPlan === true && { withoutPlan: true }),
      ...(decision.verdict === "breakGlass" && { severity: "high" }),
    },
    occurredAt: step.at,
  });
}

const ACTIONS: Readonly<Record<Verdict, string>> = {
  approve: "approval.decidedApprove",
  reject: "approval.decidedReject",
  askInfo: "approval.infoAsked",
  breakGlass: "approval.glassBroken",
  takeBack: "approval.takenBack",
};

function seatFacts(seat: Doc<"approvalSeats">) {
  return {
    personId: seat.personId as string,
    source: seat.source,
    fromPersonId: seat.fromPersonId as string | undefined,
  };
}
