/**
 * One approval as the screen to decide on shows it: who, what, why, for how long, at what risk, and what would happen.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { administers, isAdministrator } from "../../core/approvals/administering";
import { capacityOf } from "../../core/approvals/capacity";
import { deciderName, expectedOf, hadPart, loadCase, currentStep, type Case } from "../../core/approvals/case";
import { factsFor, type Decider } from "../../core/approvals/guardFacts";
import { approvalOfTask, approvalsOf, decisionsOf } from "../../core/approvals/model";
import { isHeld, seatToDecideFrom, whyNotDecide } from "../../core/approvals/rules/guard";
import { countApprovals, countRejections, quorumText } from "../../core/approvals/rules/quorum";
import { riskOf } from "../../core/approvals/rules/risk";
import { timersOf } from "../../core/approvals/rules/timers";
import { type Verdict } from "../../core/approvals/table";
import { exposureOfRequest } from "../../core/catalog/exposure";
import { shownLines, typeNameOf } from "../../core/catalog/formLines";
import { AREA_FIELD, OTHER_AREA_REASON, otherAreaReasonOf } from "../../core/catalog/rules/otherArea";
import { nameOfAccess } from "../../core/grants/names";
import { lastUseOf } from "../../core/grants/rules";
import { askerOf, fullName, namesOf } from "../../core/people/model";
import { whyNotRevoke } from "../../core/shared/rules/may";
import { tasksOf } from "../../core/tasks/model";
import { taskAddress } from "../../core/tasks/rules/address";
import type { Refusal } from "../../lib/pure/refusal";
import { stepsAhead } from "../../process/approving/ahead";
import { heldAccess } from "../../process/approving/heldAccess";
import { extendedEnd } from "../../process/ending/endOfTime";
import { termsOf } from "../../process/ending/granting";
import { shownEdits } from "../../process/submitting/editing";
import type { ApprovalPage } from "./approvalPageView";
import { durationOf, lineOf } from "./lines";
import { plannedTasks } from "./plannedTasks";

type ReadCtx = Pick<QueryCtx, "db">;

/** The page of one approval for one person who may see its request. */
export async function approvalPageOf(
  ctx: ReadCtx,
  approvalId: Id<"approvals">,
  decider: Decider,
  now: number,
): Promise<ApprovalPage> {
  const open = await loadCase(ctx, approvalId, now);
  const { approval, request } = open;
  const tasks = await tasksOf(ctx, request._id);
  const own = tasks.find(({ _id }) => _id === approval.taskId);
  return {
    id: approval._id,
    address: own ? taskAddress(request.key, own) : approval._id,
    state: approval.state,
    formHash: approval.formHash,
    stepId: currentStep(open)._id,
    isHighRisk: riskOf(approval.policy, request) === "high",
    holdSeconds: approval.policy.holdSeconds ?? 0,
    holdUntil: own?.holdUntil ?? null,
    request: await shownRequest(ctx, request, tasks),
    againAddress: await laterApproval(ctx, open, own, tasks),
    steps: await shownSteps(ctx, open, now),
    decisions: await shownDecisions(ctx, open),
    access: await heldAccess(ctx, request.beneficiaryId),
    tasks: plannedTasks(tasks),
    review: await shownReview(ctx, approval),
    me: await ownPart(ctx, open, decider, { now, tooLate: own ? whyNotRevoke(request, own, tasks) : null }),
  };
}

