/** Moves of a request as a whole: sending it, cancelling it, a hold, a question, putting it away. */

import type { Doc, Id } from "../../_generated/dataModel";
import { createApproval } from "../../core/approvals/model";
import { otherAreaReasonOf } from "../../core/catalog/rules/otherArea";
import { type RequestDraft, createDraft, updateRequest, loadRequest } from "../../core/requests/model";
import { isTerminal } from "../../core/requests/rules";
import { type TaskDraft, createTask } from "../../core/tasks/model";
import { refuse } from "../../lib/errors";
import { listingOf } from "../../lists/listing";
import type { Step } from "../steps/step";
import { settle } from "./model";
import { openedQuestion, stopClock } from "./pause";
import { refuseEnded, refuseEmpty } from "./refusals";

/** Draft -> submitted: the tasks are created and the first ones start. */
export async function submitRequest(
  step: Step,
  draft: RequestDraft,
  tasks: readonly TaskDraft[],
): Promise<Doc<"requests">> {
  const request = await createDraft(step.ctx, draft, { ...step.by, at: step.at });
  return await submitDraft(step, request, tasks);
}

/** Submits a draft that exists already. */
export async function submitDraft(
  step: Step,
  request: Doc<"requests">,
  tasks: readonly TaskDraft[],
): Promise<Doc<"requests">> {
  if (request.status !== "Draft") refuse({ code: "wrong-state", status: request.status });
  await step.ctx.db.patch(request._id, await listingOf(step.ctx, request, tasks));
  for (const task of tasks) await addTask(step, request, task);
  const changes = { status: "In progress" as const, submittedAt: step.at };
  const otherAreaReason = otherAreaReasonOf(request.form);
  const submitted = await updateRequest(step.ctx, await loadRequest(step.ctx, request._id), changes, {
    ...step.by,
    action: "request.submitted",
    move: "sent",
    context: otherAreaReason === null ? undefined : { otherAreaReason },
    at: step.at,
  });
  await step.executor.plan?.(request._id);
  return await settle(step, submitted);
}

/** Adds a task of a template, with the approval behind it when it has one. */
export async function addTask({ ctx, at }: Step, request: Doc<"requests">, draft: TaskDraft): Promise<void> {
  const taskId = await createTask(ctx, request._id, draft, at);
  if (draft.policy && draft.skippedBecause === undefined) {
    await createApproval(
      ctx,
      { taskId, requestId: request._id, typeKey: request.typeId, formHash: request.formHash, policy: draft.policy },
      at,
    );
  }
}

/** Ends a request early. What runs is asked to stop; what has not begun never will. */
export async function cancelRequest(step: Step, request: Doc<"requests">, reason: string): Promise<Doc<"requests">> {
  refuseEnded(request);
  refuseEmpty(reason);
  const changes = { cancelReason: reason };
  const marked = await updateRequest(step.ctx, request, changes, {
    ...step.by,
    action: "request.cancelAsked",
    move: "cancelled",
    at: step.at,
  });
  return await settle(step, marked);
}

/** Stops a request for a while: nothing of it starts until the hold is lifted or its time is over. */
export async function holdRequest(
  step: Step,
  request: Doc<"requests">,
  hold: { readonly reason: string; readonly personId: Id<"people">; readonly until?: number },
): Promise<Doc<"requests">> {
  refuseEnded(request);
  refuseEmpty(hold.reason);
  const changes = { hold: { ...hold, since: step.at } };
  return await updateRequest(step.ctx, request, changes, { ...step.by, action: "request.held", at: step.at });
}

/** Asks the requester something; nothing of the request starts until they answer. */
export async function askRequester(
  step: Step,
  request: Doc<"requests">,
  question: { readonly question: string; readonly askedById: Id<"people">; readonly approvalId?: Id<"approvals"> },
): Promise<Doc<"requests">> {
  refuseEnded(request);
  refuseEmpty(question.question);
  const changes = { openQuestion: openedQuestion(question, request.openQuestion, step.at) };
  const waiting = await updateRequest(step.ctx, request, changes, {
    ...step.by,
    action: "request.infoAsked",
    at: step.at,
  });
  await stopClock(step, waiting);
  return await settle(step, waiting);
}

/** Puts an ended request away: lists no longer show it. */
export async function archiveRequest(step: Step, request: Doc<"requests">): Promise<void> {
  if (!isTerminal(request.status)) refuse({ code: "wrong-state", status: request.status });
  await updateRequest(
    step.ctx,
    request,
    { archivedAt: step.at },
    { ...step.by, action: "request.archived", at: step.at },
  );
}
