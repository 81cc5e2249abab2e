/** What an access review leaves alone although it marked it: what was requested again, and approved for the domain. */

import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { approvalsOf, decisionsOf, stepsOf } from "../../core/approvals/model";

type Ctx = Pick<QueryCtx, "db">;

/**
 * Whether an access was given by a request of its own, sent after its removal was decided and approved by those in
 * charge of the domain: theirs is the later word. An extension, or what no person approved, escapes no review.
 */
export async function isGivenAgain(
  ctx: Ctx,
  { requestId }: Doc<"grants">,
  { decidedById, decidedAt, warnedAt }: Doc<"reviewItems">,
): Promise<boolean> {
  const request = await ctx.db.get(requestId);
  // What goes because nobody decided was announced by its warning.
  const since = decidedById ? decidedAt : warnedAt;
  if (!request || since === undefined || (request.submittedAt ?? 0) <= since) return false;
  return request.extension === undefined && (await isApprovedForDomain(ctx, request));
}

async function isApprovedForDomain(ctx: Ctx, { _id, formHash }: Doc<"requests">): Promise<boolean> {
  for (const approval of await approvalsOf(ctx, _id)) {
    const steps = await stepsOf(ctx, approval._id);
    const ofDomain = new Set(steps.filter(({ policy }) => policy.rule.kind === "domainOwner").map((one) => one._id));
    for (const { verdict, decidedById, stepId, formHash: decided } of await decisionsOf(ctx, approval._id))
      if (verdict === "approve" && decidedById && stepId && ofDomain.has(stepId) && decided === formHash) return true;
  }
  return false;
}
