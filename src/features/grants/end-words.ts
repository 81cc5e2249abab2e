/** When access ends, and how near that is. */

import { DAY_MS } from "../../../convex/lib/pure/time";
import { formatRelative } from "../../lib/dates";
import type { OwnGrant } from "./api";

/** From here on the end of an access is said as a warning: the first notice comes at the same time. */
const SOON_MS = 7 * DAY_MS;

/** Ended access is shown so long: time enough to miss it. */
const ENDED_SHOWN_MS = 30 * DAY_MS;

/** Held access, and what ended in the last 30 days. */
export function splitGrants<Grant extends Pick<OwnGrant, "endedAt">>(
  grants: readonly Grant[],
  now: number,
): { held: Grant[]; ended: Grant[] } {
  return {
    held: grants.filter(({ endedAt }) => endedAt === null),
    ended: grants.filter(({ endedAt }) => endedAt !== null && now - endedAt <= ENDED_SHOWN_MS),
  };
}

/** How near the end of an access is. */
export type Ending = "over" | "soon" | "later" | "never";

/** Over at the very moment, soon within a week. */
export function endingOf({ expiresAt }: Pick<OwnGrant, "expiresAt">, now: number): Ending {
  if (expiresAt === null) return "never";
  if (expiresAt <= now) return "over";
  return expiresAt - now <= SOON_MS ? "soon" : "later";
}

/** "Ends in 5 days", "No end date", "Being removed". */
export function endWords(grant: Pick<OwnGrant, "expiresAt" | "isBeingRemoved" | "removalError">, now: number): string {
  if (grant.removalError !== null) return "Should have ended; the removal failed and will be retried";
  if (grant.isBeingRemoved) return "Being removed";
  if (grant.expiresAt === null) return "No end date";
  return grant.expiresAt <= now ? "Ends now" : `Ends ${formatRelative(grant.expiresAt, now)}`;
}

/** Whether the same can be asked for again before it ends. */
export function isExtendable({ expiresAt, isBeingRemoved }: Pick<OwnGrant, "expiresAt" | "isBeingRemoved">): boolean {
  return expiresAt !== null && !isBeingRemoved;
}
