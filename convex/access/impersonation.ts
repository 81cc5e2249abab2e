/** What keeps an impersonation to its session: its time, its target, and pages that show somebody else. */

import type { Refusal } from "../lib/pure/refusal";
import { DAY_MS, MINUTE_MS } from "../lib/pure/time";
import { isSuperAdmin } from "./rank";
import type { ImpersonationMode, PersonStatus, RoleName } from "./roles";

/** The longest an impersonation runs, whatever its record says: 1440 minutes. */
export const MAX_IMPERSONATION_MS = DAY_MS;
/** How long its holder acts before they only look again. */
export const ACT_WINDOW_MS = 30 * MINUTE_MS;

/** What the time of an impersonation is told by. */
interface Times {
  readonly impersonationStartedAt: number;
  readonly impersonationExpiresAt: number;
}

/** When its time is over. */
export function endOfTime({ impersonationStartedAt, impersonationExpiresAt }: Times): number {
  return Math.min(impersonationExpiresAt, impersonationStartedAt + MAX_IMPERSONATION_MS);
}

/** When a window to act is over; a record that says nothing of it acts no longer than one from its start. */
export function endOfActing(session: Times & { readonly actExpiresAt?: number }): number {
  return Math.min(session.actExpiresAt ?? session.impersonationStartedAt + ACT_WINDOW_MS, endOfTime(session));
}

/** Whether its holder may act right now or only looks: a window that is over counts no longer, written or not. */
export function modeAt(
  session: Times & { readonly mode: ImpersonationMode; readonly actExpiresAt?: number },
  now: number,
): ImpersonationMode {
  return session.mode === "act" && now < endOfActing(session) ? "act" : "view";
}

/** Whether an impersonation that was started may still run: in time, and of somebody who may be impersonated. */
export function isImpersonationValid(
  session: Times & { readonly endedAt?: number },
  target: { readonly status: PersonStatus; readonly roles: readonly RoleName[] } | null,
  now: number,
): boolean {
  if (session.endedAt !== undefined || now >= endOfTime(session)) return false;
  return target !== null && target.status === "active" && !isSuperAdmin(target.roles);
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
