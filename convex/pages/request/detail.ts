/** A request's page, put together for one viewer. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { decisionsOf } from "../../core/approvals/model";
import { timersOf } from "../../core/approvals/rules/timers";
import { formLines, typeNameOf } from "../../core/catalog/formLines";
import { lastUseOf } from "../../core/grants/rules";
import { reasonOf } from "../../core/shared/refusalReasons";
import { whyNotEdit } from "../../core/shared/rules/edit";
import {
  cancelConsequence,
  isOnHold,
  needsCancelReason,
  QUESTION_LIFETIME_MS,
  whyNotAnswer,
  whyNotCancel,
  whyNotComment,
  whyNotHold,
  whyNotLiftHold,
  whyNotNote,
  whyNotRemind,
  whyNotRetryTask,
  whyNotSubmitAgain,
} from "../../core/shared/rules/may";
import { nextStepOf } from "../../core/shared/rules/nextStep";
import { decideTasks, loadSurroundings, type Surroundings } from "../../process/settling/eligibility";
import { activeSteps, accessTo, loadInvolved, type LoadedApproval, type Visible } from "../../process/steps/circle";
import { editFacts, shownEdits } from "../../process/submitting/editing";
import type { ShownRequest, ShownStep, ShownTask } from "./detailView";
import { nextStepFacts } from "./nextStepFacts";
import { sentTogetherWith } from "./sentTogether";
import { shownTask } from "./taskView";

type ReadCtx = Pick<QueryCtx, "db">;

const MAX_GRANTS = 50;

/** The page of a request that its viewer may see. */
export async function showRequest(
  ctx: ReadCtx,
  visible: Visible,
  viewer: Doc<"people">,
  now: number,
): Promise<ShownRequest> {
  const around = await loadSurroundings(ctx, now);
  const tasks = await shownTasks(ctx, visible, around);
  const grants = await ctx.db
    .query("grants")
    .withIndex("by_request", (q) => q.eq("requestId", visible.request._id))
    .take(MAX_GRANTS);
  const question = await shownQuestion(visible.request, around);
  const { request } = visible;
  return {
    ...(await basics(ctx, visible, around)),
    nextStep: nextStepOf(
      nextStepFacts(visible, { tasks, grants, question, requesterName: await around.nameOf(request.requesterId), now }),
    ),
    question,
    hold:
      request.hold && isOnHold(request, now)
        ? {
            reason: request.hold.reason,
            by: await around.nameOf(request.hold.personId),
            until: request.hold.until ?? null,
          }
        : null,
    tasks,
    grants: grants.map(shownGrant),
    clonedFrom: await clonedFrom(ctx, request, viewer),
    sentTogether: await sentTogetherWith(ctx, request, viewer),
    edits: await shownEdits(ctx, request, around.nameOf),
    ...actions(visible, viewer, now, reasonOf(whyNotEdit(visible.access, await editFacts(ctx, visible)))),
  };
}

function shownGrant(grant: Doc<"grants">): ShownRequest["grants"][number] {
  const { _id: id, system, description, state, startsAt, expiresAt, endedAt } = grant;
  const ends = { expiresAt: expiresAt ?? null, endedAt: endedAt ?? null };
  return { id, system, description, state, startsAt, use: lastUseOf(grant), ...ends };
}

async function basics(ctx: ReadCtx, { request, participants }: Visible, around: Surroundings) {
  const area = request.businessAreaId && (await ctx.db.get(request.businessAreaId));
  const { domainKey } = request;
  const domain =
    domainKey === undefined
      ? null
      : await ctx.db
          .query("dataDomains")
          .withIndex("by_key", (q) => q.eq("key", domainKey))
          .unique();
  return {
    id: request._id,
    key: request.key,
    title: request.title,
    status: request.status,
    risk: request.risk,
    type: { key: request.typeId, name: await typeNameOf(ctx, request), version: request.templateVersion },
    requester: { id: request.requesterId, name: await around.nameOf(request.requesterId) },
    beneficiary: { id: request.beneficiaryId, name: await around.nameOf(request.beneficiaryId) },
    participants: await Promise.all(participants.map(({ personId }) => around.nameOf(personId))),
    businessArea: area?.name ?? null,
    domain: domain?.name ?? domainKey ?? null,
    createdAt: request.createdAt,
    submittedAt: request.submittedAt ?? null,
    endedAt: request.endedAt ?? null,
    dueAt: request.dueAt ?? null,
    pausedSince: request.openQuestion ? (request.openQuestion.pausedSince ?? request.openQuestion.askedAt) : null,
    costEstimate: request.costEstimate ?? null,
    form: await formLines(ctx, request),
    cancelReason: request.cancelReason ?? null,
  };
}

/** The tasks as they are shown, with why each does not start and how far its approval is. */
export async function shownTasks(ctx: ReadCtx, visible: Visible, around: Surroundings): Promise<ShownTask[]> {
  const { request, tasks, approvals, access } = visible;
  // An open question is told once, by the next step, not again by every task that waits for it.
  const decided = request.openQuestion ? [] : await decideTasks(request, tasks, around);
  const held = decided.find(({ decision }) => decision.action === "Ignored");
  const shown: ShownTask[] = [];
  for (const task of tasks) {
    const loaded = approvals.find(({ approval }) => approval.taskId === task._id);
    const no = whyNotRetryTask(
      access,
      { status: request.status, hasOpenQuestion: request.openQuestion !== undefined },
      task,
    );
    shown.push({
      ...(await shownTask(task, around, access)),
      obstacle: held?.task._id === task._id ? held.decision.reason : null,
      approval: loaded
        ? {
            id: loaded.approval._id,
            state: loaded.approval.state,
            steps: await shownSteps(ctx, loaded, request, around),
          }
        : null,
      whyNotRetry: reasonOf(no),
    });
  }
  return shown;
}

