/** Who comes in: invitations, suspended people, first passwords, and passwords given again. */

import type { Refusal } from "../lib/pure/refusal";
import type { PersonStatus } from "./roles";

/** How long an invitation waits for its person. */
export const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60_000;

/**
 * Why a sign-in of this person is not taken up, or null: those who are in, whose invitation stands, or who have none
 * any more come in.
 */
export function whyNotSignIn(
  { status, invitedAt }: { readonly status: PersonStatus; readonly invitedAt?: number },
  now: number,
): Refusal | null {
  // A withdrawn invitation promises nothing any more, and takes nothing: its address signs up like any other.
  if (status === "active" || status === "revoked") return null;
  // Nobody has to have noted that an invitation ran out: its own time says so.
  const isOver = invitedAt !== undefined && now - invitedAt >= INVITATION_LIFETIME_MS;
  if (status === "invited") return isOver ? { code: "not-active", status: "expired" } : null;
  return { code: "not-active", status };
}

/** Why this person may not use the portal at all right now, or null. */
export function whyNotEnter(viewer: {
  readonly status: PersonStatus;
  readonly hasChangedInitialPassword: boolean;
}): Refusal | null {
  if (viewer.status !== "active") return { code: "not-active", status: viewer.status };
  if (!viewer.hasChangedInitialPassword) return { code: "password-change-required" };
  return null;
}

/** How long a password that was given again counts. */
export const STEP_UP_LIFETIME_MS = 5 * 60_000;

/** Why something that needs the password again may not be done now, or null. */
export function whyNotSteppedUp(
  viewer: { readonly steppedUpAt: number | null; readonly isImpersonating: boolean },
  now: number,
): Refusal | null {
  if (viewer.isImpersonating) return { code: "not-while-impersonating" };
  const isFresh = viewer.steppedUpAt !== null && now - viewer.steppedUpAt < STEP_UP_LIFETIME_MS;
  return isFresh ? null : { code: "step-up-required" };
}
