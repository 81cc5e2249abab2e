/** What the clock would do to an open step that nobody decides, by the same rules as the real clock. */

import { dueEvents, timersOf, type TimerEvent } from "../../../../convex/core/approvals/rules/timers";
import { HOUR_MS } from "../../../../convex/lib/pure/time";
import type { SimulatedStep } from "../api";

/** One thing the clock does. */
export interface ClockEvent {
  readonly kind: TimerEvent;
  readonly afterHours: number;
  readonly isPast: boolean;
}

type Times = Pick<SimulatedStep, "remindAfterHours" | "escalateAfterHours" | "expireAfterHours">;

/** The events of a step that has been open for some hours, in their order. */
export function eventsAt(step: Times, hours: number): ClockEvent[] {
  const { remindAt, escalateAt, expireAt } = timersOf(timed(step));
  const times: [TimerEvent, number | null][] = [
    ["remind", remindAt],
    ["escalate", escalateAt],
    ["expire", expireAt],
  ];
  return times
    .flatMap(([kind, at]) => (at === null ? [] : [{ kind, afterHours: at / HOUR_MS, isPast: at <= hours * HOUR_MS }]))
    .toSorted((a, b) => a.afterHours - b.afterHours);
}

/** Where a step stands after some hours. */
export function stepStateAt(step: Times, hours: number): "open" | "reminded" | "escalated" | "expired" {
  const events = dueEvents(timed(step), hours * HOUR_MS);
  if (events.includes("expire")) return "expired";
  if (events.includes("escalate")) return "escalated";
  return events.includes("remind") ? "reminded" : "open";
}

function timed({ remindAfterHours, escalateAfterHours, expireAfterHours }: Times) {
  return {
    activatedAt: 0,
    policy: {
      remindAfterHours: remindAfterHours ?? undefined,
      escalateAfterHours: escalateAfterHours ?? undefined,
      expireAfterHours,
    },
  };
}
