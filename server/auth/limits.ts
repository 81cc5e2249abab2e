/** How often each sign-in endpoint may be tried, per account and per address. */

import { mailboxOf } from "../../convex/lib/pure/mailbox.ts";
import { HOUR_MS, MINUTE_MS } from "../../convex/lib/pure/time.ts";
import { callerKey } from "../lib/address.ts";
import { AuthFailure } from "./failure.ts";
import type { RateAttempt, RateLimiter, RateRule } from "./rate-limit.ts";

/**
 * An account is guarded per address first, and a known device of it by itself, so that a stranger cannot lock its owner
 * out.
 */
const RULES = {
  signInPair: { name: "sign-in by account and address", limit: 8, windowMs: 10 * MINUTE_MS },
  signInAccount: { name: "sign-in by account", limit: 40, windowMs: 10 * MINUTE_MS },
  signInAddress: { name: "sign-in by address", limit: 60, windowMs: 10 * MINUTE_MS },
  unknownAddress: { name: "unknown accounts by address", limit: 10, windowMs: 10 * MINUTE_MS },
  signInDevice: { name: "sign-in by known device", limit: 8, windowMs: 10 * MINUTE_MS },
  linkAccount: { name: "link by account", limit: 5, windowMs: 15 * MINUTE_MS },
  signUpAccount: { name: "sign-up by account", limit: 3, windowMs: HOUR_MS },
  signUpAddress: { name: "sign-up by address", limit: 20, windowMs: HOUR_MS },
  mailAccount: { name: "mail by account", limit: 3, windowMs: 10 * MINUTE_MS },
  mailAddress: { name: "mail by address", limit: 20, windowMs: 10 * MINUTE_MS },
  verifyAddress: { name: "verification by address", limit: 30, windowMs: 10 * MINUTE_MS },
  passwordAccount: { name: "password change by account", limit: 10, windowMs: 10 * MINUTE_MS },
} as const;

/** The attempts each action counts. `factor` multiplies what one address may do: many people may sit behind it. */
export function attemptsBy(factor: number) {
  const byAddress = (rule: RateRule, address: string): RateAttempt => ({
    rule: { ...rule, limit: rule.limit * factor },
    key: callerKey(address),
  });
  return {
    signIn: (email: string, address: string, device: string | null): RateAttempt[] =>
      device !== null
        ? [{ rule: RULES.signInDevice, key: `${email} ${device}` }]
        : [
            { rule: RULES.signInPair, key: `${email} ${callerKey(address)}` },
            { rule: RULES.signInAccount, key: email },
            byAddress(RULES.signInAddress, address),
          ],
    unknownAccount: (address: string): RateAttempt[] => [byAddress(RULES.unknownAddress, address)],
    autoSignIn: (email: string, address: string): RateAttempt[] => [
      { rule: RULES.linkAccount, key: email },
      byAddress(RULES.signInAddress, address),
    ],
    signUp: (email: string, address: string): RateAttempt[] => [
      { rule: RULES.signUpAccount, key: mailboxOf(email) },
      byAddress(RULES.signUpAddress, address),
    ],
    resend: (email: string, address: string): RateAttempt[] => [
      { rule: RULES.mailAccount, key: mailboxOf(email) },
      byAddress(RULES.mailAddress, address),
    ],
    verify: (address: string): RateAttempt[] => [byAddress(RULES.verifyAddress, address)],
    changePassword: (userId: string): RateAttempt[] => [{ rule: RULES.passwordAccount, key: userId }],
  };
}

/** See `attemptsBy`. */
export type AttemptsOf = ReturnType<typeof attemptsBy>;

/** Counts the attempts or throws the refusal that says when to come back. */
export function takeOrRefuse(limiter: RateLimiter, attempts: readonly RateAttempt[]): void {
  const verdict = limiter.take(attempts);
  if (!verdict.allowed)
    throw new AuthFailure("rate_limit_exceeded", 429, { retryAfterSeconds: verdict.retryAfterSeconds });
}

/** Forgets the wrong passwords of an account, wherever they came from; what an address may do stays counted. */
export function forgetTries(limiter: RateLimiter, email: string): void {
  for (const rule of [RULES.signInPair, RULES.signInAccount, RULES.signInDevice]) limiter.forget({ rule, key: email });
}

/** Counts one attempt of an address: null, or the seconds to wait. */
export function takeAttempt(limiter: RateLimiter, rule: RateRule, address: string): number | null {
  const verdict = limiter.take([{ rule, key: callerKey(address) }]);
  return verdict.allowed ? null : verdict.retryAfterSeconds;
}
