/**
 * Steps ahead: those that would ask the same person as soon as their approval opens the way. They may be decided with
 * the one before on one word, each as a decision of its own. What is read here is only an offer; whether a step ahead
 * is decided says the guard, in the transaction, when the step is really open.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { candidatesOf, type StepFacts } from "../../core/approvals/candidates";
import { capacityOf } from "../../core/approvals/capacity";
import { approversOf, type Case, currentStep, loadCase, stepFactsOf } from "../../core/approvals/case";
import { factsFor, type Decider } from "../../core/approvals/guardFacts";
import { approvalOfTask, approvalsOf, hasPendingSeat, stepsOf } from "../../core/approvals/model";
import { seatToDecideFrom, whyNotDecide } from "../../core/approvals/rules/guard";
import { countApprovals } from "../../core/approvals/rules/quorum";
import { resolveStep } from "../../core/approvals/seats";
import type { StepPolicy } from "../../core/approvals/table";
import { accountsOf } from "../../core/people/humans";
import { tasksOf } from "../../core/tasks/model";
import { isApproval } from "../../core/tasks/rules";

type ReadCtx = Pick<QueryCtx, "db">;

/** A step that would ask the same person next. */
export interface StepAhead {
  readonly stepId: Id<"approvalSteps">;
  readonly title: string;
  /** In which capacity they would decide it: "as owner of Orders". */
  readonly capacity: string;
}

/** The steps ahead of somebody who may approve the open step now, in the order they would open. */
export async function stepsAhead(ctx: ReadCtx, open: Case, decider: Decider, at: number): Promise<StepAhead[]> {
  const facts = factsFor(open, decider, { verdict: "approve", comment: "" }, at);
  if (whyNotDecide(facts) !== null || seatToDecideFrom(facts)?.source === "delegation") return [];
  // A request that stands still opens nothing.
  if (open.request.openQuestion !== undefined || open.request.hold !== undefined) return [];
  const step = currentStep(open);
  const counted = { formHash: open.approval.formHash, since: step.activatedAt ?? 0 };
  const approved = countApprovals(
    open.decisions.filter(({ stepId }) => stepId === step._id),
    counted,
  );
  if (approved + 1 < (step.required ?? 1)) return [];
  const others = (await approvalsOf(ctx, open.request._id)).filter(
    ({ _id, state }) => _id !== open.approval._id && state === "Pending",
  );
  const found = await besideIt(ctx, others, decider, at);
  // Lists ask this of every row: where nothing is left to open, nothing more is read.
  if (others.length === 0 && open.steps.every(({ state }) => state !== "Waiting")) return found;
  for (const [approval, next] of await stepsInOrder(ctx, open, step)) {
    if (!(await isNamed(ctx, next.policy, stepFactsOf(open.request), decider.person))) break;
    const resolution = await resolveStep(
      ctx,
      next.policy,
      stepFactsOf(open.request),
      at,
      approval.policy.distinctSteps
        ? [...(await approversOf(ctx, open.request)), ...(await accountsOf(ctx, decider.person._id))]
        : [],
    );
    const seat = resolution.seats.find(({ personId }) => personId === decider.person._id);
    if (!seat || seat.source === "delegation") break;
    found.push({ stepId: next._id, title: next.policy.title, capacity: await capacityOf(ctx, open, next, seat) });
    if (resolution.required > 1) break;
  }
  return found;
}

/** Steps of approvals side by side with this one that ask the same person already. */
async function besideIt(
  ctx: ReadCtx,
  others: readonly Doc<"approvals">[],
  decider: Decider,
  at: number,
): Promise<StepAhead[]> {
  const found: StepAhead[] = [];
  for (const { _id } of others) {
    if (!(await hasPendingSeat(ctx, _id, decider.person._id))) continue;
    const other = await loadCase(ctx, _id, at);
    const step = currentStep(other);
    const facts = factsFor(other, decider, { verdict: "approve", comment: "" }, at);
    const seat = seatToDecideFrom(facts);
    const isOffered =
      whyNotDecide(facts) === null && seat?.source !== "delegation" && !other.approval.policy.distinctSteps;
    const row = isOffered && other.seats.find((one) => one._id === seat?.id);
    if (!row) continue;
    found.push({ stepId: step._id, title: step.policy.title, capacity: await capacityOf(ctx, other, step, row) });
  }
  return found;
}

/** Whether the rules of a step name somebody at all: far less to read than who gets a seat. */
async function isNamed(
  ctx: ReadCtx,
  { rule, fallback }: StepPolicy,
  facts: StepFacts,
  { _id }: Doc<"people">,
): Promise<boolean> {
  for (const by of fallback ? [rule, fallback] : [rule]) {
    const { groups } = await candidatesOf(ctx, by, facts);
    if (groups.some((group) => group.includes(_id))) return true;
  }
  return false;
}

/**
 * The steps that open one after the other without anything in between: those left of this approval, then the approvals
 * that follow it directly. Where several tasks stand side by side, or one waits for a time, the way ends.
 */
async function stepsInOrder(
  ctx: ReadCtx,
  { approval, steps, request }: Case,
  step: Doc<"approvalSteps">,
): Promise<[Doc<"approvals">, Doc<"approvalSteps">][]> {
  const found: [Doc<"approvals">, Doc<"approvalSteps">][] = steps
    .filter(({ order, state }) => order > step.order && state === "Waiting")
    .map((row) => [approval, row]);
  const tasks = (await tasksOf(ctx, request._id)).toSorted((a, b) => a.order - b.order);
  const open = tasks.filter(({ _id, status }) => _id !== approval.taskId && status !== "Complete");
  let before = approval;
  for (const task of open) {
    const isAlone = open.filter(({ order }) => order === task.order).length === 1;
    const isFree = task.delayMs === undefined && task.notBefore === undefined && task.status === "Not Started";
    if (!isAlone || !isFree || !isApproval(task) || (before.policy.holdSeconds ?? 0) > 0) break;
    const next = await approvalOfTask(ctx, task._id);
    // Where a policy may approve by itself, nobody is asked beforehand.
    if (!next || next.policy.autoApprove !== undefined) break;
    found.push(...(await stepsOf(ctx, next._id)).map((row): [Doc<"approvals">, Doc<"approvalSteps">] => [next, row]));
    before = next;
  }
  return found;
}
