/** Steps over requests that need no other noun. Moving one from status to status is process/settling's. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { nextNumber } from "../../lib/counters";
import { hashOfJson } from "../../lib/hash";
import { assert } from "../../lib/pure/impossible";
import { type Attribution, type By, recordEvent } from "../audit/model";
import { changedFields, type Change } from "../audit/rules";
import { isOpen, numberOfKey, requestKey } from "./rules";
import type { RequestEdit, RequestFields, RequestImpersonators, RequestNames } from "./table";

/** The first request of a portal is REQ-101: three digits from the start keep lists aligned. */
const FIRST_NUMBER = 101;

/** What is known when a draft is begun. */
export type RequestDraft = Pick<
  RequestFields,
  "typeId" | "templateVersion" | "title" | "requesterId" | "beneficiaryId" | "form" | "risk"
> &
  Partial<
    Pick<
      RequestFields,
      "ownTitle" | "businessAreaId" | "dueAt" | "costEstimate" | "clonedFromId" | "extension" | "comesBack"
    >
  >;

/** Begins a request. It stays private to its requester until it is submitted. */
export async function createDraft(ctx: Pick<MutationCtx, "db">, draft: RequestDraft, by: By): Promise<Doc<"requests">> {
  const number = await nextNumber(ctx, "request", FIRST_NUMBER);
  const id = await ctx.db.insert("requests", {
    ...draft,
    ownTitle: draft.ownTitle ?? draft.title,
    number,
    key: requestKey(number),
    formHash: hashOfJson(draft.form),
    status: "Draft",
    isOpen: false,
    createdAt: by.at,
    createdById: by.actor.personId ?? draft.requesterId,
    ...markOf({}, "begun", by),
    updatedAt: by.at,
    version: 1,
  });
  const request = await loadRequest(ctx, id);
  await recordEvent(ctx, {
    ...by,
    action: "request.drafted",
    targets: [requestTarget(request)],
    occurredAt: by.at,
  });
  return request;
}

/** Fields that may change after a request exists. Requester, beneficiary, number and key never do (R7). */
export type RequestChanges = Partial<
  Pick<
    RequestFields,
    | "status"
    | "hold"
    | "openQuestion"
    | "cancelReason"
    | "submittedAt"
    | "endedAt"
    | "archivedAt"
    | "dueAt"
    | "form"
    | "formHash"
    | "lastEditorId"
  >
> &
  EditedFields;

/** What follows from the form and changes with it while a request is under way. */
export type EditedFields = Partial<
  Pick<
    RequestFields,
    keyof RequestNames | "businessAreaId" | "domainKey" | "level" | "targetKey" | "searchText" | "hasCost" | "risk"
  >
>;

/**
 * Changes a request and says so in the audit trail, with the `changes` of the event where they are given; answers the
 * row as it is afterwards.
 */
export async function updateRequest(
  ctx: Pick<MutationCtx, "db">,
  request: Doc<"requests">,
  changes: RequestChanges,
  event: Attribution & {
    readonly action: string;
    readonly at: number;
    /** The move that is kept with who made it through the requester's eyes. */
    readonly move?: keyof RequestImpersonators;
    readonly context?: Readonly<Record<string, unknown>>;
    readonly changes?: readonly Change[];
  },
): Promise<Doc<"requests">> {
  const patch = {
    ...changes,
    ...(event.move && markOf(request, event.move, event)),
    isOpen: isOpen(changes.status ?? request.status),
    updatedAt: event.at,
    version: request.version + 1,
  };
  await ctx.db.patch(request._id, patch);
  await recordEvent(ctx, {
    ...event,
    action: event.action,
    targets: [requestTarget(request)],
    changes: event.changes ? [...event.changes] : changedFields({ ...request }, changes),
    context: event.context,
    occurredAt: event.at,
  });
  return { ...request, ...patch };
}

/** Keeps who made a move through the requester's eyes; says nothing of one who made it themselves. */
function markOf(
  { impersonators }: Pick<RequestFields, "impersonators">,
  move: keyof RequestImpersonators,
  { impersonator }: Attribution,
): Pick<RequestFields, "impersonators"> {
  return impersonator?.personId ? { impersonators: { ...impersonators, [move]: impersonator.personId } } : {};
}

/** A request that must exist: its id came from another row. */
export async function loadRequest(ctx: Pick<QueryCtx, "db">, id: Id<"requests">): Promise<Doc<"requests">> {
  const request = await ctx.db.get(id);
  assert(request, `Request ${id} does not exist`);
  return request;
}

/** The request behind an id or a key such as REQ-142, or null. */
export async function requestByName(ctx: Pick<QueryCtx, "db">, name: string): Promise<Doc<"requests"> | null> {
  const number = numberOfKey(name);
  if (number !== null)
    return await ctx.db
      .query("requests")
      .withIndex("by_number", (q) => q.eq("number", number))
      .unique();
  const id = ctx.db.normalizeId("requests", name);
  return id && (await ctx.db.get(id));
}