async function shownRequest(
  ctx: ReadCtx,
  request: Doc<"requests">,
  tasks: readonly Doc<"requestTasks">[],
): Promise<ApprovalPage["request"]> {
  const lines = await shownLines(ctx, request);
  const area = request.businessAreaId && (await ctx.db.get(request.businessAreaId));
  const { openQuestion: question } = request;
  const askers = question && (await namesOf(ctx, [question.askedById]));
  const terms = await termsOf(ctx, request, tasks);
  const inHead = new Set(["reason", "requestedFor", AREA_FIELD, OTHER_AREA_REASON]);
  return {
    id: request._id,
    key: request.key,
    title: request.title,
    target: request.target ?? null,
    type: { key: request.typeId, name: await typeNameOf(ctx, request) },
    status: request.status,
    risk: request.risk,
    requester: await somebody(ctx, request.requesterId),
    requestedBy: await askerOf(ctx, request),
    beneficiary: await somebody(ctx, request.beneficiaryId),
    businessArea: area ? area.name : null,
    otherAreaReason: otherAreaReasonOf(request.form),
    reason: lineOf(lines, "reason"),
    duration: durationOf(lines),
    ...(await exposureOfRequest(ctx, request)),
    submittedAt: request.submittedAt ?? null,
    dueAt: request.dueAt ?? null,
    cost: request.costEstimate ?? null,
    question: question
      ? { text: question.question, by: askers?.get(question.askedById) ?? "", at: question.askedAt }
      : null,
    gives: terms && (await nameOfAccess(ctx, request, terms)),
    lines: lines.filter(({ name }) => !inHead.has(name)),
    extension: await shownExtension(ctx, request),
    edits: await shownEdits(ctx, request),
  };
}

async function shownExtension(ctx: ReadCtx, request: Doc<"requests">): Promise<ApprovalPage["request"]["extension"]> {
  const grant = request.extension && (await ctx.db.get(request.extension.grantId));
  if (!request.extension || !grant) return null;
  const { heldSince, currentEnd } = request.extension;
  const newEnd = await extendedEnd(ctx, request);
  return { heldSince, use: lastUseOf(grant), currentEnd, newEnd, state: grant.state };
}

async function somebody(ctx: ReadCtx, id: Id<"people">): Promise<ApprovalPage["request"]["requester"]> {
  const person = await ctx.db.get(id);
  const area = person?.businessAreaId && (await ctx.db.get(person.businessAreaId));
  return {
    id,
    name: person ? fullName(person) : "Someone who left",
    email: person?.email ?? "",
    area: area ? area.name : null,
  };
}

async function shownSteps(ctx: ReadCtx, open: Case, now: number): Promise<ApprovalPage["steps"]> {
  const later = await Promise.all(
    open.steps.map(async (step) => [step._id, await expectedOf(ctx, open, step, now)] as const),
  );
  const expected = new Map(later);
  const names = await namesOf(ctx, [
    ...open.seats.flatMap(({ personId, fromPersonId }) => (fromPersonId ? [personId, fromPersonId] : [personId])),
    ...later.flatMap(([, ids]) => ids),
    ...open.steps.flatMap(({ exclusions }) => exclusions.map(({ personId }) => personId)),
  ]);
  const nameFor = (id: Id<"people">) => names.get(id) ?? "";
  return open.steps.map((step) => {
    const own = open.decisions.filter(({ stepId }) => stepId === step._id);
    const counted = { formHash: open.approval.formHash, since: step.activatedAt ?? 0 };
    const seats = open.seats.filter(({ stepId, activeFrom }) => stepId === step._id && activeFrom >= counted.since);
    const timers = timersOf(step);
    return {
      id: step._id,
      order: step.order,
      title: step.policy.title,
      state: step.state,
      quorum: quorumText(step.policy.quorum),
      required: step.required ?? null,
      approved: countApprovals(own, counted),
      rejected: countRejections(own, counted),
      rejections: step.rejections ?? 1,
      seats: seats.map((seat) => ({
        id: seat._id,
        personId: seat.personId,
        name: nameFor(seat.personId),
        source: seat.source,
        fromName: seat.fromPersonId ? nameFor(seat.fromPersonId) : null,
        reason: seat.reason ?? null,
        isPending: seat.isPending && isHeld(seat, now),
        isOver: !isHeld(seat, now),
        verdict: own.findLast(({ seatId, at }) => seatId === seat._id && at >= counted.since)?.verdict ?? null,
      })),
      expected: (expected.get(step._id) ?? []).map(nameFor),
      exclusions: step.exclusions.map(({ personId, reason }) => ({ name: nameFor(personId), reason })),
      problem: step.problem ?? null,
      activatedAt: step.activatedAt ?? null,
      ...timers,
      escalatedAt: step.escalatedAt ?? null,
    };
  });
}

