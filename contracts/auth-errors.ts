/**
 * The error catalogue of signing in: one code for every way it can fail, one message for every code.
 * Both adapters (built in, hosted) answer with these codes, so no screen reads a provider's words.
 */

/** Words for a code on the ordinary screens. */
const MESSAGES = {
  form_identifier_not_found: "No account found with this email address.",
  form_password_incorrect: "Incorrect password. Please try again.",
  form_password_pwned: "This password has been found in a data breach. Please choose a different password.",
  session_exists: "You are already signed in.",
  verification_failed: "Email verification failed. Please check your email and try again.",
  verification_expired: "Verification link has expired. Please request a new one.",
  verification_already_verified: "This email address has already been verified.",
  rate_limit_exceeded: "Too many attempts. Please wait a moment before trying again.",
  form_identifier_exists: "An account with this email address already exists.",
  form_password_validation_failed: "Password does not meet security requirements.",
  clerk_error: "Authentication service error. Please try again.",
  network_error: "Network error. Please check your connection and try again.",
  // Beyond the specification, which knows no link for a forgotten password.
  invitation_expired: "Your invitation has expired.",
  invitation_replaced: "There is a newer link, or this one was used. Open the newest mail, or sign in.",
  invitation_over: "This invitation no longer stands. Ask whoever invited you.",
  link_invalid: "This link no longer works. Please request a new one.",
  impersonating: "You are impersonating somebody. Stop first: this would change your own account.",
} as const;

/** What a person was doing when it failed; decides the default words. */
export type AuthFlow = "sign-in" | "sign-up" | "verification" | "auto-sign-in" | "correction" | "other";

/** Words for a code where somebody was doing this. */
const MESSAGES_OF: Partial<Record<AuthFlow, Partial<Record<CatalogueCode, string>>>> = {
  "auto-sign-in": {
    form_identifier_not_found: "Account not found. Please contact your administrator.",
    form_password_incorrect: "Invalid credentials. Please contact your administrator for a new invitation.",
  },
  // Nobody can request such a link: it is mailed when a colleague corrects an address.
  correction: { link_invalid: "This link no longer works: the change was stopped, confirmed or is over." },
};

const DEFAULTS: Record<AuthFlow, string> = {
  "sign-in": "Sign-in failed. Please check your credentials and try again.",
  "sign-up": "Account creation failed. Please try again.",
  verification: "Email verification failed. Please try again.",
  "auto-sign-in": "An unexpected error occurred. Please try again or contact your administrator.",
  correction: "An error occurred. Please try again.",
  other: "An error occurred. Please try again.",
};

/** Said when nobody answers for signing in, when a session that began cannot be used, or when none was begun. */
export const PROVIDER_MESSAGES = {
  signInNotAvailable: "Sign in not available",
  setActiveNotAvailable: "Set active not available",
  signInIncomplete: "Sign-in incomplete. Please try again or contact your administrator.",
} as const;

/** The codes of the specification's catalogue, and those added to it. */
export type CatalogueCode = keyof typeof MESSAGES;

/**
 * All an adapter may answer: the catalogue, a form that was refused field by field, a session that is
 * over, and the rest.
 */
export type AuthErrorCode = CatalogueCode | "form_invalid" | "session_expired" | "unknown";

/** Whether a code that came over the wire is in the catalogue. */
export function isCatalogueCode(code: string): code is CatalogueCode {
  return Object.hasOwn(MESSAGES, code);
}

/** The words for a failure: the catalogue's, else the provider's own, else the default of the flow. */
export function authMessage(code: AuthErrorCode, flow: AuthFlow, providerMessage?: string): string {
  if (isCatalogueCode(code)) {
    return MESSAGES_OF[flow]?.[code] ?? MESSAGES[code];
  }
  if (providerMessage === undefined || providerMessage === "") return DEFAULTS[flow];
  return flow === "auto-sign-in" ? `Sign-in failed: ${providerMessage}` : providerMessage;
}

/** The words for an HTTP answer that carried no message of its own. */
export function httpFailureMessage(status: number): string {
  return `Request failed with status ${status}`;
}

/** Codes that say that the session's token ran out: whoever holds one asks whether the session still stands. */
export function isExpiredTokenCode(code: string): boolean {
  // Named as the specification does, except for what the catalogue has words of its own for.
  return !isCatalogueCode(code) && /session|token|expired/.test(code);
}

/** Whether a message speaks of e-mail verification: such failures show the way to another link. */
export function isAboutVerification(message: string): boolean {
  return /verify|verification/i.test(message);
}
