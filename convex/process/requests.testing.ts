/** Builders of requests for tests: they show only what matters, and go through the workflow's own steps. */

import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { ApproverRule } from "../core/approvals/table";
import { SYSTEM } from "../core/audit/model";
import { loadRequest } from "../core/requests/model";
import { tasksOf, type TaskDraft } from "../core/tasks/model";
import { isApproval } from "../core/tasks/rules";
import { liveExecutor } from "./executing/executor";
import { completeTask, settle } from "./settling/model";
import { submitRequest } from "./settling/requestMoves";
import type { Step } from "./steps/step";
import { editForm } from "./submitting/edit";

/** The portal's own step, now. */
export function stepNow(ctx: MutationCtx): Step {
  return { ctx, at: Date.now(), by: SYSTEM, executor: liveExecutor(ctx, Date.now()) };
}

/** Submits a request with these tasks; their orders count up from 1 unless given. */
export async function submitted(
  ctx: MutationCtx,
  requesterId: Id<"people">,
  tasks: readonly (Omit<TaskDraft, "order"> & { readonly order?: number })[],
  title = "Access to the orders",
): Promise<Doc<"requests">> {
  const draft = {
    typeId: "test",
    templateVersion: 1,
    title,
    requesterId,
    beneficiaryId: requesterId,
    form: { reason: "Because" },
    risk: "low" as const,
  };
  return await submitRequest(
    stepNow(ctx),
    draft,
    tasks.map((task, index) => ({ order: index + 1, ...task })),
  );
}

/** The form of a request as somebody changed it, past the rule that says who may; its tasks stay, and it goes on from there. */
export async function edited(
  ctx: MutationCtx,
  requestId: Id<"requests">,
  form: Doc<"requests">["form"],
  editorId: Id<"people">,
): Promise<void> {
  const step = stepNow(ctx);
  const { request } = await editForm(
    step,
    await loadRequest(ctx, requestId),
    { form, drafts: [], editKey: `${requestId} ${step.at}` },
    editorId,
  );
  await settle(step, request);
}

/** The tasks of a request by order, fresh. */
export async function tasksNow(
  ctx: MutationCtx,
  request: { readonly _id: Id<"requests"> },
): Promise<Doc<"requestTasks">[]> {
  return await tasksOf(ctx, request._id);
}

/** The task at a position (from 0), fresh. */
export async function taskAt(
  ctx: MutationCtx,
  request: { readonly _id: Id<"requests"> },
  index: number,
): Promise<Doc<"requestTasks">> {
  const task = (await tasksOf(ctx, request._id))[index];
  if (!task) throw new Error(`No task at ${index}`);
  return task;
}

/** Completes a task; an approval as if its approvers had just approved it. */
export async function completeApproved(step: Step, task: Doc<"requestTasks">): Promise<Doc<"requests">> {
  if (isApproval(task)) {
    const { requestId, _id: taskId } = task;
    await step.ctx.db.insert("approvals", {
      taskId,
      requestId,
      typeKey: "test",
      formHash: "0",
      policy: { steps: [], distinctSteps: false },
      state: "Approved",
      openedAt: step.at,
      endedAt: step.at,
      createdAt: step.at,
      updatedAt: step.at,
      version: 1,
    });
  }
  return await completeTask(step, task, {});
}

/** An approval of a task with one step that is being decided by these people. */
export async function aPendingStep(
  ctx: MutationCtx,
  task: Doc<"requestTasks">,
  people: readonly Id<"people">[],
  {
    required = 1,
    activatedAt = Date.now(),
    rule = { kind: "businessAreaOwner" },
  }: { readonly required?: number; readonly activatedAt?: number; readonly rule?: ApproverRule } = {},
): Promise<Id<"approvalSteps">> {
  const policy = {
    title: "Owner",
    rule,
    quorum: { kind: "count" as const, count: required },
    escalateAfterHours: 5,
    expireAfterHours: 48,
  };
  const { requestId, _id: taskId } = task;
  const approvalId = await ctx.db.insert("approvals", {
    taskId,
    requestId,
    typeKey: "test",
    formHash: "0",
    policy: { steps: [policy], distinctSteps: false },
    state: "Pending",
    openedAt: activatedAt,
    createdAt: activatedAt,
    updatedAt: activatedAt,
    version: 1,
  });
  const stepId = await ctx.db.insert("approvalSteps", {
    approvalId,
    requestId,
    order: 1,
    policy,
    state: "Active",
    required,
    exclusions: [],
    activatedAt,
  });
  for (const personId of people) {
    await ctx.db.insert("approvalSeats", {
      approvalId,
      stepId,
      requestId,
      personId,
      source: "rule",
      activeFrom: activatedAt,
      isPending: true,
    });
  }
  return stepId;
}
