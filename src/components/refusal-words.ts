/** Words for what the backend refuses, and for everything else that can go wrong with a call. */

import { ConvexError } from "convex/values";
import type { RefusalCode, RefusalData } from "../../convex/lib/pure/refusal";
import { withReadersTimes } from "../lib/dates";

const NOT_SIGNED_IN = "You are signed out. Sign in again to continue.";

/** What is said where the server sent no sentence of its own. */
const words: Record<RefusalCode, string | ((data: RefusalData) => string)> = {
  "not-signed-in": NOT_SIGNED_IN,
  "not-linked": "Your account is not linked to a person yet. Sign out and in again.",
  "not-active": "Your account is not active. An administrator can activate it.",
  "password-change-required": "Change your initial password first.",
  "session-revoked": "This session was ended. Sign in again to continue.",
  "step-up-required": "Enter your password again to do this.",
  "not-allowed": "You do not have the right to do this. A super admin can grant it.",
  "not-while-impersonating": "This cannot be done while you impersonate somebody.",
  "impersonation-mismatch": "The impersonation changed in another window. Reload the page and try again.",
  "email-not-verified": "Verify your email address first.",
  "email-missing": "Your account has no email address.",
  "invalid-name": "This name cannot be used.",
  "wrong-state": (data) => `This is no longer possible: the status is ${String(data.status ?? "different")} now.`,
  "never-retried": "An approval is never retried. Submit the request again instead.",
  "attempts-used-up": (data) =>
    `All ${String(data.maxAttempts ?? "")} attempts are used up. An admin can try once more.`,
  "reason-required": "Give a reason.",
  "not-found": "This does not exist, or it is not yours to see.",
  "invalid-form": "Some answers need another look.",
  "cart-not-ready": "Some requests of your cart need another look. None was sent.",
  "invalid-input": "This cannot be saved as it is.",
  "too-long": (data) => `This is too long: at most ${String(data.maxLength ?? "")} characters.`,
  "too-many": (data) => `This is too much at once: at most ${String(data.max ?? "")}.`,
  "rate-limited": "You did this too often in a short time. Wait a little, then try again.",
  "no-approver": "Nobody can decide about this request.",
  "not-eligible": "You cannot decide about this.",
  "already-decided": "This has already been decided.",
  "form-changed": "The form was changed since you opened it. Look at it again before you decide.",
  "plan-missing": "There is no dry run yet. Say that you approve without one, or wait for it.",
  "changed-meanwhile": "Somebody changed this since you opened it. Look at it again.",
  duplicate: "There is already an open one like this.",
  "too-early": "It is too early for this.",
  "too-late": "It is too late for this.",
  "connector-off": "This system is switched off at the moment.",
  "empty-filter": "Choose what this is for: an empty filter would change everything.",
  "confirmation-required": "Type the words shown to confirm.",
};

const LOST_IN_FLIGHT = "Connection lost while action was in flight";

/** Whether the backend said no on purpose, rather than failed. */
export function isRefusal(error: unknown): boolean {
  return refusalOf(error) !== null;
}

/** Whether what was asked for does not exist for this person: asking again would not help. */
export function isNotFound(error: unknown): boolean {
  return refusalOf(error)?.code === "not-found";
}

/** The sentence of a refusal that came as data, beside something that cannot be done; null where there is none. */
export function refusalText(refusal: Readonly<Record<string, unknown>> | null): string | null {
  if (refusal === null) return null;
  const code = refusal.code;
  if (typeof code !== "string" || !Object.hasOwn(words, code)) return "This cannot be done right now.";
  return said({ code: code as RefusalCode, data: refusal as RefusalData });
}

/** One sentence a person can act on, for anything a call may throw. */
export function explain(error: unknown): string {
  const refusal = refusalOf(error);
  if (refusal) return said(refusal);
  if (error instanceof Error && error.message.includes(LOST_IN_FLIGHT)) {
    return `${LOST_IN_FLIGHT}. It may or may not have happened: look before you try again.`;
  }
  return "The portal could not answer. Try again; if it keeps happening, contact support.";
}

/** The server's own sentence where it sent one, whatever the code: it knows more than the code says. */
function said({ code, data }: { code: RefusalCode; data: RefusalData }): string {
  if (typeof data.message === "string" && data.message !== "") return withReadersTimes(data.message);
  const sentenceFor = words[code];
  return typeof sentenceFor === "string" ? sentenceFor : sentenceFor(data);
}

/** The code the backend said no with, and what came with it; null for any other error. */
export function refusalOf(error: unknown): { code: RefusalCode; data: RefusalData } | null {
  if (!(error instanceof ConvexError)) return null;
  const data: unknown = error.data;
  if (typeof data !== "object" || data === null || !("code" in data) || typeof data.code !== "string") return null;
  return Object.hasOwn(words, data.code) ? { code: data.code as RefusalCode, data: data as RefusalData } : null;
}
