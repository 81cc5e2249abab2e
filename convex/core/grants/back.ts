/** How long what an access review took can be asked back by one approval. */

import type { Doc } from "../../_generated/dataModel";
import { DAY_MS } from "../../lib/pure/time";

type Ended = Pick<Doc<"grants">, "state" | "endedAt" | "expiresAt" | "endReason" | "removalAskedAt">;

/** Until when access that a review took comes back by one approval, so many days long; null once that is over. */
export function backUntil({ state, endedAt, expiresAt }: Ended, now: number, days: number): number | null {
  if (state !== "Revoked" || endedAt === undefined) return null;
  // It comes back for whole days and never beyond the end it had.
  const until = Math.min(endedAt + days * DAY_MS, (expiresAt ?? Infinity) - DAY_MS + 1);
  return now < until ? until : null;
}

/** The whole days that are left of it: it comes back until the end it had. */
export function daysLeft({ expiresAt }: Pick<Ended, "expiresAt">, now: number): number | null {
  return expiresAt === undefined ? null : Math.floor((expiresAt - now) / DAY_MS);
}
