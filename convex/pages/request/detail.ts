/** A request's page, put together for one viewer. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { shownLines, typeNameOf } from "../../core/catalog/formLines";
import { nameOfAccess } from "../../core/grants/names";
import { lastUseOf } from "../../core/grants/rules";
import { askerOf } from "../../core/people/model";
import { isTerminal, titleFor } from "../../core/requests/rules";
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
import { addressOfTask } from "../../core/tasks/model";
import { taskAddress } from "../../core/tasks/rules/address";
import { decideTasks, loadSurroundings, type Surroundings } from "../../process/settling/eligibility";
import { activeSteps, accessTo, loadInvolved, type Visible } from "../../process/steps/circle";
import { holdLifter } from "../../process/steps/holdLifter";
import { editFacts, shownEdits } from "../../process/submitting/editing";
import { shownApproval } from "./approvalView";
import type { ShownRequest, ShownTask } from "./detailView";
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
    ...(await basics(ctx, visible, around, viewer._id)),
    nextStep: nextStepOf(
      nextStepFacts(visible, {
        ...{ tasks, grants, question, now, timeZone: viewer.timeZone },
        requesterName: await around.nameOf(request.requesterId),
      }),
    ),
    question,
    hold:
      request.hold && !isTerminal(request.status) && isOnHold(request, now)
        ? {
            reason: request.hold.reason,
            by: await around.nameOf(request.hold.personId),
            until: request.hold.until ?? null,
          }
        : null,
    tasks,
    grants: await Promise.all(grants.map((grant) => shownGrant(ctx, request, grant))),
    clonedFrom: await clonedFrom(ctx, request, viewer),
    sentTogether: await sentTogetherWith(ctx, request, viewer),
    edits: await shownEdits(ctx, request),
    ...actions(visible, viewer, now, {
      edit: reasonOf(whyNotEdit(visible.access, await editFacts(ctx, visible))),
      liftHold: reasonOf(
        whyNotLiftHold(visible.access, visible.request, await holdLifter(ctx, visible.request, viewer._id)),
      ),
    }),
  };
}

async function shownGrant(
  ctx: ReadCtx,
  request: Doc<"requests">,
  grant: Doc<"grants">,
): Promise<ShownRequest["grants"][number]> {
  const { _id: id, system, state, startsAt, expiresAt, endedAt } = grant;
  const ends = { expiresAt: expiresAt ?? null, endedAt: endedAt ?? null };
  const address = await addressOfTask(ctx, grant.taskId);
  const name = await nameOfAccess(ctx, request, grant);
  return { id, address, system, ...name, state, startsAt, use: lastUseOf(grant), ...ends };
}

async function basics(ctx: ReadCtx, { request, participants }: Visible, around: Surroundings, readerId: Id<"people">) {
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
    title: titleFor(request, readerId),
    target: request.target ?? null,
    status: request.status,
    risk: request.risk,
    type: { key: request.typeId, name: await typeNameOf(ctx, request), version: request.templateVersion },
    requester: { id: request.requesterId, name: await around.nameOf(request.requesterId) },
    requestedBy: await askerOf(ctx, request),
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
    form: await shownLines(ctx, request),
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
      ...(await shownTask(task, request.key, around, access)),
      obstacle: held?.task._id === task._id ? held.decision.reason : null,
      approval: loaded ? await shownApproval(ctx, loaded, request, around) : null,
      whyNotRetry: reasonOf(no),
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
  return { text: question, by: await nameOf(askedById), at: askedAt, cancelsAt: askedAt + QUESTION_LIFETIME_MS };
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

function actions(
  visible: Visible,
  viewer: Doc<"people">,
  now: number,
  looked: Pick<ShownRequest["whyNot"], "edit" | "liftHold">,
) {
  const { request, tasks, approvals, access } = visible;
  const facts = { status: request.status, hasOpenQuestion: request.openQuestion !== undefined };
  const steps = activeSteps(visible);
  const withOwnSeat = approvals.find(({ seats }) =>
    seats.some(({ personId, isPending }) => personId === viewer._id && isPending),
  );
  const task = tasks.find(({ _id }) => _id === withOwnSeat?.approval.taskId);
  const held = tasks.find(({ assigneeId, status }) => assigneeId === viewer._id && status === "Running");
  return {
    viewer: {
      isRequester: access.isRequester,
      isManager: access.isManager,
      seesInternal: access.seesInternal,
      seatIn: task ? taskAddress(request.key, task) : null,
      task: held ? taskAddress(request.key, held) : null,
    },
    whyNot: {
      comment: reasonOf(whyNotComment(facts)),
      note: reasonOf(whyNotNote(access)),
      answer: reasonOf(whyNotAnswer(access, facts)),
      cancel: reasonOf(whyNotCancel(access, facts, tasks)),
      remind: reasonOf(whyNotRemind(access, facts, steps, now)),
      submitAgain: reasonOf(whyNotSubmitAgain(access, facts)),
      hold: reasonOf(whyNotHold(access, request, now)),
      ...looked,
    },
    cancelConsequence: cancelConsequence(tasks),
    cancelNeedsReason: needsCancelReason(access),
    remindedAt: steps.reduce<number | null>(
      (latest, { nudgedAt }) => (nudgedAt === undefined ? latest : Math.max(latest ?? 0, nudgedAt)),
      null,
    ),
  };
}