/** One batch of open requests in the order of their numbers, after `afterNumber`. */
export async function openRequests(
  ctx: Pick<QueryCtx, "db">,
  afterNumber: number,
  limit: number,
): Promise<Doc<"requests">[]> {
  return await ctx.db
    .query("requests")
    .withIndex("by_open", (q) => q.eq("isOpen", true).gt("number", afterNumber))
    .take(limit);
}

/** The newest requests of a person that were not put away. */
export async function requestsOf(
  ctx: Pick<QueryCtx, "db">,
  requesterId: Id<"people">,
  limit: number,
): Promise<Doc<"requests">[]> {
  return await ctx.db
    .query("requests")
    .withIndex("by_requester", (q) => q.eq("requesterId", requesterId).eq("archivedAt", undefined))
    .order("desc")
    .take(limit);
}

/** The newest requests somebody is to benefit from, their own among them. */
export async function requestsFor(
  ctx: Pick<QueryCtx, "db">,
  beneficiaryId: Id<"people">,
  limit: number,
): Promise<Doc<"requests">[]> {
  return await ctx.db
    .query("requests")
    .withIndex("by_beneficiary", (q) => q.eq("beneficiaryId", beneficiaryId).eq("archivedAt", undefined))
    .order("desc")
    .take(limit);
}

/** A request as the target of an audit event. */
export function requestTarget(request: Pick<Doc<"requests">, "_id" | "key">) {
  return { type: "request", id: request._id, label: request.key };
}

/** What changes about a draft while it is written; from the submit on, whose it is and what it is about stay (R7). */
export type DraftFields = Pick<RequestFields, "templateVersion" | "title" | "beneficiaryId" | "form" | "risk"> &
  Partial<
    Pick<
      RequestFields,
      | "ownTitle"
      | "target"
      | "businessAreaId"
      | "domainKey"
      | "level"
      | "dueAt"
      | "targetKey"
      | "submitKey"
      | "cart"
      | "sentWith"
      | "inviteFileId"
      | "lastEditorId"
    >
  >;

/** Writes a draft again; answers the row as it is afterwards. */
export async function rewriteDraft(
  ctx: Pick<MutationCtx, "db">,
  draft: Doc<"requests">,
  fields: DraftFields,
  by: By,
): Promise<Doc<"requests">> {
  assert(draft.status === "Draft", `${draft.key} is no longer a draft`);
  const patch = { ...fields, formHash: hashOfJson(fields.form), updatedAt: by.at, version: draft.version + 1 };
  await ctx.db.patch(draft._id, patch);
  // What a draft says is its writer's own: the audit trail keeps that it was written, not what.
  await recordEvent(ctx, {
    ...by,
    action: "request.draftSaved",
    targets: [requestTarget(draft)],
    context: { version: patch.version },
    occurredAt: by.at,
  });
  return { ...draft, ...patch };
}

/** Deletes a draft. */
export async function deleteDraft(ctx: Pick<MutationCtx, "db">, draft: Doc<"requests">, by: By): Promise<void> {
  assert(draft.status === "Draft", `${draft.key} is no longer a draft`);
  await ctx.db.delete(draft._id);
  await recordEvent(ctx, {
    ...by,
    action: "request.draftDeleted",
    targets: [requestTarget(draft)],
    occurredAt: by.at,
  });
}

/** Edits that are read of one request: more than it may gather. */
const READ_EDITS = 50;

/** Keeps an edit of a submitted request's answers. The audit event is `updateRequest`'s. */
export async function addEdit(ctx: Pick<MutationCtx, "db">, edit: RequestEdit): Promise<void> {
  await ctx.db.insert("requestEdits", edit);
}

/** The edit made by a call of this name, or null. */
export async function editNamed(ctx: Pick<QueryCtx, "db">, editKey: string): Promise<Doc<"requestEdits"> | null> {
  return await ctx.db
    .query("requestEdits")
    .withIndex("by_key", (q) => q.eq("editKey", editKey))
    .first();
}

/** The edits of a request's answers, newest first. */
export async function editsOf(ctx: Pick<QueryCtx, "db">, requestId: Id<"requests">): Promise<Doc<"requestEdits">[]> {
  return await ctx.db
    .query("requestEdits")
    .withIndex("by_request", (q) => q.eq("requestId", requestId))
    .order("desc")
    .take(READ_EDITS);
}

/** Whether it was sent, or its answers changed, by somebody who looked through its requester's eyes. */
export async function isThroughEyes(
  ctx: Pick<QueryCtx, "db">,
  { _id, impersonators }: Pick<Doc<"requests">, "_id" | "impersonators">,
): Promise<boolean> {
  if (impersonators?.sent !== undefined) return true;
  return (await editsOf(ctx, _id)).some(({ impersonatorId }) => impersonatorId !== undefined);
}
