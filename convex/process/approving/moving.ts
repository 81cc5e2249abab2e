/**
 * Seats that change hands while a step is open: handed over, given to a delegate, added by escalation, or
 * lost because their holder left (A8). Whoever gets one is checked like everybody else, and the quorum never
 * gets smaller (A3).
 */

import type { Doc, Id } from "../../_generated/dataModel";
import { currentStep, loadCase, stepFactsOf, type Case } from "../../core/approvals/case";
import { escalationRule, NAMED_THEMSELVES, whyNotNamed } from "../../core/approvals/claims";
import { isHeld, principalOf } from "../../core/approvals/rules/guard";
import { REASSIGN_LABELS } from "../../core/approvals/rules/labels";
import { countApprovals } from "../../core/approvals/rules/quorum";
import { nextTimerAt } from "../../core/approvals/rules/timers";
import { DECIDED_EARLIER, resolveStep, whyNotHold, type ResolvedSeat } from "../../core/approvals/seats";
import type { ApproverRule, ReassignReason, SeatSource } from "../../core/approvals/table";
import { recordEvent } from "../../core/audit/model";
import { closeNotices } from "../../core/notifications/model";
import { accountsOf, humanOf } from "../../core/people/humans";
import { fullName, nameOf, namesOf } from "../../core/people/model";
import { refuse } from "../../lib/errors";
import { approvalTargets, ask, giveSeat, refreshWaiting, takeSeat, tellAdmins, type Bench } from "../seating/seating";
import type { Step } from "../steps/step";
import { successorOf, removalOf, takesSeat } from "../steps/succession";

/** Open seats of one person that are moved in one transaction: each reads its whole case, and reads are limited. */
export const MOVE_BATCH = 20;

/** Who hands over what to whom, and why. */
export interface Handover {
  readonly open: Case;
  /** Absent: an administrator names one more approver, without taking a seat from anybody. */
  readonly seat?: Doc<"approvalSeats">;
  readonly to: Doc<"people">;
  readonly byId: Id<"people">;
  readonly reason: ReassignReason;
  readonly comment: string;
}

const SOURCES: Readonly<Record<ReassignReason, SeatSource>> = {
  manual: "manual",
  outOfOffice: "outOfOffice",
  escalation: "escalation",
  selfReview: "selfReview",
};

/**
 * Hands a seat over. The new holder is checked like everybody with a seat; whom others name has to have a claim to the
 * step.
 */
export async function reassign(step: Step, { open, seat, to, byId, reason, comment }: Handover): Promise<void> {
  const bench = benchOf(open);
  if (open.approval.state !== "Pending" || bench.step.state !== "Active")
    refuse({ code: "wrong-state", status: open.approval.state });
  if (comment.trim() === "") refuse({ code: "reason-required" });
  if (seat && !(seat.isPending && seat.stepId === bench.step._id && isHeld(seat, step.at)))
    refuse({ code: "wrong-state", status: "no longer asked" });
  if (seat?.source === "delegation")
    refuse({ code: "not-eligible", message: "A decision you make for somebody else cannot be handed on." });
  const no = await whyNotSeat(step, open, to._id);
  if (no !== null)
    refuse({ code: "not-eligible", reason: no, message: `${fullName(to)} cannot decide: ${lower(no)}.` });
  if (await holdsSeat(step, open, to._id))
    refuse({ code: "duplicate", message: `${fullName(to)} is already an approver in this step.` });
  if (seat?.personId !== byId) await refuseUnclaimed(step, open, to, byId);
  if (seat) await takeSeat(step, seat, `Handed over to ${fullName(to)}`);
  await giveSeat(
    step,
    bench,
    { personId: to._id, source: SOURCES[reason], fromPersonId: seat?.personId },
    comment.trim(),
  );
  await recordEvent(step.ctx, {
    ...step.by,
    action: "approval.reassigned",
    targets: approvalTargets(open),
    context: {
      from: seat ? await nameOf(step.ctx, seat.personId) : null,
      to: fullName(to),
      reason: REASSIGN_LABELS[reason],
      comment: comment.trim(),
    },
    occurredAt: step.at,
  });
  await afterMove(step, open.approval._id);
}

/** Whoever looks after a request names those its step may ask, and never themselves (A1). */
async function refuseUnclaimed(step: Step, open: Case, to: Doc<"people">, byId: Id<"people">): Promise<void> {
  const reason = await whyNotNamed(step.ctx, currentStep(open), stepFactsOf(open.request), {
    byId,
    toId: to._id,
    at: step.at,
  });
  if (reason === null) return;
  const message =
    reason === NAMED_THEMSELVES
      ? "You cannot name yourself. Ask another admin to name an approver."
      : `This step does not ask ${fullName(to)}. Name somebody its rule or its fallback asks.`;
  refuse({ code: "not-eligible", reason, message });
}

