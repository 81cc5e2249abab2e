/** The page of one task: what `tasks/queries:get` answers. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { ViewerQueryCtx } from "../../access/functions";
import { maskedObject } from "../../core/audit/rules";
import { grantOfTask } from "../../core/grants/model";
import { accessName, nameOfGrant } from "../../core/grants/names";
import { isToEnd, whyNotRevoke } from "../../core/grants/rules";
import { grantState } from "../../core/grants/table";
import { askerOf } from "../../core/people/model";
import { titleFor } from "../../core/requests/rules";
import { requestStatus } from "../../core/requests/table";
import { beginOf } from "../../core/shared/rules";
import { executorOf } from "../../core/tasks/rules";
import { taskAddress } from "../../core/tasks/rules/address";
import { whyNotAssign, whyNotClaim, whyNotReport, whyNotResolve, whyNotTryAgain } from "../../core/tasks/rules/work";
import { lateResult, taskStatus } from "../../core/tasks/table";
import type { Refusal } from "../../lib/pure/refusal";
import { withoutSecrets } from "../../lib/pure/secrets";
import { jsonObject, nullableString, nullableTimestamp, timestamp } from "../../lib/validators";
import { facts, loadVisibleTask } from "../../process/executing/taskWork";
import { decideTasks, loadSurroundings, type Surroundings } from "../../process/settling/eligibility";
import { shownApproval } from "../request/approvalView";
import { shownPerson, taskOfRequest } from "../request/detailView";
import { shownTask } from "../request/taskView";

const { whyNotRetry: _whyNotRetry, ...fields } = taskOfRequest.fields;
/** A refusal, or null: what a button asks. */
const whyNot = v.union(jsonObject, v.null());

export const taskPage = v.object({
  ...fields,
  /** How its page is named in addresses. */
  address: v.string(),
  executor: v.union(v.literal("approval"), v.literal("manual"), v.literal("connector"), v.literal("portal"), v.null()),
  evidenceLabel: nullableString,
  error: nullableString,
  /** What the outside system said, masked. */
  vendor: v.union(jsonObject, v.null()),
  plannedAt: nullableTimestamp,
  isApplied: v.boolean(),
  waitsUntil: nullableTimestamp,
  lateResult: v.union(lateResult, v.null()),
  compensation: v.union(
    v.null(),
    v.object({ doneAt: nullableTimestamp, nextAt: nullableTimestamp, error: nullableString }),
  ),
  request: v.object({
    id: v.id("requests"),
    key: v.string(),
    title: v.string(),
    status: requestStatus,
    requester: shownPerson,
    /** Who asks, in words: the requester, or whoever sent it through their eyes. */
    requestedBy: v.string(),
    beneficiary: shownPerson,
  }),
  /** The access the task's work stands for, the latest one. */
  grant: v.union(
    v.null(),
    v.object({
      id: v.id("grants"),
      ...accessName.fields,
      holder: v.string(),
      state: grantState,
      expiresAt: nullableTimestamp,
      endedAt: nullableTimestamp,
      endReason: nullableString,
      removalError: nullableString,
      isToEnd: v.boolean(),
      whyNotRevoke: whyNot,
    }),
  ),
  /** Every task of the request, this one too. */
  others: v.array(
    v.object({
      id: v.id("requestTasks"),
      address: v.string(),
      title: v.string(),
      order: v.number(),
      status: taskStatus,
      isSkipped: v.boolean(),
    }),
  ),
  isManager: v.boolean(),
  /** Whether the viewer holds it. */
  isMine: v.boolean(),
  updatedAt: timestamp,
  whyNot: v.object({ claim: whyNot, assign: whyNot, report: whyNot, retry: whyNot, resolve: whyNot }),
});
export type TaskPage = Infer<typeof taskPage>;

