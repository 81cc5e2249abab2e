/**
 * Editing the answers of a submitted request. Who may and when is decided in rules/edit.ts; what follows is one
 * transaction: decisions about the old answers no longer count (R5), the tasks follow from the new ones, approvals
 * start again with the new form's hash, and everybody who was asked hears what changed. The type's version, requester
 * and beneficiary stay (R4, R7).
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Viewer } from "../../access/viewer";
import { approvalsOf, decisionsOf, seatsOf } from "../../core/approvals/model";
import { wordsOfActor } from "../../core/audit/model";
import { formLines } from "../../core/catalog/formLines";
import { versionOf } from "../../core/catalog/model";
import type { FormValues } from "../../core/catalog/rules/conditions";
import { requestRiskOf } from "../../core/catalog/rules/risk";
import { notify } from "../../core/notifications/model";
import { addEdit, editNamed, isThroughEyes, updateRequest, type EditedFields } from "../../core/requests/model";
import type { AnswerChange } from "../../core/requests/table";
import { answerChanges, changesText, MAX_EDIT_KEY, whyNotEdit } from "../../core/shared/rules/edit";
import { addressOfTask, type TaskDraft } from "../../core/tasks/model";
import { refuse, refuseIf } from "../../lib/errors";
import { hashOfJson } from "../../lib/hash";
import { shorten } from "../../lib/pure/text";
import { listingOf } from "../../lists/listing";
import { pathTo } from "../../site/links";
import { say } from "../conversing/conversation";
import { closeQuestion } from "../conversing/questions";
import { approvalSubject } from "../seating/seating";
import { settle } from "../settling/model";
import type { Visible } from "../steps/circle";
import type { MutationStep, Step } from "../steps/step";
import { editFacts } from "./editing";
import { prepareFor, namesOf, type Prepared } from "./prepare";
import { restartRequest } from "./restart";
import { refuseUnready } from "./submit";
import { taskDraftsOf } from "./template";

type ReadCtx = Pick<QueryCtx, "db">;

/** What a screen sends to change the answers. */
export interface EditInput {
  readonly form: FormValues;
  /** The form the editor began from; when it is another one by now, somebody else was faster. */
  readonly formHash: string;
  /** Names this edit: sent again, it changes nothing. */
  readonly editKey: string;
  /** What the asker of the open question is told beside the changes. */
  readonly answer?: string;
  readonly acceptsDuplicate: boolean;
}

/** Changes the answers of a request under way; answers the request as it is afterwards. */
export async function editAnswers(
  step: MutationStep,
  viewer: Viewer,
  visible: Visible,
  input: EditInput,
): Promise<Doc<"requests">> {
  const { request } = visible;
  if (input.editKey === "" || input.editKey.length > MAX_EDIT_KEY)
    refuse({ code: "invalid-input", message: "The edit needs a name." });
  const made = await editNamed(step.ctx, input.editKey);
  if (made)
    return made.requestId === request._id && made.editorId === viewer.person._id
      ? request
      : refuse({ code: "invalid-input", message: "The edit needs a name of its own." });
  refuseIf(whyNotEdit(visible.access, await editFacts(step.ctx, visible)));
  if (input.formHash !== request.formHash) {
    refuse({
      code: "changed-meanwhile",
      message: "The answers were changed in another window since you opened them. Nothing of yours was sent.",
    });
  }
  const prepared = await prepareEdit(step.ctx, viewer, request, input.form, step.at);
  const answer = (input.answer ?? "").trim();
  if (hashOfJson(prepared.values) === hashOfJson(request.form)) return await answerAlone(step, visible, viewer, answer);
  await refuseUnready(step.ctx, prepared, {
    at: step.at,
    acceptsDuplicate: input.acceptsDuplicate,
    ownId: request._id,
  });
  const drafts = await taskDraftsOf(step.ctx, prepared, request);
  const edited = await editForm(
    step,
    request,
    {
      form: { ...prepared.values },
      fields: await fieldsOf(step, request, prepared, drafts),
      drafts,
      editKey: input.editKey,
    },
    viewer.person._id,
  );
  await goOn(step, visible, edited, { viewer, answer });
  await step.executor.plan?.(request._id);
  await notifyFormerDeciders(step, edited, await formerDeciders(step.ctx, visible), viewer.person);
  return edited.request;
}

/** Checks changed answers as a submit would, by the version of the type that the request was made with. */
export async function prepareEdit(
  ctx: ReadCtx,
  viewer: Viewer,
  request: Doc<"requests">,
  form: FormValues,
  now: number,
): Promise<Prepared> {
  const version = await versionOf(ctx, request.typeId, request.templateVersion);
  if (!version) refuse({ code: "not-found" });
  const { definition, version: number } = version;
  const checked = await prepareFor(
    ctx,
    { requester: viewer.person, isImpersonating: viewer.impersonation !== null },
    { typeKey: request.typeId, version: number, definition },
    { form, now, extension: request.extension },
  );
  const prepared = { ...checked, isThroughEyes: checked.isThroughEyes || (await isThroughEyes(ctx, request)) };
  if (prepared.beneficiary._id === request.beneficiaryId) return prepared;
  return {
    ...prepared,
    errors: {
      ...prepared.errors,
      requestedFor: "Who it is for cannot be changed. Make a new request for somebody else",
    },
  };
}

