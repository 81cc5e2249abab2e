/** What its requester says of the help: once, in one word, with why beside it, while they still know (S31). */

import type { Refusal } from "../../../lib/pure/refusal";
import { DAY_MS } from "../../../lib/pure/time";
import { isTicketOver, STATE_WORDS } from "../rules";
import type { Satisfaction, TicketState } from "../table";

/** How long after the end somebody says whether the help was good. */
export const RATING_MS = 14 * DAY_MS;
export const RATING_REASON_MAX_LENGTH = 500;

/** What somebody says of the help. */
export interface Rating {
  readonly satisfaction: Satisfaction;
  readonly reason?: string | undefined;
}

/** The ticket, as far as it decides what can be said of its help. */
interface Rated {
  readonly state: TicketState;
  readonly resolvedAt?: number | undefined;
  readonly satisfaction?: Satisfaction | undefined;
  readonly satisfactionReason?: string | undefined;
}

/** Why nobody says now whether the help was good, or null. */
export function whyNotRate(ticket: Rated, at: number): Refusal | null {
  if (ticket.satisfaction !== undefined) return { code: "duplicate", message: "You have already rated the help." };
  return whyNotNow(ticket, at);
}

/** Why nobody says now why it was, or null: once, after they said that it was or was not. */
export function whyNotExplain(ticket: Rated, at: number): Refusal | null {
  if (ticket.satisfaction === undefined) return { code: "not-eligible", message: "Rate the help first." };
  if (ticket.satisfactionReason !== undefined) return { code: "duplicate", message: "You have already said why." };
  return whyNotNow(ticket, at);
}

/** Why this is not said of the help of a ticket now, or null. The word is never taken back; why may follow it. */
export function whyNotSay(ticket: Rated, { satisfaction, reason }: Rating, at: number): Refusal | null {
  if (reason !== undefined && reason.trim().length > RATING_REASON_MAX_LENGTH)
    return { code: "too-long", maxLength: RATING_REASON_MAX_LENGTH };
  const isSameWord = ticket.satisfaction === satisfaction && (reason ?? "").trim() !== "";
  return isSameWord ? whyNotExplain(ticket, at) : whyNotRate(ticket, at);
}

function whyNotNow({ state, resolvedAt }: Rated, at: number): Refusal | null {
  if (!isTicketOver(state)) return { code: "wrong-state", status: STATE_WORDS[state].label };
  return at < (resolvedAt ?? at) + RATING_MS
    ? null
    : { code: "not-eligible", message: "Help can be rated for 14 days after a ticket ends. That time has passed." };
}
