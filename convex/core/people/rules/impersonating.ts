/**
 * Looking through somebody else's eyes: who may, through whose, for how long, and when they may act. One rule for the
 * button, the dialog and the server.
 */

import { isSuperAdmin } from "../../../access/rank";
import { rolesHold } from "../../../access/rules";
import type { Refusal } from "../../../lib/pure/refusal";
import type { Moved, Mover } from "./moves";

/** How long an impersonation may be started for, shortest first: that one is offered. */
export const IMPERSONATION_MINUTES = [30, 120, 1440] as const;
export const IMPERSONATION_REASON_MAX = 500;
/** Windows to act in one impersonation, and impersonations one person starts in an hour. */
export const MAX_ACT_WINDOWS = 4;

/** What a start looks at. */
export interface StartFacts {
  readonly by: Mover;
  readonly person: Moved;
  /** Whether somebody proposed to make them a super admin. */
  readonly isPlannedSuperAdmin: boolean;
  /** How many they started in the last hour. */
  readonly startedLately: number;
  /** How many one person may start in an hour. */
  readonly mayStart: number;
}

/** Why this person cannot look through this one's eyes, or null (U1, I5). */
export function whyNotImpersonate(facts: StartFacts): Refusal | null {
  const { by, person, isPlannedSuperAdmin, startedLately, mayStart } = facts;
  if (!rolesHold(by.roles, "impersonation.start")) return { code: "not-allowed", capability: "impersonation.start" };
  if (by.status !== "active") return no("The person who requested this is no longer active.");
  if (by.human === person.human) return no("This is you.");
  if (person.isProtected) return no("This account is protected: nobody can impersonate it.");
  if (isSuperAdmin(person.roles)) return no("Super admins cannot be impersonated.");
  if (isPlannedSuperAdmin) return no(`${person.name} is proposed as a super admin, so nobody can impersonate them.`);
  if (person.status !== "active") return no(`${person.name} is not active, so there is nothing to see as them.`);
  return startedLately < mayStart
    ? null
    : { code: "rate-limited", message: `You started ${mayStart} in the last hour. Try again later.` };
}

/** Why it cannot be started with this reason for this long, or null. */
export function whyNotTerms({ reason, minutes }: { reason: string; minutes: number }): Refusal | null {
  if (!(IMPERSONATION_MINUTES as readonly number[]).includes(minutes))
    return { code: "invalid-input", message: "Choose 30 minutes, 2 hours or a day." };
  return whyNotReason(reason);
}

/** Why somebody does not end an impersonation by force, or null: their own they stop. */
export function whyNotForce(facts: { readonly isOwn: boolean; readonly isOver: boolean }): Refusal | null {
  if (facts.isOwn) return no("This impersonation is your own. Stop it in the bar at the top of the page.");
  return facts.isOver ? { code: "wrong-state", status: "ended", message: "It has already ended." } : null;
}

/** Why this is no reason, or null. */
export function whyNotReason(reason: string): Refusal | null {
  if (reason.trim() === "") return { code: "reason-required" };
  return reason.length > IMPERSONATION_REASON_MAX ? { code: "too-long", maxLength: IMPERSONATION_REASON_MAX } : null;
}

/** Why its holder cannot begin to act now, or null: one window at a time, and not one after the other for ever. */
export function whyNotActing(session: { readonly mode: "view" | "act"; readonly actWindows?: number }): Refusal | null {
  if (session.mode === "act")
    return { code: "wrong-state", status: "acting", message: "You are already acting for them." };
  return (session.actWindows ?? 0) < MAX_ACT_WINDOWS
    ? null
    : no(`You acted ${MAX_ACT_WINDOWS} times in this impersonation. Stop it and start another one.`);
}

function no(message: string): Refusal {
  return { code: "not-eligible", message };
}
