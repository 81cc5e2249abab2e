/** Whether a request's answers may be changed at the moment, and what that would lead to. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { decisionsOf } from "../../core/approvals/model";
import { SYSTEM } from "../../core/audit/model";
import { nameOf, signedName } from "../../core/people/model";
import { editsOf } from "../../core/requests/model";
import { answerChange, type RequestEdit } from "../../core/requests/table";
import { reasonOf } from "../../core/shared/refusalReasons";
import { editConsequence, whyNotEdit, type Decided, type EditFacts } from "../../core/shared/rules/edit";
import { jsonObject, nullableString, timestamp } from "../../lib/validators";
import type { Visible } from "../steps/circle";

type ReadCtx = Pick<QueryCtx, "db">;

/** An edit of the answers, for those who read what changed. */
export const shownEdit = v.object({
  id: v.id("requestEdits"),
  by: v.string(),
  at: timestamp,
  changes: v.array(answerChange),
});

/** What the screen that edits the answers needs; for anybody but the requester only why not. */
export const editableRequest = v.union(
  v.object({ kind: v.literal("refused"), key: v.string(), reason: v.string() }),
  v.object({
    kind: v.literal("editable"),
    id: v.id("requests"),
    key: v.string(),
    title: v.string(),
    typeKey: v.string(),
    version: v.number(),
    form: jsonObject,
    formHash: v.string(),
    /** Null: it can be edited now. */
    whyNot: nullableString,
    consequence: v.string(),
    question: v.union(v.null(), v.object({ text: v.string(), by: v.string() })),
  }),
);

/** The answers of a request as its requester edits them. */
export async function showEditing(ctx: ReadCtx, visible: Visible): Promise<Infer<typeof editableRequest>> {
  const { _id, key, title, typeId, templateVersion, form, formHash, openQuestion } = visible.request;
  const reason = reasonOf(whyNotEdit(visible.access, await editFacts(ctx, visible)));
  if (!visible.access.isRequester) return { kind: "refused", key, reason: reason ?? "" };
  return {
    kind: "editable",
    id: _id,
    key,
    title,
    typeKey: typeId,
    version: templateVersion,
    form,
    formHash,
    whyNot: reason,
    consequence: await consequenceOf(ctx, visible),
    question: openQuestion ? { text: openQuestion.question, by: await nameOf(ctx, openQuestion.askedById) } : null,
  };
}

/** The edits of a request's answers, newest first. */
export async function shownEdits(ctx: ReadCtx, request: Doc<"requests">): Promise<Infer<typeof shownEdit>[]> {
  const edits = await editsOf(ctx, request._id);
  return await Promise.all(
    edits.map(async ({ _id, editorId, impersonatorId, at, changes }) => ({
      id: _id,
      by: await editorName(ctx, { editorId, impersonatorId }),
      at,
      changes,
    })),
  );
}

/** Who changed answers, by name: a person, or the portal where a data domain came to mean more. */
export async function editorName(
  ctx: ReadCtx,
  { editorId, impersonatorId }: Pick<RequestEdit, "editorId" | "impersonatorId">,
): Promise<string> {
  return editorId ? await signedName(ctx, editorId, impersonatorId) : SYSTEM.actor.label;
}

/** What the rule about editing looks at. */
export async function editFacts(ctx: ReadCtx, visible: Visible): Promise<EditFacts> {
  const { request, tasks } = visible;
  const edits = await editsOf(ctx, request._id);
  return {
    status: request.status,
    isExtension: request.extension !== undefined,
    isReturn: request.comesBack !== undefined,
    hasOpenQuestion: request.openQuestion !== undefined,
    tasks,
    decided: await decidedNow(ctx, visible),
    edits: edits.filter(({ editorId }) => editorId !== undefined).length,
  };
}

/** The decisions about the answers as they are now, oldest first. */
async function decidedNow(ctx: ReadCtx, { request, approvals }: Visible): Promise<Decided[]> {
  const found: Decided[] = [];
  for (const { approval } of approvals) {
    for (const { verdict, formHash, decidedById, decidedByPolicy, at } of await decisionsOf(ctx, approval._id)) {
      if (formHash !== request.formHash || verdict === "askInfo" || verdict === "takeBack") continue;
      found.push({
        byName: decidedById ? await nameOf(ctx, decidedById) : `The policy ${decidedByPolicy?.policyId ?? ""}`,
        at,
      });
    }
  }
  return found.toSorted((a, b) => a.at - b.at);
}

/** What an edit would lead to, in a sentence or two. */
async function consequenceOf(ctx: ReadCtx, visible: Visible): Promise<string> {
  const { request, approvals } = visible;
  const active = new Set(
    approvals
      .flatMap(({ steps }) => steps)
      .filter(({ state }) => state === "Active")
      .map(({ _id }) => _id),
  );
  const seats = approvals
    .flatMap((one) => one.seats)
    .filter(({ stepId, isPending }) => isPending && active.has(stepId));
  const names = await Promise.all(seats.map(({ personId }) => nameOf(ctx, personId)));
  const asker = request.openQuestion ? await nameOf(ctx, request.openQuestion.askedById) : null;
  return editConsequence(await decidedNow(ctx, visible), names, asker);
}