async function shownSteps(
  ctx: ReadCtx,
  { approval, steps, seats }: LoadedApproval,
  request: Doc<"requests">,
  { nameOf }: Surroundings,
): Promise<ShownStep[]> {
  const decisions = await decisionsOf(ctx, approval._id);
  const person = async (id: Id<"people">) => ({ id, name: await nameOf(id) });
  const shown: ShownStep[] = [];
  for (const step of steps) {
    const own = decisions.filter(
      ({ stepId }) => stepId === step._id || (stepId === undefined && step.order === steps[0]?.order),
    );
    const approvers = own.filter(
      ({ verdict, formHash }) => (verdict === "approve" || verdict === "breakGlass") && formHash === approval.formHash,
    );
    const { escalateAt, expireAt } = timersOf(step);
    const isRunning = step.state === "Active" && step.pausedAt === undefined;
    shown.push({
      id: step._id,
      order: step.order,
      title: step.policy.title,
      state: step.state,
      required: step.required ?? null,
      approved: new Set(approvers.map(({ decidedById }) => decidedById)).size,
      seats: await Promise.all(
        seats
          .filter(({ stepId, activeTo }) => stepId === step._id && activeTo === undefined)
          .map(async (seat) => ({
            person: await person(seat.personId),
            source: seat.source,
            fromName: seat.fromPersonId ? await nameOf(seat.fromPersonId) : null,
            isPending: seat.isPending,
          })),
      ),
      decisions: await Promise.all(
        own.map(async (decision) => ({
          id: decision._id,
          by: decision.decidedById
            ? await nameOf(decision.decidedById)
            : `Policy ${decision.decidedByPolicy?.policyId ?? ""} version ${decision.decidedByPolicy?.version ?? ""}`,
          onBehalfOf: decision.onBehalfOfId ? await nameOf(decision.onBehalfOfId) : null,
          verdict: decision.verdict,
          comment: decision.comment,
          at: decision.at,
          isVoid: decision.formHash !== request.formHash,
        })),
      ),
      escalatesAt: isRunning && step.escalatedAt === undefined ? escalateAt : null,
      expiresAt: isRunning ? expireAt : null,
      nudgedAt: step.nudgedAt ?? null,
      problem: step.problem?.message ?? null,
    });
  }
  return shown;
}

async function shownQuestion(
  { openQuestion }: Doc<"requests">,
  { nameOf }: Surroundings,
): Promise<ShownRequest["question"]> {
  if (!openQuestion) return null;
  const { question, askedById, askedAt } = openQuestion;
  return { text: question, askedBy: await nameOf(askedById), askedAt, cancelsAt: askedAt + QUESTION_LIFETIME_MS };
}

async function clonedFrom(
  ctx: ReadCtx,
  { clonedFromId }: Doc<"requests">,
  viewer: Doc<"people">,
): Promise<ShownRequest["clonedFrom"]> {
  const original = clonedFromId && (await ctx.db.get(clonedFromId));
  if (!original || accessTo(await loadInvolved(ctx, original), viewer) === null) return null;
  return { key: original.key, title: original.title };
}

function actions(visible: Visible, viewer: Doc<"people">, now: number, edit: string | null) {
  const { request, tasks, approvals, access } = visible;
  const facts = { status: request.status, hasOpenQuestion: request.openQuestion !== undefined };
  const steps = activeSteps(visible);
  const seat = approvals
    .flatMap(({ seats }) => seats)
    .find(({ personId, isPending }) => personId === viewer._id && isPending);
  const held = tasks.find(({ assigneeId, status }) => assigneeId === viewer._id && status === "Running");
  return {
    viewer: {
      isRequester: access.isRequester,
      isManager: access.isManager,
      seesInternal: access.seesInternal,
      seatIn: seat?.approvalId ?? null,
      task: held?._id ?? null,
    },
    whyNot: {
      comment: reasonOf(whyNotComment(facts)),
      note: reasonOf(whyNotNote(access)),
      answer: reasonOf(whyNotAnswer(access, facts)),
      cancel: reasonOf(whyNotCancel(access, facts, tasks)),
      remind: reasonOf(whyNotRemind(access, facts, steps, now)),
      submitAgain: reasonOf(whyNotSubmitAgain(access, facts)),
      hold: reasonOf(whyNotHold(access, request, now)),
      liftHold: reasonOf(whyNotLiftHold(access, request)),
      edit,
    },
    cancelConsequence: cancelConsequence(tasks),
    cancelNeedsReason: needsCancelReason(access),
    remindedAt: steps.reduce<number | null>(
      (latest, { nudgedAt }) => (nudgedAt === undefined ? latest : Math.max(latest ?? 0, nudgedAt)),
      null,
    ),
  };
}
