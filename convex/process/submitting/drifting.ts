/**
 * A data domain came to mean something else between the submit and the grant. What it no longer holds is not given, and
 * the request is blocked with the reason; where its data became more sensitive, the request is decided about anew, with
 * everything its type asks for by then. Nobody's edit: whoever may decide stays the same.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import { versionOf } from "../../core/catalog/model";
import type { Drift } from "../../core/catalog/rules/drift";
import { isThroughEyes, loadRequest } from "../../core/requests/model";
import { isTerminal } from "../../core/requests/rules";
import { serviceUserOf } from "../../core/serviceUsers/model";
import { tasksOf } from "../../core/tasks/model";
import { assert } from "../../lib/pure/impossible";
import { tellRequester } from "../seating/seating";
import { decideTasks, loadSurroundings } from "../settling/eligibility";
import { settle, startTask } from "../settling/model";
import { failTask } from "../settling/taskMoves";
import { loadInvolved } from "../steps/circle";
import type { MutationStep, Step } from "../steps/step";
import { editForm, fieldsOf, formerDeciders, notifyFormerDeciders } from "./edit";
import { type Prepared, prepareFor } from "./prepare";
import { taskDraftsOf } from "./template";

/** Sees to a request whose domain changed. What was put right meanwhile simply goes on. */
export async function followDomain(step: MutationStep, requestId: Id<"requests">): Promise<void> {
  const request = await loadRequest(step.ctx, requestId);
  if (isTerminal(request.status)) return;
  const around = await loadSurroundings(step.ctx, step.at);
  const examined = await decideTasks(request, await tasksOf(step.ctx, requestId), around);
  const kept = examined.flatMap(({ task, drift }) => (drift ? [{ task, drift }] : []));
  const [first] = kept;
  if (!first) await settle(step, request);
  else if (first.drift.kind === "changed") await refuseTask(step, first.task, first.drift.reason);
  else await decideAgain(step, request, first.drift);
}

/** The task fails before anything of it was done: the request is blocked, and the admins hear of it. */
async function refuseTask(step: Step, task: Doc<"requestTasks">, error: string): Promise<void> {
  const nobody = { ...step.executor, run: () => Promise.resolve() };
  const started = await startTask({ ...step, executor: nobody }, task, null);
  await failTask(step, started, { outcome: "error", error, isFinal: true });
}

/** The answers say what the domain is now, and every approval starts again (R5). */
async function decideAgain(
  step: MutationStep,
  request: Doc<"requests">,
  { answers, reason }: Extract<Drift, { kind: "raised" }>,
): Promise<void> {
  const form = { ...request.form, ...answers };
  const prepared = await preparedAgain(step, request, form);
  const drafts = await taskDraftsOf(step.ctx, prepared, request);
  const { businessAreaId, domainKey, targetKey, level } = request;
  const fields = { ...(await fieldsOf(step, request, prepared, drafts)), businessAreaId, domainKey, targetKey, level };
  const before = await formerDeciders(step.ctx, await loadInvolved(step.ctx, request));
  const edited = await editForm(step, request, { form, fields, drafts, editKey: `domain ${request.formHash}` }, null);
  await settle(step, edited.request);
  await step.executor.plan?.(request._id);
  await notifyFormerDeciders(step, edited, before, null);
  await tellRequester(step, edited.request, {
    kind: "request.progress",
    title: `${request.key} needs approval again`,
    body: `${reason}.`,
  });
}

/** The request with other answers, as its type made it; what it is about and whom it is for stay (R4, R7). */
async function preparedAgain(
  { ctx, at }: MutationStep,
  request: Doc<"requests">,
  values: Doc<"requests">["form"],
): Promise<Prepared> {
  const version = await versionOf(ctx, request.typeId, request.templateVersion);
  const requester = await ctx.db.get(request.requesterId);
  const beneficiary = await ctx.db.get(request.beneficiaryId);
  assert(version && requester && beneficiary, `${request.key} lost what it was made with`);
  const { definition, version: number } = version;
  const prepared = await prepareFor(
    ctx,
    { requester, isImpersonating: false },
    { typeKey: request.typeId, version: number, definition },
    { form: values, now: at, extension: request.extension },
  );
  // What was right when it was sent may be a day in the past by now: the answers stay as they were given.
  const area = request.businessAreaId ? await ctx.db.get(request.businessAreaId) : null;
  const serviceUser = await serviceUserOf(ctx, values);
  const isSeen = await isThroughEyes(ctx, request);
  return { ...prepared, values, errors: {}, beneficiary, serviceUser, area, isThroughEyes: isSeen };
}
