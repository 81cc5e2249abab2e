/** What becomes of a ticket that its requester does not answer: they are reminded, then it is resolved (S30). */

import { DAY_MS } from "../../../lib/pure/time";
import type { Silence } from "../table";

/** After how many days each happens; 0 stands for never. */
export interface SilenceDays {
  readonly remind: number;
  readonly resolve: number;
}

/** What comes next, and when; null where nothing does. */
export interface NextOfSilence {
  readonly what: "remind" | "resolve";
  readonly at: number;
}

/** When such a ticket is resolved unless its requester answers; null where it never is. */
export function endOfSilence(silence: Silence, days: SilenceDays): number | null {
  const next = nextOfSilence(silence, days);
  if (next?.what !== "remind") return next?.at ?? null;
  return nextOfSilence({ ...silence, remindedAt: next.at }, days)?.at ?? null;
}

/** What comes next for a ticket that waits so. Nobody's ticket is resolved within a day of their reminder. */
export function nextOfSilence({ since, remindedAt }: Silence, { remind, resolve }: SilenceDays): NextOfSilence | null {
  if (remind > 0 && remindedAt === undefined) return { what: "remind", at: since + remind * DAY_MS };
  if (resolve === 0) return null;
  const days = since + resolve * DAY_MS;
  return { what: "resolve", at: remindedAt === undefined ? days : Math.max(days, remindedAt + DAY_MS) };
}
