/** When somebody counts as not using the portal any more. */

import { DAY_MS } from "../../../lib/pure/time";

/** How long between the notice and the suspension. */
export const INACTIVE_NOTICE_MS = 7 * DAY_MS;

/** What is looked at. */
export interface Seen {
  readonly lastSeenAt?: number;
  /** When the row came to be: whoever never came is counted from there. */
  readonly createdAt: number;
  readonly inactiveNoticedAt?: number;
}

/** What the clock does about somebody; a notice from before their last visit is worth nothing. */
export function inactiveStep(
  { lastSeenAt, createdAt, inactiveNoticedAt }: Seen,
  afterMs: number,
  now: number,
): "announce" | "suspend" | null {
  const since = lastSeenAt ?? createdAt;
  if (now - since < afterMs - INACTIVE_NOTICE_MS) return null;
  if (inactiveNoticedAt === undefined || inactiveNoticedAt < since) return "announce";
  return now - since >= afterMs && now - inactiveNoticedAt >= INACTIVE_NOTICE_MS ? "suspend" : null;
}
