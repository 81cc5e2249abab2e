/** Steps over task rows. Which move is due, and what it means for the request, is workflow's. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { assert } from "../../lib/pure/impossible";
import type { ApprovalPolicy } from "../approvals/table";
import { recordEvent, type Attribution } from "../audit/model";
import { changedFields } from "../audit/rules";
import { closeNotices } from "../notifications/model";
import { keepOffers } from "./offers";
import { changesNothing, executorOf, typeOf } from "./rules";
import { taskAddress } from "./rules/address";
import type { TaskFields, TaskStatus } from "./table";

/** More tasks than any template may have; a request beyond it stops whatever examines it, loudly. */
export const MAX_TASKS_PER_REQUEST = 100;

/** What decides to whom a task is offered, beside its type, which never changes. */
const OFFER_FIELDS = ["status", "assigneeId", "candidateIds"] as const;

/** What a template says about one task of a request. */
export interface TaskDraft extends Pick<
  TaskFields,
  "key" | "candidateIds" | "instructions" | "evidenceLabel" | "delayMs" | "notBefore" | "isIrreversible"
> {
  readonly type: string;
  readonly order: number;
  readonly title?: string;
  readonly assigneeId?: Id<"people">;
  readonly input?: TaskFields["input"];
  readonly dueAt?: number;
  readonly runsAlways?: boolean;
  /** Approval tasks of a template: who decides. */
  readonly policy?: ApprovalPolicy;
  /** The template's condition was false: the task is complete from the start, for this reason. */
  readonly skippedBecause?: string;
}

/** Adds a task to a request, Not Started unless its condition already skips it. */
export async function createTask(
  ctx: Pick<MutationCtx, "db">,
  requestId: Id<"requests">,
  draft: TaskDraft,
  at: number,
): Promise<Id<"requestTasks">> {
  const type = typeOf(draft.type);
  const request = await ctx.db.get(requestId);
  const skipped =
    draft.skippedBecause === undefined
      ? null
      : { outcome: "skipped" as const, output: { condition: draft.skippedBecause }, finishedAt: at };
  const id = await ctx.db.insert("requestTasks", {
    requestId,
    number: (await lastNumber(ctx, requestId)) + 1,
    key: draft.key,
    type: draft.type,
    connector: type?.connector,
    businessAreaId: request?.businessAreaId,
    domainKey: request?.domainKey,
    hasCost: request?.hasCost,
    title: draft.title ?? type?.title ?? draft.type,
    order: draft.order,
    status: skipped ? "Complete" : "Not Started",
    attempt: 0,
    maxAttempts: type?.maxAttempts ?? 1,
    assigneeId: draft.assigneeId,
    candidateIds: draft.candidateIds,
    instructions: draft.instructions,
    evidenceLabel: draft.evidenceLabel,
    delayMs: draft.delayMs,
    notBefore: draft.notBefore,
    isIrreversible: draft.isIrreversible,
    input: draft.input ?? {},
    idempotencyKey: "",
    runsAlways: draft.runsAlways ?? false,
    dueAt: draft.dueAt,
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...skipped,
  });
  await ctx.db.patch(id, { idempotencyKey: id });
  return id;
}

/**
 * Changes a task and says so in the audit trail. An absent (`undefined`) value removes a field. Every change of who may
 * take a task goes through here, because its offers follow.
 */
export async function updateTask(
  ctx: Pick<MutationCtx, "db" | "scheduler">,
  task: Doc<"requestTasks">,
  changes: Partial<Omit<TaskFields, "requestId" | "type" | "order" | "idempotencyKey" | "version" | "updatedAt">>,
  event: Attribution & { readonly action: string; readonly at: number; readonly reason?: string },
): Promise<Doc<"requestTasks">> {
  const patch = { ...changes, updatedAt: event.at, version: task.version + 1 };
  await ctx.db.patch(task._id, patch);
  if (OFFER_FIELDS.some((field) => Object.hasOwn(changes, field))) await keepOffers(ctx, task._id);
  await recordEvent(ctx, {
    actor: event.actor,
    impersonator: event.impersonator,
    action: event.action,
    targets: [
      { type: "task", id: task._id, label: task.title },
      { type: "request", id: task.requestId },
    ],
    changes: changedFields({ ...task }, changes),
    context: event.reason === undefined ? {} : { reason: event.reason },
    occurredAt: event.at,
  });
  await settleNotices(ctx, task, changes.status, event.at);
  return { ...task, ...patch };
}

/** Deletes a task, with its offers. */
export async function deleteTask(ctx: Pick<MutationCtx, "db">, id: Id<"requestTasks">): Promise<void> {
  await ctx.db.delete(id);
  await keepOffers(ctx, id);
}

/**
 * Drops the plan of a task, so that it is made again, and says so in the audit trail. The next plan is other work, also
 * where it reads the same: under the old key the outside system would remember the statement and not run it (T4).
 */
