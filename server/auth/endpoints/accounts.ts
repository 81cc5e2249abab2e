/**
 * Opening an account and proving the address. Signing up with an address that already has an account
 * answers as if it were new; its owner gets a mail that says so.
 */
import { decodeJwt } from "jose";
import * as z from "zod";
import { checkSignUp, normalizeEmail, whyNotSignUpEmail } from "#src/features/people/signin/rules.ts";
import { AuthFailure, refusedForm, refusedPassword } from "../failure.ts";
import { attemptsOf, takeOrRefuse } from "../limits.ts";
import type { AuthCaller, AuthParts } from "../parts.ts";
import { contextOf } from "./sign-in.ts";

const text = z.string().max(500);
const signUpForm = z.object({ firstName: text, lastName: text, email: text, password: text });

/** POST sign-up: always "needs_email_verification" when the form is in order. */
export async function signUp(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  const form = signUpForm.parse(body);
  const { password: passwordError, ...fieldErrors } = checkSignUp(form);
  const domainError = fieldErrors.email === undefined ? whyNotSignUpEmail(form.email, parts.policy) : null;
  const errors = domainError === null ? fieldErrors : { ...fieldErrors, email: domainError };
  if (Object.keys(errors).length > 0) throw refusedForm({ ...errors, ...(passwordError === undefined ? {} : { password: passwordError }) });
  if (passwordError !== undefined) throw refusedPassword(passwordError, "password");

  const email = normalizeEmail(form.email);
  takeOrRefuse(parts.limiter, attemptsOf.signUp(email, caller.address));
  await parts.refuseBreached(form.password);
  const firstName = form.firstName.trim();
  const lastName = form.lastName.trim();
  const response = await parts.auth.api.signUpEmail({
    body: { email, password: form.password, firstName, lastName, name: `${firstName} ${lastName}` },
    headers: caller.headers,
    asResponse: true,
  });
  if (!response.ok) throw new AuthFailure("clerk_error", 500);
  parts.report({ action: "account.signedUp", actorEmail: email, outcome: "success", context: contextOf(caller) });
  return Response.json({ status: "needs_email_verification" });
}

/** POST verify-email: the token of the mailed link. */
export async function verifyEmail(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  takeOrRefuse(parts.limiter, attemptsOf.verify(caller.address));
  const { token } = z.object({ token: z.string().max(4000) }).parse(body);
  const wasVerified = await isVerifiedAlready(parts, token);
  const response = await parts.auth.api.verifyEmail({ query: { token }, headers: caller.headers, asResponse: true });
  if (!response.ok) {
    const { code } = (await response.json().catch(() => ({}))) as { code?: string };
    throw new AuthFailure(code === "TOKEN_EXPIRED" ? "verification_expired" : "verification_failed", 400);
  }
  if (wasVerified) throw new AuthFailure("verification_already_verified", 400);
  const email = emailInToken(token);
  parts.report({ action: "account.emailVerified", ...(email === null ? {} : { actorEmail: email }), outcome: "success", context: contextOf(caller) });
  return Response.json({ ok: true, email });
}

/** POST resend-verification: the same answer whether or not the address waits for a link. */
export async function resendVerification(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  const { email: raw } = z.object({ email: text }).parse(body);
  const email = normalizeEmail(raw);
  takeOrRefuse(parts.limiter, attemptsOf.resend(email, caller.address));
  await parts.auth.api.sendVerificationEmail({ body: { email }, asResponse: true });
  return Response.json({ ok: true });
}

async function isVerifiedAlready(parts: AuthParts, token: string): Promise<boolean> {
  const email = emailInToken(token);
  if (email === null) return false;
  const { internalAdapter } = await parts.auth.$context;
  return (await internalAdapter.findUserByEmail(email))?.user.emailVerified ?? false;
}

/** Reads the address without checking the signature; only ever used beside a check that does. */
function emailInToken(token: string): string | null {
  try {
    const { email } = decodeJwt(token);
    return typeof email === "string" ? email : null;
  } catch {
    return null;
  }
}
