/**
 * What the clock does to open approvals: reminders, escalation, expiry, delegations that begin and end, people who
 * left.
 */

import type { Doc, Id } from "../../_generated/dataModel";
import { loadCase } from "../../core/approvals/case";
import { seatsOfStep } from "../../core/approvals/model";
import { isHeld } from "../../core/approvals/rules/guard";
import { dueEvents, nextTimerAt, timersOf } from "../../core/approvals/rules/timers";
import { recordEvent } from "../../core/audit/model";
import { notify } from "../../core/notifications/model";
import { addressOfTask, loadTask } from "../../core/tasks/model";
import { momentUtc } from "../../lib/pure/time";
import { pathTo } from "../../site/links";
import { releaseTasks } from "../executing/taskWork";
import { closeApproval } from "../seating/opening";
import { approvalSubject, approvalTargets, ask, tellRequester, type Bench } from "../seating/seating";
import { failTask } from "../settling/taskMoves";
import type { Step } from "../steps/step";
import { endDelegationsOf } from "./delegating";
import { handOnServiceUsers } from "./handingOn";
import { benchOf, escalate, releaseSeats } from "./moving";
import { releaseTickets } from "./releasingTickets";

/** Open steps looked at per run of the clock. */
const TIMER_BATCH = 50;
const DEPARTURES_BATCH = 10;

/** The open steps whose next timer is due, most overdue first. */
export async function dueSteps(step: Step): Promise<{ ids: Id<"approvalSteps">[]; hasMore: boolean }> {
  const due = await step.ctx.db
    .query("approvalSteps")
    .withIndex("by_timer", (q) => q.eq("state", "Active").gt("nextTimerAt", 0).lte("nextTimerAt", step.at))
    .take(TIMER_BATCH);
  return { ids: due.map(({ _id }) => _id), hasMore: due.length === TIMER_BATCH };
}

/** Does what is due about one step. Time only ever reminds, adds seats, or denies (A4). */
export async function fireTimer(step: Step, stepId: Id<"approvalSteps">): Promise<void> {
  const row = await step.ctx.db.get(stepId);
  if (row?.state !== "Active") return;
  for (const event of dueEvents(row, step.at)) {
    const open = await loadCase(step.ctx, row.approvalId, step.at);
    if (event === "remind") await remind(step, benchOf(open));
    else if (event === "escalate") await escalate(step, open);
    else await expire(step, benchOf(open));
  }
}

async function remind(step: Step, bench: Bench): Promise<void> {
  await askAgain(step, bench, `Reminder: approve or reject ${bench.request.title}`);
  const changes = { remindedAt: step.at };
  await step.ctx.db.patch(bench.step._id, { ...changes, nextTimerAt: nextTimerAt({ ...bench.step, ...changes }) });
  await recordEvent(step.ctx, {
    ...step.by,
    action: "approval.reminded",
    targets: approvalTargets(bench),
    occurredAt: step.at,
  });
}

async function askAgain(step: Step, bench: Bench, title: string): Promise<void> {
  for (const seat of await pendingSeats(step, bench.step._id)) await ask(step, bench, seat, "approval.reminded", title);
}

async function pendingSeats(step: Step, stepId: Id<"approvalSteps">): Promise<Doc<"approvalSeats">[]> {
  return (await seatsOfStep(step.ctx, stepId)).filter((seat) => seat.isPending && isHeld(seat, step.at));
}

async function expire(step: Step, { approval, request, step: row }: Bench): Promise<void> {
  const { expireAt } = timersOf(row);
  const error = `Nobody decided about ${row.policy.title} by ${momentUtc(expireAt ?? step.at)}`;
  const pending = await pendingSeats(step, row._id);
  await closeApproval(step, approval, "Expired", error);
  await failTask(step, await loadTask(step.ctx, approval.taskId), { outcome: "timed_out", error });
  await tellRequester(step, request, {
    kind: "request.expired",
    title: `${request.key} expired: nobody decided in time`,
    body: "It counts as denied. You can submit it again.",
  });
  for (const recipientId of new Set(pending.map(({ personId }) => personId))) {
    await notify(step.ctx, {
      recipientId,
      kind: "request.expired",
      subject: approvalSubject({ approval, request }),
      title: `${request.key} expired before you decided`,
      body: `${request.title}: it counts as denied.`,
      to: pathTo("approval", { approvalId: await addressOfTask(step.ctx, approval.taskId) }),
      because: "You were asked to decide",
      at: step.at,
    });
  }
}

/** People who stopped being active, the first to leave first. */
export async function dueDepartures(step: Step): Promise<Id<"departures">[]> {
  const departures = await step.ctx.db
    .query("departures")
    .withIndex("by_time", (q) => q.lte("at", step.at))
    .take(DEPARTURES_BATCH);
  return departures.map(({ _id }) => _id);
}

/**
 * A8: relieves somebody who stopped being active of their seats, their tasks, their support tickets and their service
 * users, and ends their delegations; says whether to look again: more is left of them, or of others.
 */
export async function handleDeparture(step: Step, departureId: Id<"departures">): Promise<boolean> {
  const departure = await step.ctx.db.get(departureId);
  if (!departure) return false;
  const { personId } = departure;
  const person = await step.ctx.db.get(personId);
  const hasLeft = person?.status !== "active";
  const hasSeats = hasLeft && (await releaseSeats(step, personId));
  const hasTasks = hasLeft && (await releaseTasks(step, personId));
  const hasTickets = hasLeft && (await releaseTickets(step, personId));
  const hasDelegations = hasLeft && (await endDelegationsOf(step, personId));
  if (hasLeft) await handOnServiceUsers(step, personId);
  if (hasSeats || hasTasks || hasTickets || hasDelegations) return true;
  await step.ctx.db.delete(departureId);
  return (await dueDepartures(step)).length > 0;
}

/** A timer that failed is looked at again later, so that it does not stand in the way of the others. */
export async function postponeTimer(
  step: Step,
  stepId: Id<"approvalSteps">,
  byMs: number,
  error: string,
): Promise<void> {
  const row = await step.ctx.db.get(stepId);
  if (row?.state !== "Active") return;
  await step.ctx.db.patch(stepId, { nextTimerAt: step.at + byMs });
  // Nothing but the row itself is read: it may be the rest that cannot be.
  await recordEvent(step.ctx, {
    ...step.by,
    action: "approval.timerFailed",
    targets: [
      { type: "approval", id: row.approvalId },
      { type: "request", id: row.requestId },
    ],
    context: { step: row.policy.title, error },
    outcome: "failure",
    occurredAt: step.at,
  });
}
