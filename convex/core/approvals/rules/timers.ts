/**
 * The timers of an open step: reminder, escalation, expiry. They count from the opening and stand still
 * while the requester has to answer. None of them ever approves (A4): the last one denies.
 */

import { HOUR_MS } from "../../../lib/pure/time";
import type { StepPolicy } from "../table";

/** What the timers of a step depend on. */
export interface TimedStep {
  readonly policy: Pick<StepPolicy, "remindAfterHours" | "escalateAfterHours" | "expireAfterHours">;
  readonly activatedAt?: number;
  readonly remindedAt?: number;
  readonly escalatedAt?: number;
  /** Since when the clock stands still, and how long it did before. */
  readonly pausedAt?: number;
  readonly pausedMs?: number;
}

/** What a timer does. */
export type TimerEvent = "remind" | "escalate" | "expire";

/** When each timer of a step is due; null for one the policy does not have, or before the step is open. */
export function timersOf(step: TimedStep): {
  remindAt: number | null;
  escalateAt: number | null;
  expireAt: number | null;
} {
  const { activatedAt, policy, pausedMs = 0 } = step;
  if (activatedAt === undefined) return { remindAt: null, escalateAt: null, expireAt: null };
  const after = (hours: number | undefined) => (hours === undefined ? null : activatedAt + pausedMs + hours * HOUR_MS);
  return {
    remindAt: after(policy.remindAfterHours),
    escalateAt: after(policy.escalateAfterHours),
    expireAt: after(policy.expireAfterHours),
  };
}

/** When the step has to be looked at next; undefined while its clock stands still. */
export function nextTimerAt(step: TimedStep): number | undefined {
  if (step.pausedAt !== undefined) return undefined;
  const { remindAt, escalateAt, expireAt } = timersOf(step);
  const due = [
    step.remindedAt === undefined ? remindAt : null,
    step.escalatedAt === undefined ? escalateAt : null,
    expireAt,
  ].filter((at) => at !== null);
  return due.length === 0 ? undefined : Math.min(...due);
}

/** What is due now. A step that is over its time only expires. */
export function dueEvents(step: TimedStep, now: number): TimerEvent[] {
  if (step.pausedAt !== undefined) return [];
  const { remindAt, escalateAt, expireAt } = timersOf(step);
  const isDue = (at: number | null) => at !== null && at <= now;
  if (isDue(expireAt)) return ["expire"];
  const events: TimerEvent[] = [];
  if (step.remindedAt === undefined && isDue(remindAt)) events.push("remind");
  if (step.escalatedAt === undefined && isDue(escalateAt)) events.push("escalate");
  return events;
}

/** How long a break-glass approval may go unreviewed. */
export const REVIEW_WITHIN_MS = 24 * HOUR_MS;
