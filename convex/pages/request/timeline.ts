/**
 * What happened to a request in the order in which it happened: tasks, decisions, comments and the
 * request's own moves, newest first, page by page. The sources are few and bounded, each is cut at the
 * page's size, so that a page is exact however long it has become.
 */

import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { decisionsOf } from "../../core/approvals/model";
import { inNameOf } from "../../core/audit/model";
import { nameOf, signedName } from "../../core/people/model";
import { editsOf } from "../../core/requests/model";
import { changesText } from "../../core/shared/rules/edit";
import { nullableString, timestamp } from "../../lib/validators";
import { SHOWN_COMMENTS } from "../../process/conversing/conversation";
import type { Visible } from "../../process/steps/circle";
import { editorName } from "../../process/submitting/editing";

type ReadCtx = Pick<QueryCtx, "db">;

export const timelineEntry = v.object({
  id: v.string(),
  at: timestamp,
  kind: v.union(
    v.literal("request"),
    v.literal("task"),
    v.literal("decision"),
    v.literal("comment"),
    v.literal("note"),
  ),
  /** What happened, in words. */
  text: v.string(),
  by: nullableString,
  detail: nullableString,
});
export type TimelineEntry = Infer<typeof timelineEntry>;

/** Entries before a place in the timeline, newest first; `next` is the place to go on from. */
export async function timelineOf(
  ctx: ReadCtx,
  visible: Visible,
  before: string | null,
  limit: number,
): Promise<{ entries: TimelineEntry[]; next: string | null }> {
  const place = placeOf(before);
  const all = [
    ...(await requestEntries(ctx, visible)),
    ...(await editEntries(ctx, visible)),
    ...(await taskEntries(ctx, visible)),
    ...(await decisionEntries(ctx, visible)),
    ...(await commentEntries(ctx, visible, place?.at ?? Number.MAX_SAFE_INTEGER)),
  ];
  const older = all
    .filter((entry) => place === null || comesAfter(entry, place))
    .toSorted((a, b) => (comesAfter(a, b) ? 1 : -1));
  const entries = older.slice(0, limit);
  const last = entries.at(-1);
  return { entries, next: last && older.length > limit ? `${last.at}|${last.id}` : null };
}

type Place = Pick<TimelineEntry, "at" | "id">;

/** Whether an entry stands further down, that is earlier in time; equal times are told apart by id. */
function comesAfter(a: Place, b: Place): boolean {
  return a.at < b.at || (a.at === b.at && a.id < b.id);
}

function placeOf(cursor: string | null): Place | null {
  const [, at, id] = /^(\d+)\|(.+)$/.exec(cursor ?? "") ?? [];
  return at !== undefined && id !== undefined ? { at: Number(at), id } : null;
}

async function requestEntries(ctx: ReadCtx, { request }: Visible): Promise<TimelineEntry[]> {
  const { _id, requesterId, createdAt, submittedAt, endedAt, status, cancelReason, impersonators } = request;
  const signed = (by?: Id<"people">): Promise<string> => signedName(ctx, requesterId, by);
  const cancelledBy = impersonators?.cancelled ? await signed(impersonators.cancelled) : null;
  const entry = (
    name: string,
    at: number,
    text: string,
    by: string | null,
    detail: string | null = null,
  ): TimelineEntry => ({ id: `${_id}-${name}`, at, kind: "request", text, by, detail });
  return [
    entry("begun", createdAt, "Begun as a draft", await signed(impersonators?.begun)),
    ...(submittedAt === undefined ? [] : [entry("sent", submittedAt, "Sent", await signed(impersonators?.sent))]),
    ...(endedAt === undefined ? [] : [entry("ended", endedAt, status, cancelledBy, cancelReason ?? null)]),
  ];
}

async function editEntries(ctx: ReadCtx, { request }: Visible): Promise<TimelineEntry[]> {
  const edits = await editsOf(ctx, request._id);
  return await Promise.all(
    edits.map(async ({ _id, at, editorId, impersonatorId, changes }) => ({
      id: _id,
      at,
      kind: "request" as const,
      text: "Answers changed",
      by: await editorName(ctx, { editorId, impersonatorId }),
      detail: changesText(changes),
    })),
  );
}

