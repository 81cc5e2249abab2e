/** Words for the figures of the Environment page, and which errors a search finds. */

import type { ClientErrorGroup, EnvironmentReading, QueueReading } from "../../../contracts/environment";

const figures = new Intl.NumberFormat("en-GB");

/** "1,284" */
export function formatFigure(value: number): string {
  return Number.isFinite(value) ? figures.format(value) : "-";
}

/** The errors that have every word somewhere: in message, page, browser or reference. */
export function errorsFound(groups: readonly ClientErrorGroup[], query: string): ClientErrorGroup[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return groups.filter(({ name, message, place, pages, browsers, references }) => {
    const text = [name, message, place, ...pages, ...browsers, ...references].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Every queue there is a figure of; null when the backend did not say. */
export function queueRows({ backend, engine }: Pick<EnvironmentReading, "backend" | "engine">): QueueReading[] | null {
  if (backend === null) return null;
  const scheduled = engine
    ? [{ name: "Scheduled work", waiting: engine.scheduledPending, isMore: false, firstAt: null }]
    : [];
  return [...scheduled, ...backend.queues];
}

/** "12", "1,000+" */
export function waitingText({ waiting, isMore }: Pick<QueueReading, "waiting" | "isMore">): string {
  return `${formatFigure(waiting)}${isMore ? "+" : ""}`;
}

/** Two clocks this far apart are in step: an answer that took a while says no more. */
const IN_STEP_MS = 1000;

/**
 * How far a clock is ahead of the portal's, and how exactly that is known: half of the time the answer took to travel.
 */
export interface ClockAhead {
  readonly aheadMs: number;
  readonly exactToMs: number;
}

/** "In step with the portal's", "3.5 s ahead of the portal's", "12 min behind the portal's". */
export function clockText({ aheadMs, exactToMs }: ClockAhead): string {
  if (isInStep({ aheadMs, exactToMs })) return "In step with the portal's";
  const seconds = Math.abs(aheadMs) / 1000;
  const much = seconds < 120 ? `${seconds.toFixed(1)} s` : `${formatFigure(Math.round(seconds / 60))} min`;
  return `${much} ${aheadMs > 0 ? "ahead of" : "behind"} the portal's`;
}

/** Whether two clocks are as good as one. */
export function isInStep({ aheadMs, exactToMs }: ClockAhead): boolean {
  return Math.abs(aheadMs) <= Math.max(IN_STEP_MS, exactToMs);
}