/** What follows from checked answers and changes with them. */
export async function fieldsOf(
  step: Step,
  request: Doc<"requests">,
  prepared: Prepared,
  drafts: readonly TaskDraft[],
): Promise<EditedFields> {
  const names = namesOf(prepared);
  const { searchText, hasCost } = await listingOf(step.ctx, { ...request, ...names }, drafts);
  const { definition, values, area, domainKey, level, targetKey } = prepared;
  return {
    ...names,
    risk: requestRiskOf(definition, values),
    businessAreaId: area?._id,
    domainKey: domainKey ?? undefined,
    level: level ?? undefined,
    targetKey,
    searchText,
    hasCost,
  };
}

/** A changed form with what follows from it. */
export interface FormChange {
  readonly form: Doc<"requests">["form"];
  readonly fields?: EditedFields;
  /** What the template makes of it. */
  readonly drafts: readonly TaskDraft[];
  readonly editKey: string;
}

/** A request as an edit left it, and what was changed. */
export interface Edited {
  readonly request: Doc<"requests">;
  readonly changes: readonly AnswerChange[];
}

/**
 * Stores the changed form, and lets the request start again; the caller moves it on from there. What the portal changes
 * makes nobody an editor.
 */
export async function editForm(
  step: Step,
  request: Doc<"requests">,
  { form, fields = {}, drafts, editKey }: FormChange,
  editorId: Id<"people"> | null,
): Promise<Edited> {
  // Over the one before, so that answers that come back are not taken for those that were decided about.
  const formHash = hashOfJson({ form, before: request.formHash });
  const before = await formLines(step.ctx, request);
  const changes = answerChanges(before, await formLines(step.ctx, { ...request, form }));
  const eventChanges = changes.map(({ label, ...values }) => ({
    field: label,
    before: values.before || null,
    after: values.after || null,
  }));
  const event = { ...step.by, action: "request.formEdited", at: step.at, changes: eventChanges };
  const editor = editorId === null ? {} : { lastEditorId: editorId };
  const edited = await updateRequest(step.ctx, request, { ...fields, form, formHash, ...editor }, event);
  await addEdit(step.ctx, {
    requestId: request._id,
    editorId: editorId ?? undefined,
    impersonatorId: step.by.impersonator?.personId,
    editKey,
    formHash,
    changes,
    at: step.at,
  });
  await restartRequest(step, edited, drafts);
  return { request: edited, changes };
}

/** An edit answers the question that is open; without words of its own it says what was changed. */
async function goOn(
  step: MutationStep,
  visible: Visible,
  { request, changes }: Edited,
  { viewer, answer }: { viewer: Viewer; answer: string },
): Promise<void> {
  if (!request.openQuestion) {
    await settle(step, request);
    return;
  }
  await sayAnswer(
    step,
    { ...visible, request },
    viewer,
    answer === "" ? `I changed the answers. ${changesText(changes)}` : answer,
  );
}

/** An edit that changes nothing: only its answer to an open question counts, and there has to be one. */
async function answerAlone(
  step: MutationStep,
  visible: Visible,
  viewer: Viewer,
  answer: string,
): Promise<Doc<"requests">> {
  if (!visible.request.openQuestion) return visible.request;
  if (answer === "")
    refuse({
      code: "invalid-input",
      message: "Nothing has changed. Change an answer, or reply to the question.",
    });
  return await sayAnswer(step, visible, viewer, answer);
}

async function sayAnswer(step: MutationStep, visible: Visible, viewer: Viewer, body: string): Promise<Doc<"requests">> {
  await say(
    step.ctx,
    visible,
    { body, visibility: "public", mentionIds: [], uploadIds: [], isAnswer: true },
    { ...step.by, person: viewer.person, at: step.at },
  );
  return await closeQuestion(step, visible.request, body);
}

/** Who had a seat or decided before the edit, each with the approval they had it in. */
export async function formerDeciders(
  ctx: ReadCtx,
  { approvals }: Pick<Visible, "approvals">,
): Promise<Map<Id<"people">, Doc<"approvals">>> {
  const found = new Map<Id<"people">, Doc<"approvals">>();
  for (const { approval, seats } of approvals) {
    for (const { personId } of seats) found.set(personId, approval);
    for (const { decidedById } of await decisionsOf(ctx, approval._id))
      if (decidedById) found.set(decidedById, approval);
  }
  return found;
}

/** Tells everybody but the editor who was asked before what changed, on the approval that asks them now. */
export async function notifyFormerDeciders(
  step: MutationStep,
  { request, changes }: Edited,
  before: ReadonlyMap<Id<"people">, Doc<"approvals">>,
  editor: Pick<Doc<"people">, "_id"> | null,
): Promise<void> {
  const now = new Map<Id<"people">, Doc<"approvals">>();
  for (const approval of await approvalsOf(step.ctx, request._id)) {
    for (const { personId, isPending } of await seatsOf(step.ctx, approval._id))
      if (isPending) now.set(personId, approval);
  }
  for (const [recipientId, old] of before) {
    if (recipientId === editor?._id) continue;
    const approval = now.get(recipientId) ?? old;
    await notify(step.ctx, {
      recipientId,
      kind: "approval.formEdited",
      subject: approvalSubject({ approval, request }),
      title: editor
        ? `${wordsOfActor(step.by)} changed the answers of ${request.key}`
        : `${request.key} needs approval again`,
      body: `${shorten(changesText(changes), 300)}. What was decided before no longer counts.`,
      to: pathTo("approval", { approvalId: await addressOfTask(step.ctx, approval.taskId) }),
      because: "You were asked to decide about it",
      at: step.at,
    });
  }
}
