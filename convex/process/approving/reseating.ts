/**
 * Others decide for a business area or a data domain: what is open there is seated again. Who is no longer named loses
 * the seat, whoever changed it does, too, and whoever is named now is asked where the quorum needs them.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import { type Case, currentStep, loadCase } from "../../core/approvals/case";
import { approvalsOf } from "../../core/approvals/model";
import { isHeld } from "../../core/approvals/rules/guard";
import { recordEvent } from "../../core/audit/model";
import { domainByKey } from "../../core/domains/model";
import { areasBehind } from "../../core/people/mergedAreas";
import { namesOf } from "../../core/people/model";
import { isOpen } from "../../core/requests/rules";
import { approvalTargets, takeSeat } from "../seating/seating";
import type { Step } from "../steps/step";
import { refill, seatEscalated } from "./moving";

/** Pending approvals looked at in one transaction. */
const BATCH = 100;
/** Seats of one person that are looked at: more than anybody is asked from. */
const MAX_SEATS = 200;

/** Seats a part of what is open again after such a change; says whether more is left. */
export async function turnDutyChanges(step: Step): Promise<boolean> {
  const change = await step.ctx.db
    .query("dutyChanges")
    .withIndex("by_turn", (q) => q.gte("seatedUntil", 0))
    .first();
  if (!change) return false;
  if (change.personId !== undefined) return await turnLostRole(step, change._id, change.personId);
  const areaIds = change.areaId ? await areasBehind(step.ctx, change.areaId) : [];
  const from = change.seatedUntil ?? 0;
  const pending = step.ctx.db
    .query("approvals")
    .withIndex("by_state", (q) => q.eq("state", "Pending").gt("openedAt", from));
  let [looked, until] = [0, from];
  for await (const { _id, requestId, openedAt } of pending) {
    // Those that opened at one moment stay together: the next turn begins after it.
    if (looked >= BATCH && openedAt !== until) {
      await step.ctx.db.patch(change._id, { seatedUntil: until });
      return true;
    }
    looked += 1;
    until = openedAt ?? until;
    const request = await step.ctx.db.get(requestId);
    const isOfArea = request?.businessAreaId !== undefined && areaIds.includes(request.businessAreaId);
    const isOfDomain = change.domainKey !== undefined && request?.domainKey === change.domainKey;
    // The rule of a manager falls back to the area of whom it is for.
    const beneficiary = request && areaIds.length > 0 ? await step.ctx.db.get(request.beneficiaryId) : null;
    const isOfTheirs = beneficiary?.businessAreaId !== undefined && areaIds.includes(beneficiary.businessAreaId);
    // An area may own the domain.
    const domain =
      request?.domainKey === undefined || areaIds.length === 0 ? null : await domainByKey(step.ctx, request.domainKey);
    const isOwned = domain?.areaIds.some((id) => areaIds.includes(id)) ?? false;
    if (isOfArea || isOfDomain || isOfTheirs || isOwned) await reseat(step, await loadCase(step.ctx, _id, step.at));
  }
  await step.ctx.db.patch(change._id, { seatedUntil: undefined });
  return true;
}

/** Somebody lost a role or was moved: each approval that asks them, or is for them, is seated again. */
async function turnLostRole(step: Step, changeId: Id<"dutyChanges">, personId: Id<"people">): Promise<boolean> {
  const seats = await step.ctx.db
    .query("approvalSeats")
    .withIndex("by_person", (q) => q.eq("personId", personId).eq("isPending", true))
    .take(MAX_SEATS);
  const requests = await step.ctx.db
    .query("requests")
    .withIndex("by_beneficiary", (q) => q.eq("beneficiaryId", personId).eq("archivedAt", undefined))
    .order("desc")
    .take(MAX_SEATS);
  const theirs: Doc<"approvals">[] = [];
  for (const { _id, status } of requests)
    if (isOpen(status)) theirs.push(...(await approvalsOf(step.ctx, _id)).filter(({ state }) => state === "Pending"));
  for (const approvalId of new Set([...seats.map((seat) => seat.approvalId), ...theirs.map(({ _id }) => _id)]))
    await reseat(step, await loadCase(step.ctx, approvalId, step.at));
  await step.ctx.db.patch(changeId, { seatedUntil: undefined });
  return true;
}

async function reseat(step: Step, open: Case): Promise<void> {
  const row = currentStep(open);
  if (row.state !== "Active") return;
  const isLost = (seat: Doc<"approvalSeats">): boolean =>
    seat.stepId === row._id &&
    seat.isPending &&
    isHeld(seat, step.at) &&
    (open.lapsed.has(seat._id) || open.conflicts.has(seat.personId));
  const lost = open.seats.filter(isLost);
  for (const seat of lost) await takeSeat(step, seat, open.conflicts.get(seat.personId) ?? "Others decide for it now");
  if (lost.length > 0) {
    const people = lost.map(({ personId }) => personId);
    await recordEvent(step.ctx, {
      ...step.by,
      action: "approval.seatLost",
      targets: approvalTargets(open),
      context: { name: [...(await namesOf(step.ctx, people)).values()].join(", "), seats: lost.length },
      occurredAt: step.at,
    });
  }
  if (lost.some(({ source }) => source === "escalation")) await seatEscalated(step, open.approval._id);
  await refill(step, open.approval._id);
}
