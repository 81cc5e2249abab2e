/**
 * Opening an account and proving the address. An account belongs to nobody before its address is verified:
 * the next sign-up replaces what an earlier one left, and the password that counts is the one given together
 * with the mailed link. Signing up with a verified address is refused; with private accounts it answers as if it
 * were new, and its owner gets a mail that says so.
 */

import * as z from "zod";
import { checkSignUp, normalizeEmail, whyNotSignUpEmail, type SignUpForm } from "../../../contracts/sign-in.ts";
import { mailboxOf } from "../../../convex/lib/pure/mailbox.ts";
import { pathTo } from "../../../convex/site/links.ts";
import { alreadyRegisteredMail, verificationMail } from "../../mail/templates.ts";
import { AuthFailure, refusedForm, refusedPassword } from "../failure.ts";
import { refuseOverInvitation } from "../invited.ts";
import { deviceCookie } from "../known-device.ts";
import { takeOrRefuse } from "../limits.ts";
import { LINK_PURPOSES, type LinkState } from "../mail-links.ts";
import type { AccountState, AuthCaller, AuthParts } from "../parts.ts";
import { refuseBadPassword, writePassword } from "../password.ts";
import { accountStateOf } from "../sessions.ts";
import { contextOf, withCookies } from "./sign-in.ts";

const text = z.string().max(500);
const signUpForm = z.object({ firstName: text, lastName: text, email: text, password: text });
const linkToken = z.string().max(200);

/** POST sign-up: "needs_email_verification" when the form is in order and the address not taken. */
export async function signUp(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  const form = signUpForm.parse(body);
  refuseBadForm(parts, form);
  const email = normalizeEmail(form.email);
  takeOrRefuse(parts.limiter, parts.attemptsOf.signUp(email, caller.address));
  await parts.refuseBreached(form.password);
  const accountState = await parts.backend.accountStateOf({ tokenIdentifier: null, email });
  const user = await openUnverified(parts, { ...form, email }, accountState);
  if (user?.emailVerified && !parts.hasPrivateAccounts) throw new AuthFailure("form_identifier_exists", 422);
  if (user === null || accountState === "closed") return Response.json({ status: "needs_email_verification" });
  if (user.emailVerified)
    void parts.mail.send(alreadyRegisteredMail({ to: user.email, link: parts.baseUrl + pathTo("signIn") }));
  else sendVerification(parts, user);
  parts.report({ action: "account.signedUp", actorEmail: email, outcome: "success", context: contextOf(caller) });
  return Response.json({ status: "needs_email_verification" });
}

/** POST open-link: whether a mailed link can still be used, before its form is shown. Uses nothing up. */
export async function openLink(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  takeOrRefuse(parts.limiter, parts.attemptsOf.verify(caller.address));
  const { token, purpose } = z.object({ token: linkToken, purpose: z.enum(LINK_PURPOSES) }).parse(body);
  const link = parts.links.look(token, purpose);
  if (purpose === "invitation") {
    await refuseOverInvitation(parts, link);
    return Response.json({ ok: true });
  }
  if (purpose === "verify-email") await refuseUnusable(parts, link);
  else if (link.state !== "open") throw new AuthFailure("link_invalid", 400);
  return Response.json({ ok: true });
}

/** POST verify-email: the token of the mailed link, and the password the account opens with from now on. */
export async function verifyEmail(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  takeOrRefuse(parts.limiter, parts.attemptsOf.verify(caller.address));
  const { token, password } = z.object({ token: linkToken, password: text }).parse(body);
  await refuseUnusable(parts, parts.links.look(token, "verify-email"));
  await refuseBadPassword(parts, password, "newPassword");
  const userId = parts.links.use(token, "verify-email");
  if (userId === null) throw new AuthFailure("verification_failed", 400);
  // The password first: a verified address with a stranger's password must not exist for a moment.
  await writePassword(parts, userId, password);
  const { internalAdapter } = await parts.auth.$context;
  const { email } = await internalAdapter.updateUser(userId, { emailVerified: true });
  parts.report({ action: "account.emailVerified", actorEmail: email, outcome: "success", context: contextOf(caller) });
  return withCookies(Response.json({ ok: true, email }), [deviceCookie(parts, email)]);
}

