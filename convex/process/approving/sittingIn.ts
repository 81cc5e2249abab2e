/** Seats of a delegate: given beside those of whom they stand in for, and taken back. */

import { v, type Infer } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { loadCase, currentStep, stepFactsOf } from "../../core/approvals/case";
import { whyNotArranged } from "../../core/approvals/claims";
import { nameOf } from "../../core/people/model";
import { timestamp } from "../../lib/validators";
import { giveSeat, takeSeat, type Bench } from "../seating/seating";
import type { Step } from "../steps/step";
import { MOVE_BATCH, pendingSeatsOf, holdsSeat, whyNotSeat, benchOf, afterMove } from "./moving";

/** A place in the open seats of one person. */
export const seatPlace = v.object({ activeFrom: timestamp, createdAt: v.number() });
type SeatPlace = Infer<typeof seatPlace>;

/** Gives the delegate of a person a seat beside each one that person is asked from, batch by batch. */
export async function seatDelegate(step: Step, delegation: Doc<"delegations">, after?: SeatPlace): Promise<void> {
  const pending = await seatsBehind(step, delegation.fromId, after);
  await goOn(step, delegation, pending);
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
export async function unseatDelegate(step: Step, delegation: Doc<"delegations">, after?: SeatPlace): Promise<void> {
  const pending = await seatsBehind(step, delegation.toId, after);
  await goOn(step, delegation, pending);
  for (const seat of pending) {
    if (seat.source !== "delegation" || seat.fromPersonId !== delegation.fromId) continue;
    const approval = await step.ctx.db.get(seat.approvalId);
    if (seat.activeTo !== delegation.endsAt || !approval || !covers(delegation, approval)) continue;
    await takeSeat(step, seat, `${await nameOf(step.ctx, delegation.fromId)} is back`);
    await afterMove(step, seat.approvalId);
  }
}

/** The next open seats of one person behind a place in their order: by when they were given, then by when they were made. */
async function seatsBehind(step: Step, personId: Id<"people">, after?: SeatPlace): Promise<Doc<"approvalSeats">[]> {
  if (!after) return await pendingSeatsOf(step, personId);
  const { activeFrom, createdAt } = after;
  const seats = () => step.ctx.db.query("approvalSeats");
  const together = await seats()
    .withIndex("by_person", (q) =>
      q.eq("personId", personId).eq("isPending", true).eq("activeFrom", activeFrom).gt("_creationTime", createdAt),
    )
    .take(MOVE_BATCH);
  const later = await seats()
    .withIndex("by_person", (q) => q.eq("personId", personId).eq("isPending", true).gt("activeFrom", activeFrom))
    .take(MOVE_BATCH - together.length);
  return [...together, ...later];
}

/** The seats behind a full batch follow in a transaction of their own. */
async function goOn(
  step: Step,
  { _id: delegationId }: Doc<"delegations">,
  batch: readonly Doc<"approvalSeats">[],
): Promise<void> {
  const last = batch.length === MOVE_BATCH ? batch.at(-1) : undefined;
  if (last)
    await step.ctx.scheduler.runAfter(0, internal.approvals.internal.moveDelegated, {
      delegationId,
      after: { activeFrom: last.activeFrom, createdAt: last._creationTime },
    });
}

/** Goes on behind a seat with what began or ended. */
export async function moveDelegated(step: Step, delegationId: Id<"delegations">, after: SeatPlace): Promise<void> {
  const delegation = await step.ctx.db.get(delegationId);
  if (delegation?.phase === "inEffect") await seatDelegate(step, delegation, after);
  if (delegation?.phase === "over") await unseatDelegate(step, delegation, after);
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
