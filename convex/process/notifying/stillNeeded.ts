/**
 * What the recipient of a notification may still open (N2) and is still asked for (N5), asked again each
 * time it is shown or mailed: a right may have gone since it was written.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { hasPendingSeat } from "../../core/approvals/model";
import { asksToDecide } from "../../core/notifications/rules";
import { readOf, type Reader } from "../../core/tickets/model";
import { paramsIn } from "../../site/place";
import { accessTo, loadInvolved } from "../steps/circle";
import { approvalByName, taskByName } from "../steps/named";

type ReadCtx = Pick<QueryCtx, "db">;

/**
 * Whether somebody may open what a notification is about: a request by those in its circle, a ticket by those who read
 * it. What is neither is its recipient's own.
 */
export async function mayOpen(
  ctx: ReadCtx,
  reader: Reader,
  subject: Doc<"notifications">["subject"],
): Promise<boolean> {
  if (subject.type === "ticket") return await seesTicket(ctx, reader, subject.id);
  const { found, requestId } = await requestOf(ctx, subject);
  if (!found) return false;
  return requestId === null || (await seesRequest(ctx, reader.person, requestId));
}

/** Whether the recipient of an ask can still do what it asks for. */
export async function isStillNeeded(ctx: ReadCtx, row: Doc<"notifications">): Promise<boolean> {
  if (row.closedAt !== undefined) return false;
  const approval = approvalNamedBy(row);
  if (approval !== null) return await isApprovalNeeded(ctx, await approvalByName(ctx, approval), row);
  if (row.subject.type === "ticket") return await waitsForRequester(ctx, row);
  const task = taskNamedBy(row);
  return task === null || holdsOpenTask(await taskByName(ctx, task), row.recipientId);
}

/** The approval a notification leads to, or null. */
export async function approvalOf(ctx: ReadCtx, row: Doc<"notifications">): Promise<Id<"approvals"> | null> {
  const named = approvalNamedBy(row);
  return named === null ? null : ((await approvalByName(ctx, named))?._id ?? null);
}

/** What names the approval a notification leads to, by its request as people read it or by an id, or null. */
function approvalNamedBy({ subject, to }: Pick<Doc<"notifications">, "subject" | "to">): string | null {
  return subject.type === "approval" ? subject.id : (paramsIn("approval", to)?.approvalId ?? null);
}

/** What names the task a notification leads to in the same way, or null. */
function taskNamedBy({ subject, to }: Pick<Doc<"notifications">, "subject" | "to">): string | null {
  if (subject.type === "task") return subject.id;
  return (paramsIn("task", to) ?? paramsIn("taskAsAdmin", to))?.taskId ?? null;
}

/**
 * A decision is asked of those with a seat; an approver's name of the admins, a review of its reviewers, whoever they
 * are.
 */
async function isApprovalNeeded(
  ctx: ReadCtx,
  approval: Doc<"approvals"> | null,
  { kind, recipientId }: Doc<"notifications">,
): Promise<boolean> {
  if (approval === null) return false;
  if (kind === "approval.reviewDue") return approval.reviewDueAt !== undefined && approval.reviewedAt === undefined;
  if (approval.state !== "Pending") return false;
  if (!asksToDecide(kind)) return true;
  return await hasPendingSeat(ctx, approval._id, recipientId);
}

/** A ticket asks its requester alone, as long as it waits for them. */
async function waitsForRequester(ctx: ReadCtx, { subject }: Doc<"notifications">): Promise<boolean> {
  const ticketId = ctx.db.normalizeId("tickets", subject.id);
  const ticket = ticketId && (await ctx.db.get(ticketId));
  return ticket?.state === "waitingOnRequester";
}

function holdsOpenTask(task: Doc<"requestTasks"> | null, personId: Id<"people">): boolean {
  if (task === null || task.status === "Complete" || task.status === "Failed") return false;
  if (task.assigneeId !== undefined) return task.assigneeId === personId;
  return task.candidateIds?.includes(personId) ?? false;
}

/** The request a subject belongs to; `found` is false when the subject itself is gone. */
export async function requestOf(
  ctx: ReadCtx,
  { type, id }: Doc<"notifications">["subject"],
): Promise<{ found: boolean; requestId: Id<"requests"> | null }> {
  if (type === "request") {
    const requestId = ctx.db.normalizeId("requests", id);
    return { found: requestId !== null, requestId };
  }
  const part = await partOf(ctx, type, id);
  return part === undefined
    ? { found: true, requestId: null }
    : { found: part !== null, requestId: part?.requestId ?? null };
}

/** A part of a request by its type: null when it is gone, undefined when the type is no part of one. */
async function partOf(
  ctx: ReadCtx,
  type: string,
  id: string,
): Promise<{ readonly requestId: Id<"requests"> } | null | undefined> {
  if (type === "approval") return await rowOf(ctx, ctx.db.normalizeId("approvals", id));
  if (type === "task") return await rowOf(ctx, ctx.db.normalizeId("requestTasks", id));
  if (type === "grant") return await rowOf(ctx, ctx.db.normalizeId("grants", id));
  if (type === "comment") return await rowOf(ctx, ctx.db.normalizeId("requestComments", id));
  return undefined;
}

async function rowOf<T extends "approvals" | "requestTasks" | "grants" | "requestComments">(
  ctx: ReadCtx,
  id: Id<T> | null,
): Promise<Doc<T> | null> {
  return id === null ? null : await ctx.db.get(id);
}

async function seesTicket(ctx: ReadCtx, reader: Reader, id: string): Promise<boolean> {
  const ticketId = ctx.db.normalizeId("tickets", id);
  const ticket = ticketId && (await ctx.db.get(ticketId));
  return ticket !== null && (await readOf(ctx, reader, ticket)) !== null;
}

async function seesRequest(ctx: ReadCtx, person: Doc<"people">, requestId: Id<"requests">): Promise<boolean> {
  const request = await ctx.db.get(requestId);
  if (request === null || request.archivedAt !== undefined) return false;
  // Most notices go to the requester, who always sees it: the circle need not be read for them.
  return request.requesterId === person._id || accessTo(await loadInvolved(ctx, request), person) !== null;
}