/** POST resend-verification: the same answer whether or not the address waits for a link. */
export async function resendVerification(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  const { email: raw } = z.object({ email: text }).parse(body);
  const email = normalizeEmail(raw);
  takeOrRefuse(parts.limiter, parts.attemptsOf.resend(email, caller.address));
  const { internalAdapter } = await parts.auth.$context;
  const accountState = await parts.backend.accountStateOf({ tokenIdentifier: null, email });
  const user = (await internalAdapter.findUserByEmail(email))?.user;
  if (user !== undefined && !user.emailVerified && accountState === "open") sendVerification(parts, user);
  return Response.json({ ok: true });
}

/** Whether the link of this user may still do something: their person may have been shut out since it was mailed. */
export async function mayUse(parts: AuthParts, userId: string): Promise<boolean> {
  const { internalAdapter } = await parts.auth.$context;
  const user = await internalAdapter.findUserById(userId);
  return user !== null && (await accountStateOf(parts, user)) === "open";
}

/** Mails the link that proves the address. It carries nothing the sender of the form wrote. */
export function sendVerification(parts: AuthParts, user: { id: string; email: string }): void {
  const token = parts.links.issue(user.id, "verify-email");
  void parts.mail.send(verificationMail({ to: user.email, link: parts.baseUrl + pathTo("verifyEmail", { token }) }));
}

function refuseBadForm({ policy }: AuthParts, form: SignUpForm): void {
  const { password: passwordError, ...fieldErrors } = checkSignUp(form);
  const domainError = fieldErrors.email === undefined ? whyNotSignUpEmail(form.email, policy) : null;
  const errors = domainError === null ? fieldErrors : { ...fieldErrors, email: domainError };
  if (Object.keys(errors).length > 0)
    throw refusedForm({ ...errors, ...(passwordError === undefined ? {} : { password: passwordError }) });
  if (passwordError !== undefined) throw refusedPassword(passwordError, "password");
}

/**
 * The account of an address: a new one, an unverified one with what this form says, or a verified one as it
 * is; none for somebody who was shut out.
 */
async function openUnverified(
  parts: AuthParts,
  form: SignUpForm,
  accountState: AccountState,
): Promise<{ id: string; email: string; emailVerified: boolean } | null> {
  const { internalAdapter, password: hasher } = await parts.auth.$context;
  const { email, password } = form;
  const firstName = form.firstName.trim();
  const lastName = form.lastName.trim();
  const names = { firstName, lastName, name: `${firstName} ${lastName}` };
  const found = (await internalAdapter.findUserByEmail(email))?.user ?? parts.store.verifiedByMailbox(mailboxOf(email));
  if (found?.emailVerified === true || accountState === "closed") {
    // The same work as below: the answer takes as long for an address that is taken.
    await hasher.hash(password);
    return found?.emailVerified === true ? found : null;
  }
  const fresh = { email, ...names, emailVerified: false, hasChangedInitialPassword: true };
  const user =
    found === undefined
      ? await internalAdapter.createUser(fresh, { method: "email-password" })
      : await internalAdapter.updateUser(found.id, names);
  await writePassword(parts, user.id, password);
  return { id: user.id, email, emailVerified: false };
}

async function refuseUnusable(parts: AuthParts, link: LinkState): Promise<void> {
  if (link.state === "open" && (await mayUse(parts, link.userId))) return;
  if (link.state === "expired") throw new AuthFailure("verification_expired", 400);
  const { internalAdapter } = await parts.auth.$context;
  const user = link.state === "used" ? await internalAdapter.findUserById(link.userId) : null;
  throw new AuthFailure(user?.emailVerified === true ? "verification_already_verified" : "verification_failed", 400);
}
