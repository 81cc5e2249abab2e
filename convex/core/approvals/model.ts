/** Steps over approvals, their steps, seats and decisions. When one is due, and what follows, is workflow's. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { assert } from "../../lib/pure/impossible";
import { humanOf } from "../people/humans";
import { MAX_APPROVALS_PER_REQUEST, MAX_DECISIONS, MAX_SEATS, MAX_STEPS } from "./rules/limits";
import type { ApprovalPolicy } from "./table";

type ReadCtx = Pick<QueryCtx, "db">;
type WriteCtx = Pick<MutationCtx, "db">;

/** What an approval is about. */
export interface ApprovalDraft {
  readonly taskId: Id<"requestTasks">;
  readonly requestId: Id<"requests">;
  readonly typeKey: string;
  readonly formHash: string;
  readonly policy: ApprovalPolicy;
}

/** Adds the approval behind an approval task: Pending, its steps Waiting. The workflow opens it with the task. */
export async function createApproval(ctx: WriteCtx, draft: ApprovalDraft, at: number): Promise<Id<"approvals">> {
  const { steps } = draft.policy;
  assert(steps.length > 0 && steps.length <= MAX_STEPS, `An approval has 1 to ${MAX_STEPS} steps, not ${steps.length}`);
  const approvalId = await ctx.db.insert("approvals", {
    ...draft,
    state: "Pending",
    createdAt: at,
    updatedAt: at,
    version: 1,
  });
  for (const [index, policy] of steps.entries()) {
    await ctx.db.insert("approvalSteps", {
      approvalId,
      requestId: draft.requestId,
      order: index + 1,
      policy,
      state: "Waiting",
      exclusions: [],
    });
  }
  return approvalId;
}

/** The approval behind a task, or null: not every approval task has one in the demo world. */
export async function approvalOfTask(ctx: ReadCtx, taskId: Id<"requestTasks">): Promise<Doc<"approvals"> | null> {
  return await ctx.db
    .query("approvals")
    .withIndex("by_task", (q) => q.eq("taskId", taskId))
    .unique();
}

/** The approvals of a request in the order they were made. */
export async function approvalsOf(ctx: ReadCtx, requestId: Id<"requests">): Promise<Doc<"approvals">[]> {
  return await ctx.db
    .query("approvals")
    .withIndex("by_request", (q) => q.eq("requestId", requestId))
    .take(MAX_APPROVALS_PER_REQUEST);
}

/** An approval that must exist: its id came from another row. */
export async function loadApproval(ctx: ReadCtx, id: Id<"approvals">): Promise<Doc<"approvals">> {
  const approval = await ctx.db.get(id);
  assert(approval, `Approval ${id} does not exist`);
  return approval;
}

/** The steps of an approval by order. */
export async function stepsOf(ctx: ReadCtx, approvalId: Id<"approvals">): Promise<Doc<"approvalSteps">[]> {
  return await ctx.db
    .query("approvalSteps")
    .withIndex("by_approval", (q) => q.eq("approvalId", approvalId))
    .take(MAX_STEPS);
}

/** The newest seats of a step, oldest first; what an edit ended long ago is left out before what is asked now. */
export async function seatsOfStep(ctx: ReadCtx, stepId: Id<"approvalSteps">): Promise<Doc<"approvalSeats">[]> {
  return (
    await ctx.db
      .query("approvalSeats")
      .withIndex("by_step", (q) => q.eq("stepId", stepId))
      .order("desc")
      .take(MAX_SEATS)
  ).toReversed();
}

/** The newest seats of an approval, oldest first. */
export async function seatsOf(ctx: ReadCtx, approvalId: Id<"approvals">): Promise<Doc<"approvalSeats">[]> {
  return (
    await ctx.db
      .query("approvalSeats")
      .withIndex("by_approval", (q) => q.eq("approvalId", approvalId))
      .order("desc")
      .take(MAX_SEATS)
  ).toReversed();
}

/** Whether somebody has a seat in this approval from which a decision is still asked for. */
export async function hasPendingSeat(
  ctx: ReadCtx,
  approvalId: Id<"approvals">,
  personId: Id<"people">,
): Promise<boolean> {
  const seat = await ctx.db
    .query("approvalSeats")
    .withIndex("by_holder", (q) => q.eq("personId", personId).eq("approvalId", approvalId).eq("isPending", true))
    .first();
  return seat !== null;
}

/** A decision with who made it, whichever account they used. */
export type HumanDecision = Doc<"approvalDecisions"> & { readonly human: string | null };

/** The newest decisions about an approval, oldest first. */
export async function decisionsOf(ctx: ReadCtx, approvalId: Id<"approvals">): Promise<HumanDecision[]> {
  const rows = (
    await ctx.db
      .query("approvalDecisions")
      .withIndex("by_approval", (q) => q.eq("approvalId", approvalId))
      .order("desc")
      .take(MAX_DECISIONS)
  ).toReversed();
  const humans = new Map<Id<"people">, string>();
  for (const { decidedById } of rows)
    if (decidedById && !humans.has(decidedById)) humans.set(decidedById, await humanOf(ctx, decidedById));
  return rows.map((row) => ({ ...row, human: (row.decidedById && humans.get(row.decidedById)) ?? null }));
}

/** Changes an approval. The audit event is the caller's, who knows what happened. */
export async function patchApproval(
  ctx: WriteCtx,
  approval: Doc<"approvals">,
  changes: Partial<Omit<Doc<"approvals">, "_id" | "_creationTime" | "taskId" | "requestId" | "version" | "updatedAt">>,
  at: number,
): Promise<Doc<"approvals">> {
  const patch = { ...changes, updatedAt: at, version: approval.version + 1 };
  await ctx.db.patch(approval._id, patch);
  return { ...approval, ...patch };
}
