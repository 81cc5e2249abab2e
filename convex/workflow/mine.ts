/** A person's own requests, and those others made for them, as a list that says what each waits for. */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { typeByKey } from "../catalog/model";
import { nullableString, nullableTimestamp, timestamp } from "../lib/validators";
import { nameOf } from "../people/model";
import { requestsFor, requestsOf } from "../requests/model";
import { isOpen } from "../requests/rules";
import { requestRisk, requestStatus } from "../requests/table";
import { tasksOf } from "../tasks/model";
import { labelOf } from "./formLines";

type ReadCtx = Pick<QueryCtx, "db">;

/** Requests a list shows, the newest. */
const SHOWN_REQUESTS = 100;

export const ownRequest = v.object({
  id: v.id("requests"),
  key: v.string(),
  title: v.string(),
  typeId: v.string(),
  typeName: v.string(),
  status: requestStatus,
  risk: requestRisk,
  createdAt: timestamp,
  updatedAt: timestamp,
  dueAt: nullableTimestamp,
  /** For whom it is, when not for the requester; and who made it, when not the viewer. */
  forName: nullableString,
  byName: nullableString,
  /** What it waits for now, in words; null for a draft and for what has ended. */
  waitsFor: nullableString,
});
export type OwnRequest = Infer<typeof ownRequest>;

/** The newest requests of a person, drafts included, and those made for them; newest first, at most 100. */
export async function ownRequests(ctx: ReadCtx, personId: Id<"people">): Promise<OwnRequest[]> {
  const made = await requestsOf(ctx, personId, SHOWN_REQUESTS);
  const received = (await requestsFor(ctx, personId, SHOWN_REQUESTS)).filter(({ requesterId, status }) => requesterId !== personId && status !== "Draft");
  const newest = [...made, ...received].toSorted((a, b) => b.number - a.number).slice(0, SHOWN_REQUESTS);
  const names = new Map<string, string>();
  for (const { typeId } of newest) {
    if (!names.has(typeId)) names.set(typeId, (await typeByKey(ctx, typeId))?.name ?? labelOf(typeId));
  }
  return await Promise.all(newest.map((request) => shown(ctx, request, personId, names.get(request.typeId) ?? request.typeId)));
}

async function shown(ctx: ReadCtx, request: Doc<"requests">, viewerId: Id<"people">, typeName: string): Promise<OwnRequest> {
  const { _id, key, title, typeId, status, risk, createdAt, updatedAt, dueAt, requesterId, beneficiaryId } = request;
  return {
    id: _id, key, title, typeId, typeName, status, risk, createdAt, updatedAt,
    dueAt: dueAt ?? null,
    forName: beneficiaryId === requesterId || beneficiaryId === viewerId ? null : await nameOf(ctx, beneficiaryId),
    byName: requesterId === viewerId ? null : await nameOf(ctx, requesterId),
    waitsFor: isOpen(status) ? await waitsFor(ctx, request) : null,
  };
}

async function waitsFor(ctx: ReadCtx, request: Doc<"requests">): Promise<string> {
  if (request.openQuestion) return `An answer to ${await nameOf(ctx, request.openQuestion.askedById)}`;
  const tasks = await tasksOf(ctx, request._id);
  const open = tasks.find(({ status }) => status !== "Complete");
  if (!open) return "The portal";
  if (open.status === "Failed") return `“${open.title}” failed; an admin looks at it`;
  const waiting = open.status === "Running" ? (open.waitingOn?.text ?? null) : null;
  return waiting === null ? open.title : `${open.title}: ${waiting}`;
}
