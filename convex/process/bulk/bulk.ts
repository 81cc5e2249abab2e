/**
 * Bulk operations. What is asked for is looked up once, counted by what would happen, and, when the person
 * still means it, written down as a job with one item each. The scheduler then carries out small batches;
 * every item is a nested transaction, so one that fails leaves the others done (bulkRun.ts).
 */

import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { type By, recordEvent } from "../../core/audit/model";
import {
  isOfTasks,
  MAX_BULK_ITEMS,
  whyNotBulk,
  whyNotReason,
  whyNotRequest,
  whyNotTask,
  whyNotTheirs,
} from "../../core/shared/rules/bulk";
import { isInSight, type Overseer } from "../../core/shared/rules/queues";
import type { BulkOperation, BulkResult, BulkSelection } from "../../core/shared/table";
import { tasksOf } from "../../core/tasks/model";
import { refuse, refuseIf } from "../../lib/errors";
import { canonicalJson } from "../../lib/pure/canonicalJson";
import type { Refusal } from "../../lib/pure/refusal";
import { lookups } from "../../lists/queueRows";
import { matchingRequests, matchingTasks } from "../../lists/queues";

type ReadCtx = Pick<QueryCtx, "db">;

/** What somebody asks to be done. */
export interface BulkWish {
  readonly operation: BulkOperation;
  readonly selection: BulkSelection;
  readonly assigneeId?: Id<"people">;
}

/** One request or task of a selection, and why the operation leaves it alone, if it does. */
interface Candidate {
  readonly requestId: Id<"requests">;
  readonly taskId?: Id<"requestTasks">;
  readonly label: string;
  readonly no: Refusal | null;
}

/** What an operation would do: how many rows it is for, how many it changes, and why it leaves the others. */
export interface BulkPreview {
  readonly total: number;
  readonly changes: number;
  readonly left: { readonly refusal: Refusal; readonly count: number }[];
}

/** Counts by what would happen; changes nothing. */
export async function previewOf(ctx: ReadCtx, viewer: Overseer, wish: BulkWish, now: number): Promise<BulkPreview> {
  const candidates = await candidatesOf(ctx, viewer, wish, now);
  const left = new Map<string, { refusal: Refusal; count: number }>();
  for (const { no } of candidates) {
    if (!no) continue;
    const known = left.get(canonicalJson(no));
    left.set(canonicalJson(no), { refusal: no, count: (known?.count ?? 0) + 1 });
  }
  return {
    total: candidates.length,
    changes: candidates.filter(({ no }) => no === null).length,
    left: [...left.values()].toSorted((a, b) => b.count - a.count),
  };
}

/** Writes the job down and lets it begin. Refused when the rows are no longer as many as the preview said. */
export async function beginBulk(
  ctx: MutationCtx,
  viewer: Overseer & { readonly id: Id<"people"> },
  wish: BulkWish & { readonly reason: string; readonly expectedCount: number },
  by: By,
): Promise<Id<"bulkJobs">> {
  refuseIf(whyNotReason(wish.reason));
  const candidates = await candidatesOf(ctx, viewer, wish, by.at);
  if (candidates.length !== wish.expectedCount) {
    refuse({
      code: "changed-meanwhile",
      message: `There are now ${candidates.length} rows instead of ${wish.expectedCount}. Check the preview again.`,
    });
  }
  return await createJob(ctx, { ...wish, personId: viewer.id, reason: wish.reason.trim(), items: candidates }, by);
}

interface NewJob extends Partial<Pick<Doc<"bulkJobs">, "selection" | "assigneeId" | "rerunOfId">> {
  readonly operation: BulkOperation;
  readonly reason: string;
  readonly personId: Id<"people">;
  readonly items: readonly Pick<Candidate, "requestId" | "taskId" | "label">[];
}

async function createJob(
  ctx: MutationCtx,
  { items, operation, reason, personId, selection, assigneeId, rerunOfId }: NewJob,
  by: By,
): Promise<Id<"bulkJobs">> {
  const jobId = await ctx.db.insert("bulkJobs", {
    operation,
    reason,
    personId,
    selection,
    assigneeId,
    rerunOfId,
    total: items.length,
    done: 0,
    refused: 0,
    failed: 0,
    notRun: 0,
    createdAt: by.at,
  });
  for (const [position, { requestId, taskId, label }] of items.entries()) {
    await ctx.db.insert("bulkItems", { jobId, position, requestId, taskId, label });
  }
  await recordEvent(ctx, {
    actor: by.actor,
    impersonator: by.impersonator,
    action: "bulk.started",
    targets: [{ type: "bulkJob", id: jobId }],
    context: { operation, reason, items: items.length, selection: described(selection), rerunOf: rerunOfId ?? null },
    occurredAt: by.at,
  });
  await ctx.scheduler.runAfter(0, internal.workflow.internal.runBulkBatch, { jobId });
  return jobId;
}

/** A selection as the audit trail keeps it: the filter, or how many rows were chosen manually (each has its own event). */
function described(selection: BulkSelection | undefined): unknown {
  if (!selection) return null;
  if ("requestIds" in selection) return { chosen: selection.requestIds.length };
  return "taskIds" in selection ? { chosen: selection.taskIds.length } : selection;
}

