/** Durations in milliseconds and the few ways a time is written inside a sentence. */

import { plural } from "./text.ts";

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** "14:05 UTC": a deadline inside a sentence that is stored, so it cannot follow the reader's zone. */
export function clockUtc(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(11, 16)} UTC`;
}

/** "05/03/2026 14:05 UTC". */
export function momentUtc(atMs: number): string {
  return `${dateUtc(atMs)} ${clockUtc(atMs)}`;
}

/** "05/03/2026 15:05 CET" for one reader, in the zone they chose; "05/03/2026 14:05 UTC" where they chose none. */
export function momentIn(atMs: number, timeZone: string | undefined): string {
  if (timeZone === undefined || timeZone === "UTC") return momentUtc(atMs);
  const day = { day: "2-digit", month: "2-digit", year: "numeric" } as const;
  return `${new Intl.DateTimeFormat("en-GB", { ...day, timeZone }).format(atMs)} ${clockIn(atMs, timeZone)}`;
}

function clockIn(atMs: number, timeZone: string | undefined): string {
  if (timeZone === undefined || timeZone === "UTC") return clockUtc(atMs);
  const clock = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;
  return new Intl.DateTimeFormat("en-GB", { ...clock, timeZone }).format(atMs);
}

/** "14:05 UTC" within the next or last twelve hours, "05/03/2026 14:05 UTC" beyond: a deadline inside a sentence. */
export function stampUtc(atMs: number, nowMs: number): string {
  return stampIn(atMs, nowMs, undefined);
}

/** As `stampUtc`, for one reader in the zone they chose. */
export function stampIn(atMs: number, nowMs: number, timeZone: string | undefined): string {
  return Math.abs(atMs - nowMs) <= 12 * HOUR_MS ? clockIn(atMs, timeZone) : momentIn(atMs, timeZone);
}

/** "05/03/2026". */
export function dateUtc(atMs: number): string {
  const [year = "", month = "", day = ""] = new Date(atMs).toISOString().slice(0, 10).split("-");
  return `${day}/${month}/${year}`;
}

/** Whole minutes between two times, never negative. */
export function minutesBetween(fromMs: number, toMs: number): number {
  return Math.max(0, Math.floor((toMs - fromMs) / MINUTE_MS));
}

/** The first full minute at or after a time: when a job that runs every minute gets to it. */
export function nextFullMinute(atMs: number): number {
  return Math.ceil(atMs / MINUTE_MS) * MINUTE_MS;
}

/** "3 hours", "2 days": whole units, the larger one once it fits twice. */
export function durationText(ms: number): string {
  if (ms >= 2 * DAY_MS) return plural(Math.round(ms / DAY_MS), "day");
  if (ms >= 2 * HOUR_MS) return plural(Math.round(ms / HOUR_MS), "hour");
  return plural(Math.max(1, Math.round(ms / MINUTE_MS)), "minute");
}

/** A day as forms hold it, "2026-06-30", in words: "30/06/2026". */
export function dayWords(day: string): string {
  return day.split("-").toReversed().join("/");
}
