/** How a system is: its switch, its last reading, and what both mean for tasks. */

import { MINUTE_MS } from "../../../convex/lib/pure/time";
import type { Service } from "./api";

/** Whether a system is connected, and whether it answers. */
export type Look = "working" | "failing" | "notConnected" | "unknown";

/** A reading older than this says little about now: three turns of the clock that reads. */
export const STALE_AFTER_MS = 16 * MINUTE_MS;

/** How a system was when it was last asked. */
export function lookOf({ health }: Pick<Service, "health">): Look {
  if (health === null) return "unknown";
  if (!health.isConnected) return "notConnected";
  return health.isHealthy ? "working" : "failing";
}

/** Whether a reading is too old to be believed. */
export function isStale({ health }: Pick<Service, "health">, now: number): boolean {
  return health !== null && now - health.checkedAt > STALE_AFTER_MS;
}

/** What the switch means for tasks, in a sentence. */
export function switchWords({ state, isOn, label }: Pick<Service, "state" | "isOn" | "label">): string {
  if (isOn) return state === "maintenance" ? "The maintenance is over; tasks may use it again" : "Tasks may use it";
  if (state === "stopped") return `The kill switch is pulled: no task touches ${label}`;
  return state === "maintenance" ? "In maintenance: tasks wait for its end" : "Switched off: tasks wait";
}

/** What a system is to somebody who waits for its tasks: the switch goes before the reading. */
export type HealthState = Look | "manual" | "off" | "maintenance" | "stopped";

/** The one word of a system: whether its switch is off, else how it was. Where people do the tasks, nothing is missing. */
export function healthStateOf({
  state,
  isOn,
  health,
  isOperated,
}: Pick<Service, "state" | "isOn" | "health" | "isOperated">): HealthState {
  if (!isOn && state !== "on") return state;
  const look = lookOf({ health });
  return look === "notConnected" && !isOperated ? "manual" : look;
}

/** What it means for tasks that a system is not connected. */
export function unconnectedWords({ isOperated }: Pick<Service, "isOperated">): string {
  return isOperated
    ? "Its tasks fail until whoever runs the portal connects it."
    : "People do its tasks manually, with instructions and evidence.";
}

/** When the oldest of these readings was taken; null when nothing was asked yet. */
export function oldestReading(services: readonly Pick<Service, "health">[]): number | null {
  const times = services.flatMap(({ health }) => (health ? [health.checkedAt] : []));
  return times.length === 0 ? null : Math.min(...times);
}