export async function dropPlan(
  ctx: Pick<MutationCtx, "db">,
  task: Doc<"requestTasks">,
  event: Attribution & { readonly at: number; readonly reason: string },
): Promise<void> {
  await ctx.db.patch(task._id, withoutPlan(task));
  await recordEvent(ctx, {
    actor: event.actor,
    impersonator: event.impersonator,
    action: "task.planDropped",
    targets: [
      { type: "task", id: task._id, label: task.title },
      { type: "request", id: task.requestId },
    ],
    context: { reason: event.reason },
    occurredAt: event.at,
  });
}

/** What a task is without its plan. What was begun on it is kept, so that it can be taken back. */
export function withoutPlan({ _id, plan, ref, applyBegunAt, formerWork, ...task }: Doc<"requestTasks">) {
  const plansDropped = (task.plansDropped ?? 0) + 1;
  const begun = plan && applyBegunAt !== undefined && !changesNothing({ plan });
  return {
    plansDropped,
    idempotencyKey: `${_id}-plan-${plansDropped + 1}`,
    formerWork: begun ? [...(formerWork ?? []), { key: task.idempotencyKey, plan, ref }] : formerWork,
    applyBegunAt: undefined,
    ref: undefined,
    plan: undefined,
    planError: undefined,
    plannedAt: undefined,
    planTries: undefined,
    planDueAt: undefined,
  };
}

/**
 * What is asked about a task is over when its status moves on: a manual one is done or withdrawn, a failure is seen to.
 */
async function settleNotices(
  ctx: Pick<MutationCtx, "db" | "scheduler">,
  task: Doc<"requestTasks">,
  status: TaskStatus | undefined,
  at: number,
): Promise<void> {
  if (status === undefined || status === "Running") return;
  const invitations =
    executorOf(task) === "manual" && task.status === "Running" ? ["task.assigned", "task.offered", "task.unheld"] : [];
  const failed = task.status === "Failed" ? ["task.failed"] : [];
  const kinds = [...invitations, ...failed];
  if (kinds.length > 0) await closeNotices(ctx, { subjectId: task._id, kinds, reason: `The task is ${status}`, at });
}

/** The tasks of a request by order. */
export async function tasksOf(ctx: Pick<QueryCtx, "db">, requestId: Id<"requests">): Promise<Doc<"requestTasks">[]> {
  const tasks = await ctx.db
    .query("requestTasks")
    .withIndex("by_request", (q) => q.eq("requestId", requestId))
    .take(MAX_TASKS_PER_REQUEST + 1);
  assert(tasks.length <= MAX_TASKS_PER_REQUEST, `A request has more than ${MAX_TASKS_PER_REQUEST} tasks`);
  return tasks;
}

/** The task of a request with a number, or null. */
export async function taskNumbered(
  ctx: Pick<QueryCtx, "db">,
  requestId: Id<"requests">,
  number: number,
): Promise<Doc<"requestTasks"> | null> {
  return await ctx.db
    .query("requestTasks")
    .withIndex("by_number", (q) => q.eq("requestId", requestId).eq("number", number))
    .unique();
}

async function lastNumber(ctx: Pick<QueryCtx, "db">, requestId: Id<"requests">): Promise<number> {
  const last = await ctx.db
    .query("requestTasks")
    .withIndex("by_number", (q) => q.eq("requestId", requestId))
    .order("desc")
    .first();
  return last?.number ?? 0;
}

/** Numbers the tasks of a request that have no number yet, in the order they were made. */
export async function numberTasks(ctx: Pick<MutationCtx, "db">, requestId: Id<"requests">): Promise<void> {
  const without = (await tasksOf(ctx, requestId)).filter(({ number }) => number === undefined);
  let number = await lastNumber(ctx, requestId);
  for (const { _id } of without.toSorted((a, b) => a._creationTime - b._creationTime))
    await ctx.db.patch(_id, { number: (number += 1) });
}

/** A task that must exist: its id came from another row. */
export async function loadTask(ctx: Pick<QueryCtx, "db">, id: Id<"requestTasks">): Promise<Doc<"requestTasks">> {
  const task = await ctx.db.get(id);
  assert(task, `Task ${id} does not exist`);
  return task;
}

/** How addresses name a task, its approval and the access it gave. */
export async function addressOfTask(ctx: Pick<QueryCtx, "db">, id: Id<"requestTasks">): Promise<string> {
  const task = await loadTask(ctx, id);
  return taskAddress((await ctx.db.get(task.requestId))?.key ?? "", task);
}

/** The tasks a person holds in one status, newest first. */
export async function tasksHeldBy(
  ctx: Pick<QueryCtx, "db">,
  assigneeId: Id<"people">,
  status: TaskStatus,
  limit: number,
): Promise<Doc<"requestTasks">[]> {
  return await ctx.db
    .query("requestTasks")
    .withIndex("by_assignee", (q) => q.eq("assigneeId", assigneeId).eq("status", status))
    .order("desc")
    .take(limit);
}

/** One batch of running tasks whose lease ended before a time. */
export async function tasksWithLeaseBefore(
  ctx: Pick<QueryCtx, "db">,
  before: number,
  limit: number,
): Promise<Doc<"requestTasks">[]> {
  return await ctx.db
    .query("requestTasks")
    .withIndex("by_lease", (q) => q.eq("status", "Running").gt("leaseUntil", undefined).lt("leaseUntil", before))
    .take(limit);
}
