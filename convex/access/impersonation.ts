/** What keeps an impersonation to its session: its time, its target, and pages that show somebody else. */

import type { Refusal } from "../lib/pure/refusal";
import type { PersonStatus, RoleName } from "./roles";

/** Whether an impersonation that was started may still run: in time, and of somebody who may be impersonated. */
export function isImpersonationValid(
  session: { readonly impersonationExpiresAt: number; readonly endedAt?: number },
  target: { readonly status: PersonStatus; readonly roles: readonly RoleName[] } | null,
  now: number,
): boolean {
  if (session.endedAt !== undefined || now >= session.impersonationExpiresAt) return false;
  return target !== null && target.status === "active" && !target.roles.includes("superAdmin");
}

/** Refuses an impersonated id sent by a client that is not the one in the server's own record. */
export function whyNotScope(claimedUserId: string | undefined, impersonatingUserId: string | null): Refusal | null {
  if (claimedUserId === undefined || claimedUserId === impersonatingUserId) return null;
  return { code: "impersonation-mismatch" };
}

/**
 * Refuses a call of a page that takes itself for somebody else: one opened before an impersonation began, or one that
 * still shows its target after the end. A write that names no session is the caller's own (`claimed` null); a reading
 * that says nothing (undefined) follows the server's record. `running` is the session of the server's record.
 */
export function whyNotAs(claimed: string | null | undefined, running: string | null): Refusal | null {
  return claimed === undefined || claimed === running ? null : { code: "impersonation-mismatch" };
}
