/** Builders of requests for tests: they show only what matters, and go through the workflow's own steps. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { SYSTEM } from "../audit/model";
import { tasksOf, type TaskDraft } from "../tasks/model";
import { liveExecutor } from "../workflow/executor";
import { submitRequest, type Step } from "../workflow/model";

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
  const draft = { typeId: "test", templateVersion: 1, title, requesterId, beneficiaryId: requesterId, form: { reason: "Because" }, risk: "low" as const };
  return await submitRequest(stepNow(ctx), draft, tasks.map((task, index) => ({ order: index + 1, ...task })));
}

/** The tasks of a request by order, fresh. */
export async function tasksNow(ctx: MutationCtx, request: { readonly _id: Id<"requests"> }): Promise<Doc<"requestTasks">[]> {
  return await tasksOf(ctx, request._id);
}

/** The task at a position (from 0), fresh. */
export async function taskAt(ctx: MutationCtx, request: { readonly _id: Id<"requests"> }, index: number): Promise<Doc<"requestTasks">> {
  const task = (await tasksOf(ctx, request._id))[index];
  if (!task) throw new Error(`No task at ${index}`);
  return task;
}
