/**
 * One word for several steps of a request. Each step is decided as if alone: asked of the guard when it is open, with a
 * decision and an audit event of its own. One that is not open by then, or not theirs, is left to whoever it asks.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import { loadCase } from "../../core/approvals/case";
import { factsFor } from "../../core/approvals/guardFacts";
import { loadApproval } from "../../core/approvals/model";
import { seatToDecideFrom, whyNotDecide } from "../../core/approvals/rules/guard";
import { MAX_STEPS } from "../../core/approvals/rules/limits";
import { refuse } from "../../lib/errors";
import type { Step } from "../steps/step";
import { decide, type Decided, type DecideInput } from "./decide";
import { unplannedTasks, whyNotUnplanned } from "./unplanned";

/** What came of one step ahead. */
export interface DecidedAhead {
  readonly title: string;
  readonly isDecided: boolean;
}

/** Approves the open step, then each of the steps ahead that was confirmed with it, as far as it is theirs to decide. */
export async function approveTogether(
  step: Step,
  input: DecideInput,
  aheadIds: readonly Id<"approvalSteps">[],
): Promise<Decided & { readonly ahead: DecidedAhead[] }> {
  if (aheadIds.length > MAX_STEPS) refuse({ code: "too-many", max: MAX_STEPS });
  const { requestId } = await loadApproval(step.ctx, input.approvalId);
  const rows: Doc<"approvalSteps">[] = [];
  for (const id of new Set(aheadIds)) {
    const row = await step.ctx.db.get(id);
    if (row?.requestId !== requestId) refuse({ code: "not-found" });
    rows.push(row);
  }
  let last = await decide(step, { ...input, verdict: "approve" });
  const ahead: DecidedAhead[] = [];
  for (const { _id, approvalId, policy } of rows) {
    const next = { ...input, approvalId, stepId: _id, verdict: "approve" as const };
    const isTheirs = await isOpenTo(step, next);
    if (isTheirs) last = await decide(step, next);
    ahead.push({ title: policy.title, isDecided: isTheirs });
  }
  return { ...last, ahead };
}

/** Whether a step is open to them by now, from a seat of their own: whoever stands in for somebody is asked apart. */
async function isOpenTo(step: Step, input: DecideInput & { readonly verdict: "approve" }): Promise<boolean> {
  const open = await loadCase(step.ctx, input.approvalId, step.at);
  const facts = factsFor(open, input.decider, input, step.at);
  if (whyNotDecide(facts) !== null || seatToDecideFrom(facts)?.source === "delegation") return false;
  return whyNotUnplanned(await unplannedTasks(step.ctx, open, input), input) === null;
}
