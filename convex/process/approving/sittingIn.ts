/** Seats of a delegate: given beside those of whom they stand in for, and taken back. */

import type { Doc, Id } from "../../_generated/dataModel";
import { loadCase, currentStep, stepFactsOf } from "../../core/approvals/case";
import { whyNotArranged } from "../../core/approvals/claims";
import { nameOf } from "../../core/people/model";
import { giveSeat, takeSeat, type Bench } from "../seating/seating";
import type { Step } from "../steps/step";
import { pendingSeatsOf, holdsSeat, whyNotSeat, benchOf, afterMove } from "./moving";

/** Gives the delegate of a person a seat beside each one that person is asked from. */
export async function seatDelegate(step: Step, delegation: Doc<"delegations">): Promise<void> {
  const pending = await pendingSeatsOf(step, delegation.fromId);
  for (const seat of pending) {
    // One hop: a seat somebody holds as a delegate is not handed on.
    if (seat.source === "delegation") continue;
    const open = await loadCase(step.ctx, seat.approvalId, step.at);
    if (!covers(delegation, open.approval) || (await holdsSeat(step, open, delegation.toId))) continue;
    const no =
      (await whyNotArranged(step.ctx, delegation, {
        step: currentStep(open),
        facts: stepFactsOf(open.request),
        parties: open.conflicts,
        at: step.at,
      })) ?? (await whyNotSeat(step, open, delegation.toId));
    if (no !== null) {
      await exclude(step, benchOf(open), { personId: delegation.toId, reason: no });
      continue;
    }
    await giveSeat(step, benchOf(open), {
      personId: delegation.toId,
      source: "delegation",
      fromPersonId: delegation.fromId,
      activeTo: delegation.endsAt,
    });
    await afterMove(step, open.approval._id);
  }
}

/** Takes back the seats this delegation gave, and none of another between the same two: whoever was away decides again. */
export async function unseatDelegate(step: Step, delegation: Doc<"delegations">): Promise<void> {
  const pending = await pendingSeatsOf(step, delegation.toId);
  for (const seat of pending) {
    if (seat.source !== "delegation" || seat.fromPersonId !== delegation.fromId) continue;
    const approval = await step.ctx.db.get(seat.approvalId);
    if (seat.activeTo !== delegation.endsAt || !approval || !covers(delegation, approval)) continue;
    await takeSeat(step, seat, `${await nameOf(step.ctx, delegation.fromId)} is back`);
    await afterMove(step, seat.approvalId);
  }
}

function covers({ typeKeys }: Doc<"delegations">, { typeKey }: Doc<"approvals">): boolean {
  return typeKeys === undefined || typeKeys.includes(typeKey);
}

async function exclude(
  step: Step,
  bench: Bench,
  exclusion: { readonly personId: Id<"people">; readonly reason: string },
): Promise<void> {
  if (bench.step.exclusions.some(({ personId }) => personId === exclusion.personId)) return;
  await step.ctx.db.patch(bench.step._id, { exclusions: [...bench.step.exclusions, exclusion] });
}
