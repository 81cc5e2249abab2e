/** Reading bulk jobs: those who see everything see everybody's, others their own. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { nameOf } from "../../core/people/model";
import { seesEverything, type Overseer } from "../../core/shared/rules/queues";
import type { BulkResult } from "../../core/shared/table";
import { taskAddress } from "../../core/tasks/rules/address";
import { refuse } from "../../lib/errors";

type ReadCtx = Pick<QueryCtx, "db">;
type JobViewer = Overseer & { readonly id: Id<"people"> };

const SHOWN_JOBS = 20;
const ITEMS_PER_PAGE = 200;

/** A job the caller may look at; to others it does not exist. */
export async function visibleJob(ctx: ReadCtx, viewer: JobViewer, jobId: Id<"bulkJobs">): Promise<Doc<"bulkJobs">> {
  const job = await ctx.db.get(jobId);
  if (!job || (job.personId !== viewer.id && !seesEverything(viewer))) refuse({ code: "not-found" });
  return job;
}

/** The latest jobs, newest first. */
export async function latestJobs(ctx: ReadCtx, viewer: JobViewer) {
  const jobs = seesEverything(viewer)
    ? await ctx.db.query("bulkJobs").withIndex("by_time").order("desc").take(SHOWN_JOBS)
    : await ctx.db
        .query("bulkJobs")
        .withIndex("by_person", (q) => q.eq("personId", viewer.id))
        .order("desc")
        .take(SHOWN_JOBS);
  return await Promise.all(
    jobs.map(async (job) => ({
      id: job._id,
      operation: job.operation,
      reason: job.reason,
      by: await nameOf(ctx, job.personId),
      assignee: job.assigneeId ? await nameOf(ctx, job.assigneeId) : null,
      selection: job.selection ?? null,
      rerunOfId: job.rerunOfId ?? null,
      total: job.total,
      done: job.done,
      refused: job.refused,
      failed: job.failed,
      notRun: job.notRun,
      createdAt: job.createdAt,
      isStopping: job.stopAskedAt !== undefined && job.endedAt === undefined,
      endedAt: job.endedAt ?? null,
    })),
  );
}

/** One page of a job's items. */
export async function itemsOf(
  ctx: ReadCtx,
  viewer: JobViewer,
  wanted: { readonly jobId: Id<"bulkJobs">; readonly result?: BulkResult; readonly after?: number },
) {
  const { jobId, result, after = -Infinity } = wanted;
  await visibleJob(ctx, viewer, jobId);
  const items = ctx.db.query("bulkItems");
  const behind =
    result === undefined
      ? items.withIndex("by_job", (q) => q.eq("jobId", jobId).gt("position", after))
      : items.withIndex("by_result", (q) => q.eq("jobId", jobId).eq("result", result).gt("position", after));
  const rows = await behind.take(ITEMS_PER_PAGE + 1);
  const shown = rows.slice(0, ITEMS_PER_PAGE);
  return {
    rows: await Promise.all(shown.map((item) => shownItem(ctx, item))),
    next: rows.length > ITEMS_PER_PAGE ? (shown.at(-1)?.position ?? null) : null,
  };
}

async function shownItem(ctx: ReadCtx, item: Doc<"bulkItems">) {
  // Deleted drafts are gone, and what an item was called stays.
  const key = (await ctx.db.get(item.requestId))?.key ?? item.requestId;
  // A task that an edit took away has no page any more: its request has.
  const task = item.taskId ? await ctx.db.get(item.taskId) : null;
  return {
    id: item._id,
    position: item.position,
    requestKey: key,
    taskAddress: task && taskAddress(key, task),
    label: item.label,
    result: item.result ?? null,
    detail: item.detail ?? null,
  };
}
