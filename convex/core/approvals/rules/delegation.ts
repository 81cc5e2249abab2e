/** Who may stand in for whom. */

import type { PersonStatus } from "../../../access/roles";
import type { Refusal } from "../../../lib/pure/refusal";
import { DAY_MS } from "../../../lib/pure/time";
import { COMMENT_MAX_LENGTH, MAX_DELEGATION_DAYS } from "./limits";

/** A window in which somebody is away; without types, for every type of request. */
export interface AwayWindow {
  readonly startsAt: number;
  readonly endsAt: number;
  readonly typeKeys?: readonly string[];
}

/** What the decision about a delegation looks at. */
export interface DelegationFacts extends AwayWindow {
  readonly from: { readonly id: string; readonly status: PersonStatus };
  readonly to: { readonly id: string; readonly status: PersonStatus; readonly name: string };
  /** Who arranges it. */
  readonly byId: string;
  readonly reason: string;
  readonly others: { readonly ofFrom: readonly AwayWindow[]; readonly ofTo: readonly AwayWindow[] };
  readonly now: number;
}

/** Why this delegation cannot be made, or null. */
export function whyNotDelegate(facts: DelegationFacts): Refusal | null {
  const { from, to, byId, startsAt, endsAt, now, reason, others } = facts;
  if (reason.trim() === "") return { code: "reason-required" };
  if (reason.length > COMMENT_MAX_LENGTH) return { code: "too-long", maxLength: COMMENT_MAX_LENGTH };
  if (from.id === to.id) return invalid("Choose somebody else to stand in.");
  // Whoever arranges it for others would decide in their place (A1).
  if (from.id !== byId && to.id === byId)
    return {
      code: "not-eligible",
      message: "You cannot arrange to stand in for somebody yourself. Choose a colleague, or ask another admin.",
    };
  if (to.status !== "active") return { code: "not-eligible", message: `${to.name} is not active.` };
  if (!Number.isFinite(startsAt) || !Number.isFinite(endsAt)) return invalid("Choose both days.");
  if (endsAt <= startsAt) return invalid("The last day must be after the first.");
  if (endsAt <= now) return invalid("This period is already over.");
  if (endsAt - startsAt > MAX_DELEGATION_DAYS * DAY_MS)
    return invalid(`A delegation lasts at most ${MAX_DELEGATION_DAYS} days.`);
  if (others.ofFrom.some((other) => overlaps(other, facts)))
    return { code: "duplicate", message: "Somebody is already standing in at that time. End that first." };
  // One hop: a seat is not handed on, so a delegate who is away would leave it to nobody.
  if (others.ofTo.some((other) => overlaps(other, facts)))
    return { code: "not-eligible", message: `${to.name} is away at that time, too.` };
  return null;
}

function invalid(message: string): Refusal {
  return { code: "invalid-input", message };
}

function overlaps(a: AwayWindow, b: AwayWindow): boolean {
  const isSameTime = a.startsAt < b.endsAt && b.startsAt < a.endsAt;
  const isSameType =
    a.typeKeys === undefined || b.typeKeys === undefined || a.typeKeys.some((key) => b.typeKeys?.includes(key));
  return isSameTime && isSameType;
}