/** Adds the seats of the escalation; the original ones stay valid, and both are told. */
export async function escalate(step: Step, open: Case): Promise<void> {
  const bench = benchOf(open);
  const added = await addByRule(step, open, escalationRule(bench.step.policy), "escalation");
  const kept = open.seats.filter((seat) => seat.stepId === bench.step._id && seat.isPending && isHeld(seat, step.at));
  for (const seat of kept)
    await ask(step, bench, seat, "approval.escalated", `Escalated, and still yours to decide: ${open.request.title}`);
  const names = await namesOf(
    step.ctx,
    added.map(({ personId }) => personId),
  );
  const changes = { escalatedAt: step.at };
  await step.ctx.db.patch(bench.step._id, { ...changes, nextTimerAt: nextTimerAt({ ...bench.step, ...changes }) });
  await recordEvent(step.ctx, {
    ...step.by,
    action: "approval.escalated",
    targets: approvalTargets(open),
    context: { to: [...names.values()] },
    occurredAt: step.at,
  });
  await afterMove(step, open.approval._id);
}

/**
 * A8: somebody left. Their seats are lost at once, with those of their delegates, and the steps resolved again; says
 * whether more are left.
 */
export async function releaseSeats(step: Step, personId: Id<"people">): Promise<boolean> {
  const pending = await pendingSeatsOf(step, personId);
  const removal = await removalOf(step.ctx, personId);
  for (const seat of pending) {
    const name = await nameOf(step.ctx, personId);
    const open = await loadCase(step.ctx, seat.approvalId, step.at);
    const lost = open.seats.filter(
      (row) => row.isPending && row.stepId === seat.stepId && principalOf(asView(row)) === personId,
    );
    const taken = [seat, ...lost.filter(({ _id }) => _id !== seat._id)];
    for (const row of taken) await takeSeat(step, row, `${name} is no longer active`);
    await recordEvent(step.ctx, {
      ...step.by,
      action: "approval.seatLost",
      targets: approvalTargets(open),
      context: { name, seats: taken.length },
      occurredAt: step.at,
    });
    await seatSuccessor(step, seat.approvalId, removal);
    await refill(step, seat.approvalId);
  }
  return pending.length === MOVE_BATCH;
}

/** Whoever a removal names for approvals takes the seat, where the step asks them and they may decide. */
async function seatSuccessor(step: Step, approvalId: Id<"approvals">, removal: Doc<"removals"> | null): Promise<void> {
  const successor = await successorOf(step.ctx, removal, "approvals");
  if (!removal || !successor) return;
  const open = await loadCase(step.ctx, approvalId, step.at);
  if (open.approval.state !== "Pending" || currentStep(open).state !== "Active") return;
  const byIds = [removal.byId, ...(removal.confirmedById ? [removal.confirmedById] : [])];
  if (
    (await holdsSeat(step, open, successor._id)) ||
    !(await takesSeat(step.ctx, open, successor, { byIds, at: step.at }))
  )
    return;
  const seat = { personId: successor._id, source: SOURCES.manual, fromPersonId: removal.personId };
  const from = await nameOf(step.ctx, removal.personId);
  const comment = `Takes over from ${from}`;
  await giveSeat(step, benchOf(open), seat, comment);
  await recordEvent(step.ctx, {
    ...step.by,
    action: "approval.reassigned",
    targets: approvalTargets(open),
    context: { from, to: fullName(successor), reason: "Successor", comment },
    occurredAt: step.at,
  });
}

/** Fills an open step up to its quorum: by its rule, then by its fallback, else the admins are asked. */
export async function refill(step: Step, approvalId: Id<"approvals">): Promise<void> {
  const open = await loadCase(step.ctx, approvalId, step.at);
  if (open.approval.state !== "Pending" || currentStep(open).state !== "Active") return;
  const { policy } = currentStep(open);
  if (shortage(open, step.at) > 0) await addByRule(step, open, policy.rule, "reResolved");
  const again = await loadCase(step.ctx, approvalId, step.at);
  if (shortage(again, step.at) > 0 && policy.fallback) await addByRule(step, again, policy.fallback, "fallback");
  await afterMove(step, approvalId);
}

