/** How often each sign-in endpoint may be tried, per account and per address. */
import { isIPv6 } from "node:net";
import { mailboxOf } from "#convex/lib/pure/mailbox.ts";
import { AuthFailure } from "./failure.ts";
import type { RateAttempt, RateLimiter, RateRule } from "./rate-limit.ts";

const MINUTE = 60_000;

/** An account is guarded per address first, and a known device of it by itself, so that a stranger cannot lock its owner out. */
const RULES = {
  signInPair: { name: "sign-in by account and address", limit: 8, windowMs: 10 * MINUTE },
  signInAccount: { name: "sign-in by account", limit: 40, windowMs: 10 * MINUTE },
  signInAddress: { name: "sign-in by address", limit: 60, windowMs: 10 * MINUTE },
  signInDevice: { name: "sign-in by known device", limit: 8, windowMs: 10 * MINUTE },
  linkAccount: { name: "link by account", limit: 5, windowMs: 15 * MINUTE },
  signUpAccount: { name: "sign-up by account", limit: 3, windowMs: 60 * MINUTE },
  signUpAddress: { name: "sign-up by address", limit: 20, windowMs: 60 * MINUTE },
  mailAccount: { name: "mail by account", limit: 3, windowMs: 10 * MINUTE },
  mailAddress: { name: "mail by address", limit: 20, windowMs: 10 * MINUTE },
  verifyAddress: { name: "verification by address", limit: 30, windowMs: 10 * MINUTE },
  passwordAccount: { name: "password change by account", limit: 10, windowMs: 10 * MINUTE },
} as const;

/** The attempts each action counts. */
export const attemptsOf = {
  signIn: (email: string, address: string, device: string | null): RateAttempt[] => device !== null ? [{ rule: RULES.signInDevice, key: `${email} ${device}` }] : [
    { rule: RULES.signInPair, key: `${email} ${addressKey(address)}` },
    { rule: RULES.signInAccount, key: email },
    { rule: RULES.signInAddress, key: addressKey(address) },
  ],
  autoSignIn: (email: string, address: string): RateAttempt[] => [
    { rule: RULES.linkAccount, key: email },
    { rule: RULES.signInAddress, key: addressKey(address) },
  ],
  signUp: (email: string, address: string): RateAttempt[] => [
    { rule: RULES.signUpAccount, key: mailboxOf(email) },
    { rule: RULES.signUpAddress, key: addressKey(address) },
  ],
  resend: (email: string, address: string): RateAttempt[] => [
    { rule: RULES.mailAccount, key: mailboxOf(email) },
    { rule: RULES.mailAddress, key: addressKey(address) },
  ],
  verify: (address: string): RateAttempt[] => [{ rule: RULES.verifyAddress, key: addressKey(address) }],
  changePassword: (userId: string): RateAttempt[] => [{ rule: RULES.passwordAccount, key: userId }],
};

/** Counts the attempts or throws the refusal that says when to come back. */
export function takeOrRefuse(limiter: RateLimiter, attempts: readonly RateAttempt[]): void {
  const verdict = limiter.take(attempts);
  if (!verdict.allowed) throw new AuthFailure("rate_limit_exceeded", 429, { retryAfterSeconds: verdict.retryAfterSeconds });
}

/** One household or server has a whole IPv6 /64, so that prefix is what counts. */
export function addressKey(address: string): string {
  const unmapped = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");
  if (!isIPv6(unmapped)) return unmapped;
  const [head = "", tail = ""] = unmapped.split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === "" ? [] : tail.split(":");
  const middle = unmapped.includes("::") ? Array<string>(Math.max(0, 8 - front.length - back.length)).fill("0") : [];
  return [...front, ...middle, ...back].slice(0, 4).map((group) => group.toLowerCase().replace(/^0+(?=.)/, "")).join(":");
}

/** Counts one attempt of an address: null, or the seconds to wait. */
export function takeAttempt(limiter: RateLimiter, rule: RateRule, address: string): number | null {
  const verdict = limiter.take([{ rule, key: addressKey(address) }]);
  return verdict.allowed ? null : verdict.retryAfterSeconds;
}
