/** An approval as the pages of its request and of its task show it: its steps, who decided, and who will be asked. */

import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { expectedOf } from "../../core/approvals/case";
import { decisionsOf } from "../../core/approvals/model";
import { timersOf } from "../../core/approvals/rules/timers";
import { loadSurroundings, type Surroundings } from "../../process/settling/eligibility";
import type { LoadedApproval } from "../../process/steps/circle";
import type { ShownStep, ShownTask } from "./detailView";

type ReadCtx = Pick<QueryCtx, "db">;

/** One approval alone, as the page of its request shows it. */
export async function showApproval(
  ctx: ReadCtx,
  loaded: LoadedApproval,
  request: Doc<"requests">,
  now: number,
): Promise<NonNullable<ShownTask["approval"]>> {
  return await shownApproval(ctx, loaded, request, await loadSurroundings(ctx, now));
}

/** An approval with its steps. */
export async function shownApproval(
  ctx: ReadCtx,
  loaded: LoadedApproval,
  request: Doc<"requests">,
  around: Surroundings,
): Promise<NonNullable<ShownTask["approval"]>> {
  const { _id: id, state } = loaded.approval;
  return { id, state, steps: await shownSteps(ctx, loaded, request, around) };
}

async function shownSteps(
  ctx: ReadCtx,
  { approval, steps, seats }: LoadedApproval,
  request: Doc<"requests">,
  { nameOf, now }: Surroundings,
): Promise<ShownStep[]> {
  const decisions = await decisionsOf(ctx, approval._id);
  const person = async (id: Id<"people">) => ({ id, name: await nameOf(id) });
  const shown: ShownStep[] = [];
  for (const step of steps) {
    const own = decisions.filter(
      ({ stepId }) => stepId === step._id || (stepId === undefined && step.order === steps[0]?.order),
    );
    const approvers = own.filter(
      ({ verdict, formHash }) => (verdict === "approve" || verdict === "breakGlass") && formHash === approval.formHash,
    );
    const { escalateAt, expireAt } = timersOf(step);
    const isRunning = step.state === "Active" && step.pausedAt === undefined;
    shown.push({
      id: step._id,
      order: step.order,
      title: step.policy.title,
      state: step.state,
      required: step.required ?? null,
      approved: new Set(approvers.map(({ decidedById }) => decidedById)).size,
      seats: await Promise.all(
        seats
          .filter(({ stepId, activeTo }) => stepId === step._id && activeTo === undefined)
          .map(async (seat) => ({
            person: await person(seat.personId),
            source: seat.source,
            fromName: seat.fromPersonId ? await nameOf(seat.fromPersonId) : null,
            isPending: seat.isPending,
          })),
      ),
      expected: await Promise.all((await expectedOf(ctx, { approval, request }, step, now)).map(nameOf)),
      decisions: await Promise.all(
        own.map(async (decision) => ({
          id: decision._id,
          by: decision.decidedById
            ? await nameOf(decision.decidedById)
            : `Policy ${decision.decidedByPolicy?.policyId ?? ""} version ${decision.decidedByPolicy?.version ?? ""}`,
          onBehalfOf: decision.onBehalfOfId ? await nameOf(decision.onBehalfOfId) : null,
          verdict: decision.verdict,
          comment: decision.comment,
          at: decision.at,
          isVoid: decision.formHash !== request.formHash,
        })),
      ),
      escalatesAt: isRunning && step.escalatedAt === undefined ? escalateAt : null,
      expiresAt: isRunning ? expireAt : null,
      nudgedAt: step.nudgedAt ?? null,
      problem: step.problem?.message ?? null,
    });
  }
  return shown;
}
