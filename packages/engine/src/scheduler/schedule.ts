/** When a cron runs next. Pure. */

import { hash } from "node:crypto";
import type { CronSpec } from "../functions/modules/registry.ts";
import { calendarUtc } from "../lib/clock.ts";
import { parseCronExpression, type Timetable } from "./cron-expression.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The rarest expressions (29 February on a given weekday) come within this. */
const SEARCH_DAYS = 366 * 29;
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

type Schedule = CronSpec["schedule"];

/** The first run after a cron was deployed. */
export function firstRunMs(identifier: string, schedule: Schedule, nowMs: number): number {
  return schedule.type === "interval" ? nowMs : nextOccurrence(timetableOf(identifier, schedule), nowMs);
}

/** The run after the one scheduled at `scheduledMs`. Runs that are past already are skipped, not piled up. */
export function nextRunMs(identifier: string, schedule: Schedule, scheduledMs: number, nowMs: number): number {
  if (schedule.type !== "interval")
    return nextOccurrence(timetableOf(identifier, schedule), Math.max(scheduledMs, nowMs));
  const everyMs = intervalMs(schedule);
  const missed = Math.max(0, Math.floor((nowMs - scheduledMs) / everyMs));
  return scheduledMs + (missed + 1) * everyMs;
}

/** Throws when the schedule cannot be understood: a deploy then fails. */
export function checkSchedule(identifier: string, schedule: Schedule): void {
  if (schedule.type === "interval") intervalMs(schedule);
  else nextOccurrence(timetableOf(identifier, schedule), 0);
}

function intervalMs(schedule: Schedule): number {
  const { seconds, minutes, hours } = schedule as { seconds?: number; minutes?: number; hours?: number };
  const total = (seconds ?? 0) * 1000 + (minutes ?? 0) * MINUTE_MS + (hours ?? 0) * 60 * MINUTE_MS;
  if (!(total > 0)) throw new Error("A cron interval must be longer than nothing");
  return total;
}

function timetableOf(identifier: string, schedule: Schedule): Timetable {
  if (schedule.type === "cron") return parseCronExpression(String(schedule["cron"]));
  const minute = typeof schedule["minuteUTC"] === "number" ? schedule["minuteUTC"] : splay(identifier);
  const hour = schedule["hourUTC"];
  switch (schedule.type) {
    case "hourly":
      return parseCronExpression(`${minute} * * * *`);
    case "daily":
      return parseCronExpression(`${minute} ${String(hour)} * * *`);
    case "weekly":
      return parseCronExpression(`${minute} ${String(hour)} * * ${weekday(schedule["dayOfWeek"])}`);
    case "monthly":
      return parseCronExpression(`${minute} ${String(hour)} ${String(schedule["day"])} * *`);
    default:
      throw new Error(`Unknown cron schedule "${schedule.type}"`);
  }
}

/** With no minute given, a stable one per cron spreads the runs over the hour. */
function splay(identifier: string): number {
  return Number.parseInt(hash("sha256", identifier, "hex").slice(0, 8), 16) % 60;
}

function weekday(name: unknown): number {
  const index = WEEKDAYS.indexOf(String(name).toLowerCase());
  if (index < 0) throw new Error(`"${String(name)}" is not a day of the week`);
  return index;
}

function nextOccurrence(timetable: Timetable, afterMs: number): number {
  const startMs = (Math.floor(afterMs / MINUTE_MS) + 1) * MINUTE_MS;
  const firstDayMs = Math.floor(startMs / DAY_MS) * DAY_MS;
  for (let day = 0; day < SEARCH_DAYS; day++) {
    const dayMs = firstDayMs + day * DAY_MS;
    if (!timetable.matchesDay(calendarUtc(dayMs))) continue;
    for (const hour of sorted(timetable.hours)) {
      for (const minute of sorted(timetable.minutes)) {
        const atMs = dayMs + (hour * 60 + minute) * MINUTE_MS;
        if (atMs >= startMs) return atMs;
      }
    }
  }
  throw new Error("The cron expression never matches");
}

function sorted(values: ReadonlySet<number>): number[] {
  return [...values].sort((a, b) => a - b);
}
