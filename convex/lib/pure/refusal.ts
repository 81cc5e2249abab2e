/**
 * Refusals: the expected "no" of the portal. A rule returns one, a handler throws it with `refuse()`,
 * and a screen shows the same one beside the disabled button.
 */

/** Every code a function may refuse with. Screens map it to words with an exhaustive record. */
export const REFUSAL_CODES = [
  "not-signed-in",
  "not-linked",
  "not-active",
  "password-change-required",
  "session-revoked",
  "step-up-required",
  "not-allowed",
  "not-while-impersonating",
  "impersonation-mismatch",
  "email-not-verified",
  "email-missing",
  "invalid-name",
  "wrong-state",
  "never-retried",
  "attempts-used-up",
  "reason-required",
  "not-found",
  "invalid-form",
  "cart-not-ready",
  "invalid-input",
  "too-long",
  "too-many",
  "rate-limited",
  "no-approver",
  "not-eligible",
  "already-decided",
  "form-changed",
  "plan-missing",
  "changed-meanwhile",
  "duplicate",
  "too-early",
  "too-late",
  "connector-off",
  "empty-filter",
  "confirmation-required",
] as const;

/** A code of the list above. */
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** Facts that travel with a refusal so that a screen can say it in full. */
export type RefusalData = Readonly<Record<string, string | number | boolean | null | Readonly<Record<string, string>>>>;

/** One refusal. It crosses the wire as `error.data`. */
export type Refusal = { readonly code: RefusalCode } & RefusalData;

/** Somebody or something cannot be chosen for this, and why. */
export function notEligible(message: string): Refusal {
  return { code: "not-eligible", message };
}
