/** What follows a break-glass approval: everybody is told, and somebody else reviews it within a day. */

import type { Doc, Id } from "../../_generated/dataModel";
import { DATA_DUTY } from "../../access/rules";
import { hadPart, loadCase, type Case } from "../../core/approvals/case";
import { loadApproval, patchApproval } from "../../core/approvals/model";
import { recordEvent } from "../../core/audit/model";
import { closeNotices, notify } from "../../core/notifications/model";
import { holdersOf } from "../../core/people/holders";
import { fullName } from "../../core/people/model";
import { loadRequest } from "../../core/requests/model";
import { addressOfTask } from "../../core/tasks/model";
import { refuse } from "../../lib/errors";
import { pathTo } from "../../site/links";
import { approvalSubject, approvalTargets, tellRequester } from "../seating/seating";
import type { Step } from "../steps/step";

const REVIEWERS_NOTIFIED = 20;
/** Overdue reviews reminded of per run. */
const REVIEW_BATCH = 20;

/** Tells every seat, critically, and asks for the review. */
export async function tellBrokenGlass(step: Step, open: Case, by: Doc<"people">, reason: string): Promise<void> {
  const notified = new Set<Id<"people">>([by._id]);
  for (const { personId } of open.seats) {
    if (notified.has(personId)) continue;
    notified.add(personId);
    await notify(step.ctx, {
      recipientId: personId,
      kind: "approval.brokeGlass",
      subject: approvalSubject(open),
      title: `${fullName(by)} approved ${open.request.key} by break-glass`,
      body: reason,
      to: pathTo("approval", { approvalId: await addressOfTask(step.ctx, open.approval.taskId) }),
      because: "You were an approver of this request",
      isCritical: true,
      at: step.at,
    });
  }
  await askForReview(step, open.approval._id, `${fullName(by)} approved ${open.request.key} by break-glass: review it`);
  await tellRequester(step, open.request, {
    kind: "request.decided",
    title: `${open.request.key} was approved by break-glass`,
    body: reason,
  });
}

/** Asks those who review for it, without whoever had a part in it. */
async function askForReview(step: Step, approvalId: Id<"approvals">, title: string): Promise<void> {
  const open = await loadCase(step.ctx, approvalId, step.at);
  for (const reviewer of await holdersOf(step.ctx, DATA_DUTY, REVIEWERS_NOTIFIED)) {
    if (hadPart(open, reviewer)) continue;
    await notify(step.ctx, {
      recipientId: reviewer._id,
      kind: "approval.reviewDue",
      subject: approvalSubject(open),
      title,
      to: pathTo("approval", { approvalId: await addressOfTask(step.ctx, open.approval.taskId) }),
      because: "You review approvals by break-glass",
      isCritical: true,
      at: step.at,
    });
  }
}

/** Somebody who had no part in it says whether the break-glass approval was justified. */
export async function review(
  step: Step,
  input: {
    readonly open: Case;
    readonly reviewer: Doc<"people">;
    readonly isJustified: boolean;
    readonly comment: string;
  },
): Promise<void> {
  const { open, reviewer, isJustified } = input;
  const comment = input.comment.trim();
  const approval = await loadApproval(step.ctx, open.approval._id);
  if (approval.reviewDueAt === undefined || approval.reviewedAt !== undefined)
    refuse({ code: "wrong-state", status: "reviewed" });
  if (comment === "") refuse({ code: "reason-required" });
  if (hadPart(open, reviewer))
    refuse({ code: "not-eligible", message: "Somebody with no part in it has to review this." });
  await patchApproval(
    step.ctx,
    approval,
    { reviewedAt: step.at, reviewedById: reviewer._id, review: { isJustified, comment } },
    step.at,
  );
  await closeNotices(step.ctx, {
    subjectId: approval._id,
    kinds: ["approval.reviewDue"],
    reason: `${fullName(reviewer)} reviewed it`,
    at: step.at,
  });
  const request = await loadRequest(step.ctx, approval.requestId);
  const context = { isJustified, comment, severity: isJustified ? "normal" : "high" };
  await recordEvent(step.ctx, {
    ...step.by,
    action: "approval.reviewed",
    targets: approvalTargets({ approval, request }),
    context,
    occurredAt: step.at,
  });
}

/** Reminds once of reviews that are overdue. */
export async function remindOfReviews(step: Step): Promise<void> {
  const overdue = await step.ctx.db
    .query("approvals")
    .withIndex("by_review", (q) =>
      q.eq("reviewedAt", undefined).eq("reviewRemindedAt", undefined).gt("reviewDueAt", 0).lte("reviewDueAt", step.at),
    )
    .take(REVIEW_BATCH);
  for (const approval of overdue) {
    const request = await loadRequest(step.ctx, approval.requestId);
    await patchApproval(step.ctx, approval, { reviewRemindedAt: step.at }, step.at);
    await askForReview(step, approval._id, `The break-glass approval of ${request.key} is overdue for review`);
    await recordEvent(step.ctx, {
      ...step.by,
      action: "approval.reviewOverdue",
      targets: approvalTargets({ approval, request }),
      context: { severity: "high" },
      outcome: "failure",
      occurredAt: step.at,
    });
  }
}
