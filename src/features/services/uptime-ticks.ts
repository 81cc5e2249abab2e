/** How often a system answered, hour by hour; pure, with its cases beside it. */

import { HOUR_MS } from "../../../convex/lib/pure/time";
import { formatTimeOrDate } from "../../lib/dates";
import { count } from "../../lib/text";
import type { Tick, TickTone } from "../../ui/chart/ticks";

/** Hours the strip looks back. */
export const SHOWN_HOURS = 48;

/** What was found in one hour. */
export interface ReadHour {
  readonly hour: number;
  readonly good: number;
  readonly bad: number;
}

/** The last hours, the present one included, the earliest first; one without a reading is no failure and no success. */
export function ticksOf(hours: readonly ReadHour[], now: number): Tick[] {
  const present = Math.floor(now / HOUR_MS) * HOUR_MS;
  const found = new Map(hours.map((one) => [one.hour, one]));
  return Array.from({ length: SHOWN_HOURS }, (_, index) => {
    const hour = present - (SHOWN_HOURS - 1 - index) * HOUR_MS;
    const { good, bad } = found.get(hour) ?? { good: 0, bad: 0 };
    return {
      id: String(hour),
      tone: toneOf(good, bad),
      words: `${formatTimeOrDate(hour, now)}: ${wordsOf(good, bad)}`,
      cells: [formatTimeOrDate(hour, now), String(good), String(bad)],
    };
  });
}

function toneOf(good: number, bad: number): TickTone {
  if (good + bad === 0) return "none";
  if (bad === 0) return "good";
  return good === 0 ? "bad" : "warning";
}

function wordsOf(good: number, bad: number): string {
  if (good + bad === 0) return "not checked";
  if (bad === 0) return "working";
  return good === 0 ? "not working" : `not working in ${bad} of ${count(good + bad, "reading")}`;
}

/** What the hours come to. */
export function uptimeTitle(hours: readonly ReadHour[], now: number): string {
  const since = Math.floor(now / HOUR_MS) * HOUR_MS - (SHOWN_HOURS - 1) * HOUR_MS;
  const seen = hours.filter(({ hour }) => hour >= since);
  const good = seen.reduce((sum, one) => sum + one.good, 0);
  const all = seen.reduce((sum, one) => sum + one.good + one.bad, 0);
  if (all === 0) return "Not checked yet";
  // Never rounded up to a hundred: that would hide the one failure somebody looks for.
  const percent = good === all ? 100 : Math.min(99.9, Math.round((good / all) * 1000) / 10);
  return `Working in ${percent}% of ${count(all, "reading")}`;
}
