/** How the platform is, in words. */

import { MINUTE_MS } from "../../../convex/lib/pure/time";
import { formatDuration } from "../../lib/dates";
import type { PlatformState } from "./api";

type Queues = PlatformState["queues"];

/** The monitor runs every minute: what is older than three of its turns was missed. */
const LATE_AFTER_MS = 3 * MINUTE_MS;

/** Whether the monitor has missed its turn. */
export function isLate(startTime: number, now: number): boolean {
  return now - startTime > LATE_AFTER_MS;
}

/** "6d 4h": for how long something is open. */
export function ageText(since: number, now: number): string {
  return formatDuration(Math.max(0, now - since));
}

/** "12 waiting", or "100+ waiting" where counting stopped. */
export function queueText(queues: Queues): string {
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting, 0);
  return waiting === 0 ? "Empty" : `${waiting}${queues.some(({ isMore }) => isMore) ? "+" : ""} waiting`;
}

/** "Mails to send 3, Notices to mail 9": the queues something waits in; null when all are empty. */
export function queueNote(queues: Queues): string | null {
  const filled = queues.filter(({ waiting }) => waiting > 0);
  return filled.length === 0
    ? null
    : filled.map(({ name, waiting, isMore }) => `${name} ${waiting}${isMore ? "+" : ""}`).join(", ");
}
