/** Rows of the queues: a request or task joined with the names a reader needs. Each name is read once per page. */
import type { Doc, Id } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { nameOf } from "../people/model";
import { isOpen } from "../requests/rules";
import { typeNameOf } from "./listing";
import { isRequestOverdue, isRetrying, isTaskOverdue } from "./rules/queues";

type ReadCtx = Pick<QueryCtx, "db">;

/** Looks things up once each. */
export function lookups(ctx: ReadCtx) {
  return {
    person: remembered((id: Id<"people">) => nameOf(ctx, id)),
    type: remembered((key: string) => typeNameOf(ctx, key)),
    area: remembered(async (id: Id<"businessAreas">) => (await ctx.db.get(id))?.name ?? null),
    request: remembered((id: Id<"requests">) => ctx.db.get(id)),
  };
}
export type Lookups = ReturnType<typeof lookups>;

function remembered<Key extends string, Value>(load: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const known = new Map<Key, Promise<Value>>();
  return (key) => {
    const value = known.get(key) ?? load(key);
    known.set(key, value);
    return value;
  };
}

/** One line of the queue of requests. */
export async function requestRow(ctx: ReadCtx, request: Doc<"requests">, look: Lookups, now: number) {
  const { _id, key, title, status, typeId, requesterId, beneficiaryId, businessAreaId, risk, createdAt, updatedAt, dueAt } = request;
  return {
    id: _id, key, title, status, typeId, risk, createdAt, updatedAt,
    type: await look.type(typeId),
    requester: { id: requesterId, name: await look.person(requesterId) },
    beneficiary: beneficiaryId === requesterId ? null : await look.person(beneficiaryId),
    area: businessAreaId ? await look.area(businessAreaId) : null,
    dueAt: dueAt ?? null,
    isOverdue: isRequestOverdue(request, now),
    step: isOpen(status) ? await currentStep(ctx, _id, look) : null,
  };
}

/** The first task that is not complete: what an open request waits for. */
async function currentStep(ctx: ReadCtx, requestId: Id<"requests">, look: Lookups) {
  for await (const task of ctx.db.query("requestTasks").withIndex("by_request", (q) => q.eq("requestId", requestId))) {
    if (task.status !== "Complete") return await stepOf(task, look);
  }
  return null;
}

async function stepOf(task: Doc<"requestTasks">, look: Lookups) {
  const { _id, title, status, attempt, maxAttempts, waitingOn, startedAt, assigneeId } = task;
  return {
    taskId: _id, title, status, attempt, maxAttempts,
    isRetrying: isRetrying(task),
    holder: assigneeId ? await look.person(assigneeId) : null,
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
    id: _id, type, title, order, status, attempt, maxAttempts, createdAt, updatedAt,
    requestId: request._id,
    requestKey: request.key,
    requestTitle: request.title,
    requestStatus: request.status,
    outcome: task.outcome ?? null,
    connector: task.connector ?? null,
    assignee: task.assigneeId ? { id: task.assigneeId, name: await look.person(task.assigneeId) } : null,
    area: task.businessAreaId ? await look.area(task.businessAreaId) : null,
    waitingOn: task.waitingOn?.text ?? null,
    startedAt: task.startedAt ?? null,
    retryAt: isRetrying(task) ? (task.retryAt ?? null) : null,
    dueAt: task.leaseUntil ?? task.dueAt ?? null,
    isOverdue: isTaskOverdue(task, now),
  };
}
