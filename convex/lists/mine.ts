/**
 * A request in the list of the person it belongs to: what it is, and what it waits for (pages of them:
 * queues/ownQueue.ts).
 */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { labelOf } from "../core/catalog/formLines";
import { typeByKey } from "../core/catalog/model";
import { nameOf } from "../core/people/model";
import { isOpen } from "../core/requests/rules";
import { requestRisk, requestStatus } from "../core/requests/table";
import { isRequestOverdue, isStuck } from "../core/shared/rules/queues";
import { tasksOf } from "../core/tasks/model";
import { nullableString, nullableTimestamp, timestamp } from "../lib/validators";

type ReadCtx = Pick<QueryCtx, "db">;

export const ownRequest = v.object({
  id: v.id("requests"),
  key: v.string(),
  title: v.string(),
  /** What it is about as its system spells it. */
  target: nullableString,
  typeId: v.string(),
  typeName: v.string(),
  status: requestStatus,
  risk: requestRisk,
  createdAt: timestamp,
  updatedAt: timestamp,
  dueAt: nullableTimestamp,
  isOverdue: v.boolean(),
  /** For whom it is, when not for the requester; and who made it, when not the viewer. */
  forName: nullableString,
  byName: nullableString,
  /** What it waits for now, in words; null for a draft and for what has ended. */
  waitsFor: nullableString,
});
export type OwnRequest = Infer<typeof ownRequest>;

/** Turns requests into rows of their person's list. */
export async function ownRows(
  ctx: ReadCtx,
  requests: readonly Doc<"requests">[],
  personId: Id<"people">,
  now: number,
): Promise<OwnRequest[]> {
  const names = new Map<string, string>();
  for (const { typeId } of requests) {
    if (!names.has(typeId)) names.set(typeId, await ownTypeName(ctx, typeId));
  }
  return await Promise.all(
    requests.map((request) =>
      shown(ctx, request, { viewerId: personId, typeName: names.get(request.typeId) ?? request.typeId, now }),
    ),
  );
}

/** What a request type is called now, also one that the catalog does not have any more. */
export async function ownTypeName(ctx: ReadCtx, typeId: string): Promise<string> {
  return (await typeByKey(ctx, typeId))?.name ?? labelOf(typeId);
}

async function shown(
  ctx: ReadCtx,
  request: Doc<"requests">,
  { viewerId, typeName, now }: { viewerId: Id<"people">; typeName: string; now: number },
): Promise<OwnRequest> {
  const { _id, key, typeId, status, risk, createdAt, updatedAt, dueAt, requesterId, beneficiaryId } = request;
  return {
    id: _id,
    key,
    title: request.ownTitle,
    target: request.target ?? null,
    typeId,
    typeName,
    status,
    risk,
    createdAt,
    updatedAt,
    dueAt: dueAt ?? null,
    isOverdue: isRequestOverdue(request, now),
    forName: beneficiaryId === requesterId || beneficiaryId === viewerId ? null : await nameOf(ctx, beneficiaryId),
    byName: requesterId === viewerId ? null : await nameOf(ctx, requesterId),
    waitsFor: isOpen(status) ? await waitsFor(ctx, request) : null,
  };
}

async function whoLooks(ctx: ReadCtx, { assigneeId }: Doc<"requestTasks">): Promise<string> {
  return assigneeId === undefined ? "the admins are looking" : `${await nameOf(ctx, assigneeId)} is looking`;
}

async function waitsFor(ctx: ReadCtx, request: Doc<"requests">): Promise<string> {
  if (request.openQuestion) return `An answer to ${await nameOf(ctx, request.openQuestion.askedById)}`;
  const tasks = await tasksOf(ctx, request._id);
  const open = tasks.find(({ status }) => status !== "Complete");
  if (!open) return "The portal";
  if (isStuck(open)) return `“${open.title}” failed; ${await whoLooks(ctx, open)} into it`;
  const waiting = open.status === "Running" ? (open.waitingOn?.text ?? null) : null;
  return waiting === null ? open.title : `${open.title}: ${waiting}`;
}