async function taskEntries(ctx: ReadCtx, { tasks }: Visible): Promise<TimelineEntry[]> {
  const entries: TimelineEntry[] = [];
  for (const task of tasks) {
    const by = task.assigneeId ? await nameOf(ctx, task.assigneeId) : null;
    const started = task.startedAt;
    if (started !== undefined) {
      const attempt = task.attempt > 1 ? `Attempt ${task.attempt} of ${task.maxAttempts}` : null;
      entries.push({
        id: `${task._id}-0`,
        at: started,
        kind: "task",
        text: `${task.title}: started`,
        by,
        detail: attempt,
      });
    }
    if (task.finishedAt !== undefined) {
      entries.push({
        id: `${task._id}-1`,
        at: task.finishedAt,
        kind: "task",
        text: `${task.title}: ${endOf(task)}`,
        by,
        detail: null,
      });
    }
  }
  return entries;
}

function endOf({ status, outcome }: Doc<"requestTasks">): string {
  switch (outcome) {
    case "skipped":
      return "not needed";
    case "resolved_manually":
      return "done manually";
    case "rejected":
      return "rejected";
    case "revoked":
      return "approved, then taken back";
    case "timed_out":
      return "out of time";
    case "cancelled":
      return "stopped";
    case "error":
      return "failed";
    case "done":
    case undefined:
      return status === "Failed" ? "failed" : "complete";
    default:
      return outcome satisfies never;
  }
}

const VERDICTS: Readonly<Record<Doc<"approvalDecisions">["verdict"], string>> = {
  approve: "Approved",
  reject: "Rejected",
  askInfo: "Asked for information",
  breakGlass: "Approved by break-glass",
  takeBack: "Approval taken back",
};

async function decisionEntries(ctx: ReadCtx, { approvals, tasks }: Visible): Promise<TimelineEntry[]> {
  const entries: TimelineEntry[] = [];
  for (const { approval } of approvals) {
    const title = tasks.find(({ _id }) => _id === approval.taskId)?.title ?? "Approval";
    for (const { _id, at, verdict, comment, decidedById, onBehalfOfId, decidedByPolicy } of await decisionsOf(
      ctx,
      approval._id,
    )) {
      const person = decidedById ? await nameOf(ctx, decidedById) : `Policy ${decidedByPolicy?.policyId ?? ""}`;
      const by = onBehalfOfId ? inNameOf(person, await nameOf(ctx, onBehalfOfId)) : person;
      entries.push({
        id: _id,
        at,
        kind: "decision",
        text: `${VERDICTS[verdict]}: ${title}`,
        by,
        detail: comment === "" ? null : comment,
      });
    }
  }
  return entries;
}

async function commentEntries(ctx: ReadCtx, { request, access }: Visible, upTo: number): Promise<TimelineEntry[]> {
  const comments = await (
    access.seesInternal
      ? ctx.db
          .query("requestComments")
          .withIndex("by_request", (q) => q.eq("requestId", request._id).lte("createdAt", upTo))
      : ctx.db
          .query("requestComments")
          .withIndex("by_visibility", (q) =>
            q.eq("requestId", request._id).eq("visibility", "public").lte("createdAt", upTo),
          )
  )
    .order("desc")
    .take(SHOWN_COMMENTS);
  const entries: TimelineEntry[] = [];
  for (const comment of comments) {
    const { _id, createdAt, authorId, impersonatorId, body, visibility, isAnswer, isQuestion, deletedAt } = comment;
    const text =
      deletedAt !== undefined
        ? "Comment, deleted"
        : isQuestion
          ? "Question to the requester"
          : isAnswer
            ? "Answer"
            : visibility === "internal"
              ? "Internal note"
              : "Comment";
    entries.push({
      id: _id,
      at: createdAt,
      kind: visibility === "internal" ? "note" : "comment",
      text,
      by: await signedName(ctx, authorId, deletedAt === undefined ? impersonatorId : comment.deletedByImpersonatorId),
      detail: body === "" ? null : body,
    });
  }
  return entries;
}