/** Everything about one task, as the viewer may see it. */
export async function loadTaskPage(ctx: ViewerQueryCtx, name: string, now: number): Promise<TaskPage> {
  const { task, visible, worker, ended } = await loadVisibleTask(ctx, name);
  const { request, tasks, approvals, access } = visible;
  const around = await loadSurroundings(ctx, now);
  const decision = (await decideTasks(request, [...tasks], around)).find((one) => one.task._id === task._id)?.decision;
  const work = facts(task);
  const loaded = approvals.find(({ approval }) => approval.taskId === task._id);
  const person = async (id: Doc<"people">["_id"]) => ({ id, name: await around.nameOf(id) });
  return {
    ...(await shownTask(task, request.key, around, access)),
    address: taskAddress(request.key, task),
    obstacle: decision?.action === "Ignored" ? decision.reason : null,
    executor: executorOf(task),
    evidenceLabel: task.evidenceLabel ?? null,
    ...failureOf(task),
    plannedAt: task.plannedAt ?? null,
    isApplied: task.applyBegunAt !== undefined,
    waitsUntil: waitsUntil(task, tasks, now),
    lateResult: task.lateResult ?? null,
    compensation: compensationOf(task),
    approval: loaded ? await shownApproval(ctx, loaded, request, around) : null,
    request: {
      id: request._id,
      key: request.key,
      title: titleFor(request, ctx.viewer.person._id),
      status: request.status,
      requester: await person(request.requesterId),
      requestedBy: await askerOf(ctx, request),
      beneficiary: await person(request.beneficiaryId),
    },
    grant: await grantOf(ctx, task, around, { isManager: worker.isManager, now }),
    others: tasks.map((one) => ({
      id: one._id,
      address: taskAddress(request.key, one),
      title: one.title,
      order: one.order,
      status: one.status,
      isSkipped: one.outcome === "skipped",
    })),
    isManager: worker.isManager,
    isMine: task.assigneeId !== undefined && task.assigneeId === worker.id,
    updatedAt: task.updatedAt,
    whyNot: {
      claim: plain(ended ?? whyNotClaim(work, worker)),
      assign: plain(ended ?? whyNotAssign(work, worker)),
      report: plain(ended ?? whyNotReport(work, worker)),
      retry: plain(ended ?? whyNotTryAgain(work, worker)),
      resolve: plain(ended ?? whyNotResolve(work, worker)),
    },
  };
}

async function grantOf(
  ctx: ViewerQueryCtx,
  task: Doc<"requestTasks">,
  { nameOf }: Surroundings,
  { isManager, now }: { readonly isManager: boolean; readonly now: number },
): Promise<TaskPage["grant"]> {
  const grant = await grantOfTask(ctx, task._id);
  if (!grant) return null;
  return {
    id: grant._id,
    ...(await nameOfGrant(ctx, grant)),
    holder: await nameOf(grant.beneficiaryId),
    state: grant.state,
    expiresAt: grant.expiresAt ?? null,
    endedAt: grant.endedAt ?? null,
    endReason: grant.endReason ?? null,
    removalError: grant.removalError ?? null,
    isToEnd: isToEnd(grant, now),
    whyNotRevoke: plain(isManager ? whyNotRevoke(grant) : { code: "not-allowed" }),
  };
}

function plain(refusal: Refusal | null): Record<string, unknown> | null {
  return refusal && { ...refusal };
}

function failureOf({ error, output }: Doc<"requestTasks">): Pick<TaskPage, "error" | "vendor"> {
  const technical: unknown = output?.["technical"];
  const isObject = technical !== null && typeof technical === "object" && !Array.isArray(technical);
  return {
    error: error === undefined ? null : withoutSecrets(error),
    vendor: isObject ? maskedObject(technical as Record<string, unknown>) : null,
  };
}

function waitsUntil(task: Doc<"requestTasks">, tasks: readonly Doc<"requestTasks">[], now: number): number | null {
  const areEarlierDone = tasks.every(({ order, status }) => order >= task.order || status === "Complete");
  const begin = beginOf(task, tasks);
  return task.status === "Not Started" && areEarlierDone && begin > now ? begin : null;
}

function compensationOf({
  compensatedAt,
  compensationDueAt,
  compensationError,
}: Doc<"requestTasks">): TaskPage["compensation"] {
  if (compensatedAt === undefined && compensationDueAt === undefined && compensationError === undefined) return null;
  return { doneAt: compensatedAt ?? null, nextAt: compensationDueAt ?? null, error: compensationError ?? null };
}
