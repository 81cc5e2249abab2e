/** When somebody counts as not using the portal any more. */

/** What is looked at. */
export interface Seen {
  readonly lastSeenAt?: number;
  /** When the row came to be: whoever never came is counted from there. */
  readonly createdAt: number;
  readonly inactiveNoticedAt?: number;
}

/** How long somebody may stay away, and how long before that they are warned. */
export interface Patience {
  readonly afterMs: number;
  readonly noticeMs: number;
  /** What was set when they were warned: that notice named its day. */
  readonly warnedMs: number;
}

/** What the clock does about somebody; a notice from before their last visit is worth nothing. */
export function inactiveStep(
  { lastSeenAt, createdAt, inactiveNoticedAt }: Seen,
  { afterMs, noticeMs, warnedMs }: Patience,
  now: number,
): "announce" | "suspend" | null {
  const since = lastSeenAt ?? createdAt;
  if (now - since < afterMs - noticeMs) return null;
  if (inactiveNoticedAt === undefined || inactiveNoticedAt < since) return "announce";
  return now - since >= afterMs && now - inactiveNoticedAt >= warnedMs ? "suspend" : null;
}