/** How addresses name the newest approval of the same place in the template, for one given about earlier answers. */
async function laterApproval(
  ctx: ReadCtx,
  { approval, request }: Case,
  own: Doc<"requestTasks"> | undefined,
  tasks: readonly Doc<"requestTasks">[],
): Promise<ApprovalPage["againAddress"]> {
  if (!own || approval.formHash === request.formHash) return null;
  const later = tasks
    .filter(
      ({ _id, key, order, type }) => _id !== own._id && key === own.key && order === own.order && type === own.type,
    )
    .at(-1);
  return later && (await approvalOfTask(ctx, later._id)) ? taskAddress(request.key, later) : null;
}

/** Every decision about the request so far, earlier approvals included. */
async function shownDecisions(ctx: ReadCtx, { request }: Case): Promise<ApprovalPage["decisions"]> {
  const shown: ApprovalPage["decisions"] = [];
  for (const { _id } of await approvalsOf(ctx, request._id)) {
    const decisions = await decisionsOf(ctx, _id);
    const names = await namesOf(
      ctx,
      decisions.flatMap(({ decidedById, onBehalfOfId }) =>
        [decidedById, onBehalfOfId].filter((id) => id !== undefined),
      ),
    );
    for (const decision of decisions) {
      const step = decision.stepId && (await ctx.db.get(decision.stepId));
      shown.push({
        id: decision._id,
        by: deciderName({ names }, decision),
        onBehalfOf: decision.onBehalfOfId ? (names.get(decision.onBehalfOfId) ?? "") : null,
        verdict: decision.verdict,
        comment: decision.comment,
        step: step ? step.policy.title : null,
        at: decision.at,
        withoutPlan: decision.withoutPlan ?? false,
        isVoid: decision.formHash !== request.formHash,
      });
    }
  }
  return shown.toSorted((a, b) => a.at - b.at);
}

async function shownReview(
  ctx: ReadCtx,
  { reviewDueAt, reviewedAt, reviewedById, review }: Doc<"approvals">,
): Promise<ApprovalPage["review"]> {
  if (reviewDueAt === undefined) return null;
  const names = await namesOf(ctx, reviewedById ? [reviewedById] : []);
  return {
    dueAt: reviewDueAt,
    reviewedAt: reviewedAt ?? null,
    by: reviewedById ? (names.get(reviewedById) ?? "") : null,
    isJustified: review?.isJustified ?? null,
    comment: review?.comment ?? null,
  };
}

/** What the viewer may do, each with the reason when not: the guard's own answers. */
async function ownPart(
  ctx: ReadCtx,
  open: Case,
  decider: Decider,
  { now, tooLate }: { now: number; tooLate: Refusal | null },
): Promise<ApprovalPage["me"]> {
  const { person } = decider;
  // A comment is still to come; the guard is asked as if it was there.
  const ask = (wanted: Verdict) => factsFor(open, decider, { verdict: wanted, comment: "-" }, now);
  const seat = seatToDecideFrom(ask("approve"));
  const row = open.seats.find(({ _id }) => _id === seat?.id);
  const behalf =
    row?.source === "delegation" && row.fromPersonId
      ? (await namesOf(ctx, [row.fromPersonId])).get(row.fromPersonId)
      : undefined;
  const isOpen = open.approval.state === "Pending" && currentStep(open).state === "Active";
  const needsReview = open.approval.reviewDueAt !== undefined && open.approval.reviewedAt === undefined;
  return {
    ahead: await stepsAhead(ctx, open, decider, now),
    seatId: row?._id ?? null,
    onBehalfOf: behalf ?? null,
    capacity: row ? await capacityOf(ctx, open, currentStep(open), row) : null,
    snoozedUntil: row?.snoozedUntil ?? null,
    whyNotApprove: whyNotDecide(ask("approve")),
    whyNotAskInfo: whyNotDecide(ask("askInfo")),
    whyNotTakeBack: whyNotDecide(ask("takeBack")) ?? tooLate,
    whyNotBreakGlass: whyNotDecide(ask("breakGlass")),
    canReassignOwn:
      isOpen && row !== undefined && row.source !== "delegation" && row.isPending && !decider.isImpersonating,
    canAdminister: isOpen && administers(person, open) && !open.conflicts.has(person._id) && !decider.isImpersonating,
    canReview: isAdministrator(person) && needsReview && !hadPart(open, person) && !decider.isImpersonating,
  };
}
