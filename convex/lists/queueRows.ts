/** Rows of the queues: a request or task joined with the names a reader needs. Each name is read once per page. */

import { v } from "convex/values";
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { nameOf } from "../core/people/model";
import { isOpen } from "../core/requests/rules";
import { requestRisk, requestStatus } from "../core/requests/table";
import { isOnHold } from "../core/shared/rules/may";
import { isRequestOverdue, isRetrying, isStuck, isTaskOverdue, STUCK_HOLDER } from "../core/shared/rules/queues";
import { taskAddress } from "../core/tasks/rules/address";
import { taskOutcome, taskStatus } from "../core/tasks/table";
import { nullableString, nullableTimestamp, timestamp } from "../lib/validators";
import { typeNameByKey } from "./listing";

/** A person as rows name them. */
export const namedPerson = v.object({ id: v.id("people"), name: v.string() });

/** The shape of a request's row. */
export const queuedRequest = v.object({
  id: v.id("requests"),
  key: v.string(),
  /** Without the person it is for, who has a field of their own. */
  title: v.string(),
  /** What it is about as its system spells it. */
  target: nullableString,
  status: requestStatus,
  typeId: v.string(),
  type: v.string(),
  risk: requestRisk,
  requester: namedPerson,
  /** Only when it is for somebody else. */
  beneficiary: nullableString,
  area: nullableString,
  createdAt: timestamp,
  updatedAt: timestamp,
  dueAt: nullableTimestamp,
  isOverdue: v.boolean(),
  /** The first task that is not complete; null once the request has ended. */
  step: v.union(
    v.null(),
    v.object({
      taskId: v.id("requestTasks"),
      title: v.string(),
      status: taskStatus,
      attempt: v.number(),
      maxAttempts: v.number(),
      isRetrying: v.boolean(),
      holder: nullableString,
      waitingOn: nullableString,
      since: nullableTimestamp,
    }),
  ),
});

/** The shape of a task's row. */
export const queuedTask = v.object({
  id: v.id("requestTasks"),
  /** How its page is named in addresses. */
  address: v.string(),
  requestId: v.id("requests"),
  requestKey: v.string(),
  requestTitle: v.string(),
  /** What the request is about as its system spells it. */
  requestTarget: nullableString,
  requestStatus,
  type: v.string(),
  title: v.string(),
  order: v.number(),
  status: taskStatus,
  outcome: v.union(taskOutcome, v.null()),
  connector: nullableString,
  assignee: v.union(v.null(), namedPerson),
  area: nullableString,
  waitingOn: nullableString,
  attempt: v.number(),
  maxAttempts: v.number(),
  /** When a failed attempt is retried automatically. */
  retryAt: nullableTimestamp,
  createdAt: timestamp,
  updatedAt: timestamp,
  startedAt: nullableTimestamp,
  dueAt: nullableTimestamp,
  isOverdue: v.boolean(),
});

type ReadCtx = Pick<QueryCtx, "db">;

/** Looks things up once each. */
export function lookups(ctx: ReadCtx) {
  return {
    person: remembered((id: Id<"people">) => nameOf(ctx, id)),
    type: remembered((key: string) => typeNameByKey(ctx, key)),
    area: remembered(async (id: Id<"businessAreas">) => (await ctx.db.get(id))?.name ?? null),
    request: remembered((id: Id<"requests">) => ctx.db.get(id)),
  };
}
export type Lookups = ReturnType<typeof lookups>;

/** Looks each key up once. */
export function remembered<Key extends string, Value>(
  load: (key: Key) => Promise<Value>,
): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>();
  return (key) => {
    const value = known.get(key) ?? load(key);
    known.set(key, value);
    return value;
  };
}

/** One line of the queue of requests. */
export async function requestRow(ctx: ReadCtx, request: Doc<"requests">, look: Lookups, now: number) {
  const {
    _id,
    key,
    ownTitle,
    target,
    status,
    typeId,
    requesterId,
    beneficiaryId,
    businessAreaId,
    risk,
    createdAt,
    updatedAt,
    dueAt,
  } = request;
  return {
    id: _id,
    key,
    title: ownTitle,
    target: target ?? null,
    status,
    typeId,
    risk,
    createdAt,
    updatedAt,
    type: await look.type(typeId),
    requester: { id: requesterId, name: await look.person(requesterId) },
    beneficiary: beneficiaryId === requesterId ? null : await look.person(beneficiaryId),
    area: businessAreaId ? await look.area(businessAreaId) : null,
    dueAt: dueAt ?? null,
    isOverdue: isRequestOverdue(request, now),
    step: isOpen(status) ? await currentStep(ctx, request, look, now) : null,
  };
}

/** The first task that is not complete: what an open request waits for. */
async function currentStep(ctx: ReadCtx, { _id, hold }: Doc<"requests">, look: Lookups, now: number) {
  for await (const task of ctx.db.query("requestTasks").withIndex("by_request", (q) => q.eq("requestId", _id))) {
    if (task.status === "Complete") continue;
    const step = await stepOf(task, look);
    const isStopped = task.status === "Not Started" && isOnHold({ hold }, now);
    return isStopped ? { ...step, holder: null, waitingOn: `On hold: ${hold?.reason ?? ""}` } : step;
  }
  return null;
}

async function stepOf(task: Doc<"requestTasks">, look: Lookups) {
  const { _id, title, status, attempt, maxAttempts, waitingOn, startedAt, assigneeId } = task;
  return {
    taskId: _id,
    title,
    status,
    attempt,
    maxAttempts,
    isRetrying: isRetrying(task),
    holder: assigneeId ? await look.person(assigneeId) : isStuck(task) ? STUCK_HOLDER : null,
    waitingOn: waitingOn?.text ?? null,
    since: startedAt ?? null,
  };
}

/** One line of the queue of tasks; null when its request is gone. */
export async function taskRow(task: Doc<"requestTasks">, look: Lookups, now: number) {
  const request = await look.request(task.requestId);
  if (!request) return null;
  const { _id, type, title, order, status, attempt, maxAttempts, createdAt, updatedAt } = task;
  return {
    id: _id,
    address: taskAddress(request.key, task),
    type,
    title,
    order,
    status,
    attempt,
    maxAttempts,
    createdAt,
    updatedAt,
    requestId: request._id,
    requestKey: request.key,
    requestTitle: request.title,
    requestTarget: request.target ?? null,
    requestStatus: request.status,
    outcome: task.outcome ?? null,
    connector: task.connector ?? null,
    assignee: task.assigneeId ? { id: task.assigneeId, name: await look.person(task.assigneeId) } : null,
    area: task.businessAreaId ? await look.area(task.businessAreaId) : null,
    waitingOn: isStuck(task) && isOpen(request.status) ? STUCK_HOLDER : (task.waitingOn?.text ?? null),
    startedAt: task.startedAt ?? null,
    retryAt: isRetrying(task) ? (task.retryAt ?? null) : null,
    dueAt: task.leaseUntil ?? task.dueAt ?? null,
    isOverdue: isTaskOverdue(task, now),
  };
}