/** A seat of the escalation was lost: whoever that names now is asked beside those who were. */
export async function seatEscalated(step: Step, approvalId: Id<"approvals">): Promise<void> {
  const open = await loadCase(step.ctx, approvalId, step.at);
  const { policy, state } = currentStep(open);
  if (open.approval.state !== "Pending" || state !== "Active") return;
  await addByRule(step, open, escalationRule(policy), "escalation");
}

/** How many more people would have to hold a seat for the quorum to be reached. */
function shortage(open: Case, at: number): number {
  const row = currentStep(open);
  const decisions = open.decisions.filter(({ stepId }) => stepId === row._id);
  const approved = countApprovals(decisions, { formHash: open.approval.formHash, since: row.activatedAt ?? 0 });
  const pending = new Set(
    open.seats
      .filter((seat) => seat.stepId === row._id && seat.isPending && isHeld(seat, at))
      .map((seat) => principalOf(asView(seat))),
  );
  return (row.required ?? 1) - approved - pending.size;
}

async function addByRule(step: Step, open: Case, rule: ApproverRule, source: SeatSource): Promise<ResolvedSeat[]> {
  const bench = benchOf(open);
  const policy = { ...bench.step.policy, rule, fallback: undefined };
  const { seats } = await resolveStep(step.ctx, policy, stepFactsOf(open.request), step.at, [...open.earlierDeciders]);
  const decided = new Set(open.decisions.filter(({ stepId }) => stepId === bench.step._id).map(({ human }) => human));
  const added: ResolvedSeat[] = [];
  for (const seat of seats) {
    if ((await holdsSeat(step, open, seat.personId)) || decided.has(await humanOf(step.ctx, seat.personId))) continue;
    const given = seat.source === "delegation" ? seat : { ...seat, source };
    await giveSeat(step, bench, given);
    added.push(given);
  }
  return added;
}

/** Brings the waiting sentence and the problem of the open step up to date after seats moved. */
export async function afterMove(step: Step, approvalId: Id<"approvals">): Promise<void> {
  const open = await loadCase(step.ctx, approvalId, step.at);
  const bench = benchOf(open);
  if (bench.step.state !== "Active") return;
  const missing = shortage(open, step.at);
  const row = bench.step;
  if (missing > 0 && !row.problem) {
    const problem = {
      message: `${row.policy.title} lacks ${missing} of the people who have to approve.`,
      fix: "On the approval's page, name another person its rule or its fallback asks.",
    };
    await step.ctx.db.patch(row._id, { problem });
    await tellAdmins(step, bench, problem);
  } else if (missing <= 0 && row.problem) {
    await step.ctx.db.patch(row._id, { problem: undefined });
    await closeNotices(step.ctx, {
      subjectId: approvalId,
      kinds: ["approval.stuck"],
      reason: "Enough people may decide now",
      at: step.at,
    });
  }
  const decisions = open.decisions.filter(({ stepId }) => stepId === row._id);
  await refreshWaiting(
    step,
    bench,
    countApprovals(decisions, { formHash: open.approval.formHash, since: row.activatedAt ?? 0 }),
  );
}

/** The open seats of one person, as many as are moved in one transaction. */
export async function pendingSeatsOf(step: Step, personId: Id<"people">): Promise<Doc<"approvalSeats">[]> {
  return await step.ctx.db
    .query("approvalSeats")
    .withIndex("by_person", (q) => q.eq("personId", personId).eq("isPending", true))
    .take(MOVE_BATCH);
}

/**
 * Why somebody may not get a seat in the open step, or null: not active, party to the request, or no longer a distinct
 * person.
 */
export async function whyNotSeat(step: Step, open: Case, personId: Id<"people">): Promise<string | null> {
  const no = await whyNotHold(step.ctx, personId, open.conflicts);
  return no ?? (open.earlierDeciders.has(personId) ? DECIDED_EARLIER : null);
}

/** Where the open step of an approval is. */
export function benchOf(open: Case): Bench {
  return { approval: open.approval, request: open.request, step: currentStep(open) };
}

/** Whether somebody has a seat in the open step, by this or another account of theirs. */
export async function holdsSeat(step: Step, open: Case, personId: Id<"people">): Promise<boolean> {
  const { _id } = currentStep(open);
  const accounts = await accountsOf(step.ctx, personId);
  return open.seats.some((seat) => seat.stepId === _id && accounts.includes(seat.personId) && isHeld(seat, step.at));
}

function asView(seat: Doc<"approvalSeats">) {
  return {
    personId: seat.personId as string,
    source: seat.source,
    fromPersonId: seat.fromPersonId as string | undefined,
  };
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
