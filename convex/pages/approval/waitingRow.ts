/** One approval that waits for somebody, as their list shows it: what can be decided from the row alone. */

import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { capacityOf } from "../../core/approvals/capacity";
import { loadCase } from "../../core/approvals/case";
import { factsFor, type Decider } from "../../core/approvals/guardFacts";
import { whyNotDecide } from "../../core/approvals/rules/guard";
import { countApprovals } from "../../core/approvals/rules/quorum";
import { riskOf } from "../../core/approvals/rules/risk";
import { timersOf } from "../../core/approvals/rules/timers";
import { seatSource } from "../../core/approvals/table";
import { exposureOfRequest } from "../../core/catalog/exposure";
import { formLines, typeNameOf } from "../../core/catalog/formLines";
import { otherAreaReasonOf } from "../../core/catalog/rules/otherArea";
import { accessLevel } from "../../core/catalog/table";
import { dataDomain } from "../../core/domains/table";
import { askerOf, nameOf } from "../../core/people/model";
import { requestRisk } from "../../core/requests/table";
import { loadTask } from "../../core/tasks/model";
import { taskAddress } from "../../core/tasks/rules/address";
import { nullableString, nullableTimestamp, timestamp } from "../../lib/validators";
import { stepsAhead } from "../../process/approving/ahead";
import { durationOf, lineOf } from "./lines";

type ReadCtx = Pick<QueryCtx, "db">;

/** A refusal as data, for a screen that has the words. */
export const shownRefusal = v.union(v.null(), v.record(v.string(), v.any()));

export const waitingRow = v.object({
  approvalId: v.id("approvals"),
  /** How its page is named in addresses. */
  address: v.string(),
  stepId: v.id("approvalSteps"),
  formHash: v.string(),
  requestKey: v.string(),
  title: v.string(),
  /** What it is about as its system spells it. */
  target: nullableString,
  type: v.object({ key: v.string(), name: v.string() }),
  /** Why it is asked for, as its requester wrote it. */
  reason: nullableString,
  /** For how long, in words. */
  duration: nullableString,
  sensitivity: v.union(dataDomain.fields.sensitivity, v.null()),
  level: v.union(accessLevel, v.null()),
  risk: requestRisk,
  isHighRisk: v.boolean(),
  /** Why it belongs to another business area than the person it is for; null where it does not. */
  otherAreaReason: nullableString,
  requester: v.string(),
  beneficiary: v.string(),
  stepTitle: v.string(),
  /** In which capacity they decide: "as manager". */
  capacity: v.string(),
  /** In which capacities the next steps would ask them, too; empty where nobody reads it. */
  ahead: v.array(v.string()),
  source: seatSource,
  fromName: nullableString,
  required: v.number(),
  approved: v.number(),
  activeFrom: timestamp,
  expireAt: nullableTimestamp,
  escalateAt: nullableTimestamp,
  isEscalated: v.boolean(),
  isPaused: v.boolean(),
  snoozedUntil: nullableTimestamp,
  whyNotApprove: shownRefusal,
});
export type WaitingRow = Infer<typeof waitingRow>;

/** One approval as it waits in the list of whoever holds this seat; what comes after is read for who shows it. */
export async function waitingRowOf(
  ctx: ReadCtx,
  seat: Doc<"approvalSeats">,
  decider: Decider,
  { now, saysAhead }: { now: number; saysAhead: boolean },
): Promise<WaitingRow> {
  const open = await loadCase(ctx, seat.approvalId, now);
  const { approval, request } = open;
  const step = open.steps.find(({ _id }) => _id === seat.stepId);
  if (!step) throw new Error(`Step ${seat.stepId} does not exist`);
  const { expireAt, escalateAt } = timersOf(step);
  const facts = factsFor(open, decider, { verdict: "approve", comment: "", stepId: step._id }, now);
  const lines = await formLines(ctx, request);
  const own = open.decisions.filter(({ stepId }) => stepId === step._id);
  return {
    approvalId: approval._id,
    address: taskAddress(request.key, await loadTask(ctx, approval.taskId)),
    stepId: step._id,
    formHash: approval.formHash,
    requestKey: request.key,
    title: request.title,
    target: request.target ?? null,
    type: { key: approval.typeKey, name: await typeNameOf(ctx, request) },
    reason: lineOf(lines, "reason"),
    duration: durationOf(lines),
    ...(await exposureOfRequest(ctx, request)),
    risk: request.risk,
    isHighRisk: riskOf(approval.policy, request) === "high",
    otherAreaReason: otherAreaReasonOf(request.form),
    requester: await askerOf(ctx, request),
    beneficiary: await nameOf(ctx, request.beneficiaryId),
    stepTitle: step.policy.title,
    capacity: await capacityOf(ctx, open, step, seat),
    ahead: saysAhead ? (await stepsAhead(ctx, open, decider, now)).map(({ capacity }) => capacity) : [],
    source: seat.source,
    fromName: seat.fromPersonId ? await nameOf(ctx, seat.fromPersonId) : null,
    required: step.required ?? 1,
    approved: countApprovals(own, { formHash: approval.formHash, since: step.activatedAt ?? 0 }),
    activeFrom: seat.activeFrom,
    expireAt,
    escalateAt: step.escalatedAt === undefined ? escalateAt : null,
    isEscalated: step.escalatedAt !== undefined,
    isPaused: request.openQuestion !== undefined,
    snoozedUntil: seat.snoozedUntil ?? null,
    whyNotApprove: whyNotDecide(facts),
  };
}
