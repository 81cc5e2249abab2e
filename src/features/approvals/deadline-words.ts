/** How soon an approval ends undecided. */

import { DAY_MS } from "../../../convex/lib/pure/time";
import { formatRelative } from "../../lib/dates";
import type { WaitingRow } from "./api";

/** How soon a step ends undecided. */
export type Urgency = "over" | "soon" | "later" | "none";

/** Over at the very moment, soon within a day. */
export function urgencyOf(expireAt: number | null, now: number): Urgency {
  if (expireAt === null) return "none";
  if (expireAt <= now) return "over";
  return expireAt - now <= DAY_MS ? "soon" : "later";
}

/** "Expires in 2 days, then denied": nobody deciding counts as a no. "Deadline paused". */
export function deadlineWords({ expireAt, isPaused }: Pick<WaitingRow, "expireAt" | "isPaused">, now: number): string {
  if (isPaused) return "Deadline paused";
  if (expireAt === null) return "No deadline";
  return `Expires ${expireAt <= now ? "now" : formatRelative(expireAt, now)}, then denied`;
}
