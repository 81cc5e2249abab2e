/** Seats of an open step: giving and taking them, and telling those who hold them. */

import type { Doc, Id } from "../../_generated/dataModel";
import { seatsOfStep } from "../../core/approvals/model";
import { isHeld } from "../../core/approvals/rules/guard";
import { timersOf } from "../../core/approvals/rules/timers";
import type { ResolvedSeat } from "../../core/approvals/seats";
import type { SeatSource } from "../../core/approvals/table";
import { recordEvent } from "../../core/audit/model";
import { closeNotices, notify } from "../../core/notifications/model";
import type { NotificationKind } from "../../core/notifications/rules";
import { ownersOf } from "../../core/people/holders";
import { momentFor, nameOf, namesOf } from "../../core/people/model";
import { addressOfTask } from "../../core/tasks/model";
import { momentUtc } from "../../lib/pure/time";
import { pathTo } from "../../site/links";
import type { Step } from "../steps/step";

/** The kinds of notices that ask an approver for something. */
const ASKING = [
  "approval.asked",
  "approval.reminded",
  "approval.escalated",
  "approval.reassigned",
  "approval.delegated",
] as const;
/** Names shown in the sentence that says whom a step waits for. */
const NAMES_SHOWN = 4;
const MOST_ADMINS_NOTIFIED = 20;

/** Where a seat is given: the open step, its approval and request. */
export interface Bench {
  readonly approval: Doc<"approvals">;
  readonly request: Doc<"requests">;
  readonly step: Doc<"approvalSteps">;
}

/** An approval as the target of an audit event, with its request. */
export function approvalTargets({ approval, request }: Pick<Bench, "approval" | "request">) {
  return [
    { type: "approval", id: approval._id, label: request.key },
    { type: "request", id: request._id, label: request.key },
  ];
}

/** The subject of notices about an approval. */
export function approvalSubject({ approval, request }: Pick<Bench, "approval" | "request">) {
  return { type: "approval", id: approval._id, label: request.key };
}

/** Seats somebody and asks them to decide. */
export async function giveSeat(step: Step, bench: Bench, seat: ResolvedSeat, reason?: string): Promise<void> {
  const { approval, request } = bench;
  await step.ctx.db.insert("approvalSeats", {
    approvalId: approval._id,
    stepId: bench.step._id,
    requestId: request._id,
    personId: seat.personId,
    source: seat.source,
    fromPersonId: seat.fromPersonId,
    reason,
    activeFrom: step.at,
    activeTo: seat.activeTo,
    isPending: true,
  });
  await ask(step, bench, seat, KIND_BY_SOURCE[seat.source], `Approve or reject: ${request.title}`);
}

/** Tells the holder of a seat that a decision is asked for, or asked for again. */
export async function ask(
  step: Step,
  bench: Bench,
  seat: Pick<ResolvedSeat, "personId" | "source" | "fromPersonId">,
  kind: NotificationKind,
  title: string,
): Promise<void> {
  const { expireAt } = timersOf({ ...bench.step, activatedAt: bench.step.activatedAt ?? step.at });
  const deadline = expireAt === null ? "" : ` Decide by ${await momentFor(step.ctx, seat.personId, expireAt)}.`;
  await notify(step.ctx, {
    recipientId: seat.personId,
    kind,
    subject: approvalSubject(bench),
    title,
    body: `Requested by ${await nameOf(step.ctx, bench.request.requesterId)}. Step: ${bench.step.policy.title}.${deadline}`,
    to: pathTo("approval", { approvalId: await addressOfTask(step.ctx, bench.approval.taskId) }),
    because: await becauseOf(step, seat),
    step: bench.step._id,
    at: step.at,
  });
}

async function becauseOf(
  step: Step,
  { source, fromPersonId }: Pick<ResolvedSeat, "source" | "fromPersonId">,
): Promise<string> {
  const from = fromPersonId ? await nameOf(step.ctx, fromPersonId) : "somebody";
  return REASONS[source](from);
}

const KIND_BY_SOURCE: Readonly<Record<SeatSource, NotificationKind>> = {
  rule: "approval.asked",
  fallback: "approval.asked",
  reResolved: "approval.asked",
  delegation: "approval.delegated",
  escalation: "approval.escalated",
  manual: "approval.reassigned",
  outOfOffice: "approval.reassigned",
  selfReview: "approval.reassigned",
};

const REASONS: Readonly<Record<SeatSource, (from: string) => string>> = {
  rule: () => "You are an approver of this step",
  fallback: () => "You step in because too few others may decide",
  delegation: (from) => `You stand in for ${from}`,
  escalation: () => "It was escalated to you because nobody decided in time",
  manual: (from) => `${from} handed it over to you`,
  outOfOffice: (from) => `${from} is away and handed it over to you`,
  selfReview: (from) => `${from} may not decide about this`,
  reResolved: () => "An approver left, and you take their place",
};