/** Asks a job to stop: what is under way is finished, what was not reached stays as it is. */
export async function stopBulk(ctx: MutationCtx, job: Doc<"bulkJobs">, by: By): Promise<void> {
  if (job.endedAt !== undefined) refuse({ code: "too-late", message: "It has already finished." });
  if (job.stopAskedAt !== undefined) return;
  await ctx.db.patch(job._id, { stopAskedAt: by.at });
  await recordEvent(ctx, {
    actor: by.actor,
    impersonator: by.impersonator,
    action: "bulk.stopAsked",
    targets: [{ type: "bulkJob", id: job._id }],
    occurredAt: by.at,
  });
}

const RERUN_RESULTS: readonly BulkResult[] = ["failed", "refused", "notRun"];

/** A new job for what an ended one did not do. */
export async function rerunBulk(
  ctx: MutationCtx,
  job: Doc<"bulkJobs">,
  personId: Id<"people">,
  by: By,
): Promise<Id<"bulkJobs">> {
  if (job.endedAt === undefined) refuse({ code: "too-early", message: "It is still running." });
  const items: Doc<"bulkItems">[] = [];
  for (const result of RERUN_RESULTS) {
    items.push(
      ...(await ctx.db
        .query("bulkItems")
        .withIndex("by_result", (q) => q.eq("jobId", job._id).eq("result", result))
        .take(MAX_BULK_ITEMS)),
    );
  }
  if (items.length === 0) refuse({ code: "invalid-input", message: "Everything has been done." });
  const { operation, reason, assigneeId } = job;
  return await createJob(
    ctx,
    {
      operation,
      reason,
      assigneeId,
      rerunOfId: job._id,
      personId,
      items: items.toSorted((a, b) => a.position - b.position),
    },
    by,
  );
}

async function candidatesOf(ctx: ReadCtx, viewer: Overseer, wish: BulkWish, now: number): Promise<Candidate[]> {
  const { operation, selection, assigneeId } = wish;
  refuseIf(whyNotBulk({ operation, selection, hasAssignee: assigneeId !== undefined }));
  if (assigneeId) await refuseAbsent(ctx, assigneeId);
  return isOfTasks(selection)
    ? await taskCandidates(ctx, viewer, wish, now)
    : await requestCandidates(ctx, viewer, wish, now);
}

async function refuseAbsent(ctx: ReadCtx, assigneeId: Id<"people">): Promise<void> {
  const person = await ctx.db.get(assigneeId);
  if (person?.status !== "active") refuse({ code: "invalid-input", message: "This person is not active." });
}

async function requestCandidates(
  ctx: ReadCtx,
  viewer: Overseer,
  { operation, selection }: BulkWish,
  now: number,
): Promise<Candidate[]> {
  const requests = await selectedRequests(ctx, viewer, selection, now);
  const candidates: Candidate[] = [];
  for (const request of requests) {
    const tasks = operation === "retryFailed" ? await tasksOf(ctx, request._id) : [];
    candidates.push({
      requestId: request._id,
      label: `${request.key} ${request.title}`,
      no: whyNotTheirs(viewer, request) ?? whyNotRequest(operation, request, tasks),
    });
  }
  return candidates;
}

async function selectedRequests(
  ctx: ReadCtx,
  viewer: Overseer,
  selection: BulkSelection,
  now: number,
): Promise<Doc<"requests">[]> {
  if ("requestFilter" in selection)
    return whole(await matchingRequests(ctx, viewer, selection.requestFilter, MAX_BULK_ITEMS, now));
  const ids = "requestIds" in selection ? selection.requestIds : [];
  const found = await each(ids, (id) => ctx.db.get(id));
  return found.filter((request) => request.status !== "Draft" && isInSight(viewer, request));
}

async function taskCandidates(
  ctx: ReadCtx,
  viewer: Overseer,
  { operation, selection, assigneeId }: BulkWish,
  now: number,
): Promise<Candidate[]> {
  const look = lookups(ctx);
  const candidates: Candidate[] = [];
  for (const task of await selectedTasks(ctx, viewer, selection, now)) {
    const request = await look.request(task.requestId);
    if (!request) continue;
    candidates.push({
      requestId: request._id,
      taskId: task._id,
      label: `${request.key} ${task.title}`,
      no: whyNotTheirs(viewer, request) ?? whyNotTask(operation, task, request, assigneeId),
    });
  }
  return candidates;
}

async function selectedTasks(
  ctx: ReadCtx,
  viewer: Overseer,
  selection: BulkSelection,
  now: number,
): Promise<Doc<"requestTasks">[]> {
  if ("taskFilter" in selection)
    return whole(await matchingTasks(ctx, viewer, selection.taskFilter, MAX_BULK_ITEMS, now));
  const ids = "taskIds" in selection ? selection.taskIds : [];
  const found = await each(ids, (id) => ctx.db.get(id));
  return found.filter((task) => isInSight(viewer, task));
}

async function each<Key extends string, Value>(
  ids: readonly Key[],
  load: (id: Key) => Promise<Value | null>,
): Promise<Value[]> {
  if (ids.length > MAX_BULK_ITEMS) refuse({ code: "too-many", max: MAX_BULK_ITEMS });
  const found: Value[] = [];
  for (const id of new Set(ids)) {
    const value = await load(id);
    if (value) found.push(value);
  }
  return found;
}

function whole<Row>({ found, isAll, isWhole }: { found: Row[]; isAll: boolean; isWhole: boolean }): Row[] {
  if (!isAll || !isWhole) refuse({ code: "too-many", max: MAX_BULK_ITEMS });
  return found;
}