/** Takes a seat away: its holder is no longer asked. The row stays, with its end. */
export async function takeSeat(step: Step, seat: Doc<"approvalSeats">, reason: string): Promise<void> {
  await step.ctx.db.patch(seat._id, { isPending: false, activeTo: step.at });
  await closeAsking(step, seat, reason);
}

/** Nothing is asked of the holder any more: neither by the portal nor by the requester's reminder. */
async function closeAsking(
  step: Step,
  { approvalId, requestId, personId }: Doc<"approvalSeats">,
  reason: string,
): Promise<void> {
  for (const subjectId of [approvalId, requestId]) {
    await closeNotices(step.ctx, { subjectId, kinds: ASKING, recipientId: personId, reason, at: step.at });
  }
}

/** Stops asking for these seats; who held them stays on record. */
export async function settleSeats(step: Step, seats: readonly Doc<"approvalSeats">[], reason: string): Promise<void> {
  for (const seat of seats.filter(({ isPending }) => isPending)) {
    await step.ctx.db.patch(seat._id, { isPending: false });
    await closeAsking(step, seat, reason);
  }
}

/** Writes down whom the task waits for: "1 of 2: Ada Byron or Bob Fisher; escalates 22/11/2026 14:00 UTC". */
export async function refreshWaiting(step: Step, bench: Bench, counted: number): Promise<void> {
  const task = await step.ctx.db.get(bench.approval.taskId);
  const approvalStep = await step.ctx.db.get(bench.step._id);
  if (task?.status !== "Running" || !approvalStep) return;
  const pending = (await seatsOfStep(step.ctx, approvalStep._id)).filter(
    (seat) => seat.isPending && isHeld(seat, step.at),
  );
  const names = [
    ...(
      await namesOf(
        step.ctx,
        pending.map(({ personId }) => personId),
      )
    ).values(),
  ];
  const required = approvalStep.required ?? 1;
  const left = required > 1 ? `${required - counted} of ${required}: ` : "";
  const who = names.length === 0 ? "an admin to name an approver" : `${left}${someOf(names)}`;
  const waitingOn = {
    text: `${who}${deadlineOf(approvalStep)}`,
    to: pathTo("approval", { approvalId: await addressOfTask(step.ctx, bench.approval.taskId) }),
  };
  await step.ctx.db.patch(task._id, { waitingOn, updatedAt: step.at, version: task.version + 1 });
}

/** "; escalates 22/11/2026 14:00 UTC": what the clock does next about an open step. */
function deadlineOf(open: Doc<"approvalSteps">): string {
  if (open.pausedAt !== undefined) return "; the deadlines are paused until the question is answered";
  const { escalateAt, expireAt } = timersOf(open);
  if (escalateAt !== null && open.escalatedAt === undefined) return `; escalates ${momentUtc(escalateAt)}`;
  return expireAt === null ? "" : `; expires ${momentUtc(expireAt)}`;
}

function someOf(names: readonly string[]): string {
  if (names.length <= NAMES_SHOWN) return names.join(" or ");
  return `${names.slice(0, NAMES_SHOWN - 1).join(", ")} or ${names.length - NAMES_SHOWN + 1} others`;
}

/** Too few may decide: the admins are asked to name somebody (A3). The quorum stays as it is. */
export async function tellAdmins(
  step: Step,
  bench: Bench,
  problem: { readonly message: string; readonly fix: string },
): Promise<void> {
  for (const { _id } of await ownersOf(step.ctx, MOST_ADMINS_NOTIFIED)) {
    await notify(step.ctx, {
      recipientId: _id,
      kind: "approval.stuck",
      subject: approvalSubject(bench),
      title: `Name an approver for ${bench.request.key}`,
      body: `${problem.message} ${problem.fix}`,
      to: pathTo("approval", { approvalId: await addressOfTask(step.ctx, bench.approval.taskId) }),
      because: "You look after approvals nobody can decide",
      step: bench.step._id,
      at: step.at,
    });
  }
  await recordEvent(step.ctx, {
    ...step.by,
    action: "approval.stuck",
    targets: approvalTargets(bench),
    context: { step: bench.step.policy.title, ...problem },
    outcome: "failure",
    occurredAt: step.at,
  });
}

/** Tells requester and beneficiary how their request goes on. */
export async function tellRequester(
  step: Step,
  request: Doc<"requests">,
  notice: { readonly kind: NotificationKind; readonly title: string; readonly body?: string; readonly step?: string },
): Promise<void> {
  const recipients = new Map<Id<"people">, string>([
    [request.beneficiaryId, "The request is for you"],
    [request.requesterId, "You made this request"],
  ]);
  for (const [recipientId, because] of recipients) {
    const subject = { type: "request", id: request._id, label: request.key };
    await notify(step.ctx, {
      ...notice,
      body: notice.body,
      recipientId,
      subject,
      to: pathTo("request", { id: request.key }),
      because,
      at: step.at,
    });
  }
}
