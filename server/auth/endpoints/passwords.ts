/**
 * Changing a password: with the current one, once in place of an initial one, or by a mailed link when it was
 * forgotten.
 */

import * as z from "zod";
import { normalizeEmail, whyNotNewPassword } from "../../../contracts/sign-in.ts";
import { readStepUpName } from "../../../convex/core/people/rules/stepUp.ts";
import { pathTo } from "../../../convex/site/links.ts";
import { resetPasswordMail } from "../../mail/templates.ts";
import { AuthFailure, refusedPassword } from "../failure.ts";
import { deviceCookie } from "../known-device.ts";
import { takeOrRefuse } from "../limits.ts";
import type { AuthCaller, AuthParts } from "../parts.ts";
import { isPasswordOf, refuseBadPassword, writePassword } from "../password.ts";
import {
  endOtherSessions,
  endSessionsOf,
  requireOwnSession,
  requireSession,
  tokenIdentifierOf,
  type ActiveSession,
} from "../sessions.ts";
import { mayUse, sendVerification } from "./accounts.ts";
import { contextOf, withCookies } from "./sign-in.ts";

const password = z.string().max(500);
/** Only what the portal itself asks for: a proof of anything else is none. */
const stepUpNamed = z.string().refine((text) => readStepUpName(text) !== null);

/** POST change-password: needs the current password, and nobody else's eyes; signs every other session out. */
export async function changePassword(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  const active = await requireOwnSession(parts, caller);
  const { currentPassword, newPassword } = z.object({ currentPassword: password, newPassword: password }).parse(body);
  takeOrRefuse(parts.limiter, parts.attemptsOf.changePassword(active.user.id));
  if (!(await isPasswordOf(parts, active.user.id, currentPassword))) {
    parts.report({
      action: "password.changeRefused",
      actorEmail: active.user.email,
      outcome: "denied",
      context: contextOf(caller),
    });
    throw new AuthFailure("form_password_incorrect", 422, {
      fields: { currentPassword: "Incorrect password. Please try again." },
    });
  }
  return replacePassword(parts, active, { newPassword, isSame: newPassword === currentPassword }, caller);
}

/**
 * POST first-password: only while the initial password still stands. The current one is not asked again:
 * the session was opened with it, or with the link that carried it.
 */
export async function setFirstPassword(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  const active = await requireSession(parts, caller);
  const { newPassword } = z.object({ newPassword: password }).parse(body);
  if (active.user.hasChangedInitialPassword) throw new AuthFailure("form_password_incorrect", 422);
  takeOrRefuse(parts.limiter, parts.attemptsOf.changePassword(active.user.id));
  return replacePassword(
    parts,
    active,
    { newPassword, isSame: await isPasswordOf(parts, active.user.id, newPassword) },
    caller,
  );
}

/**
 * POST step-up: the password of the session's own person, again, for what the backend named when it asked. Answers once
 * the backend knows, so that what asked for it can go on. Guesses count together with those at changing the password.
 */
export async function stepUp(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  const { user, session } = await requireSession(parts, caller);
  const { password: given, for: purpose } = z.object({ password, for: stepUpNamed }).parse(body);
  // Somebody else chose that one: it proves nothing, and opens nothing but its own change.
  if (!user.hasChangedInitialPassword) throw new AuthFailure("form_password_validation_failed", 422);
  await refuseWrongPassword(parts, user, given, caller);
  const tokenIdentifier = tokenIdentifierOf(parts, user.id);
  await parts.backend.recordStepUp({ tokenIdentifier, sessionId: session.id, for: purpose });
  return Response.json({ ok: true });
}

/** Refuses what is not the password of whoever is signed in; guesses count together wherever it is given again. */
export async function refuseWrongPassword(
  parts: AuthParts,
  user: { readonly id: string; readonly email: string },
  given: string,
  caller: AuthCaller,
): Promise<void> {
  const attempts = parts.attemptsOf.changePassword(user.id);
  takeOrRefuse(parts.limiter, attempts);
  if (!(await isPasswordOf(parts, user.id, given))) {
    parts.report({
      action: "session.stepUpRefused",
      actorEmail: user.email,
      outcome: "denied",
      context: contextOf(caller),
    });
    throw new AuthFailure("form_password_incorrect", 422, {
      fields: { password: "Incorrect password. Please try again." },
    });
  }
  parts.limiter.giveBack(attempts);
}

/**
 * POST request-password-reset: mails a link to the owner of the account, and answers the same whether there
 * is one. An address that was never verified gets the link that verifies it, which ends with a password too.
 */
export async function requestPasswordReset(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  const { email: raw } = z.object({ email: z.string().max(500) }).parse(body);
  const email = normalizeEmail(raw);
  takeOrRefuse(parts.limiter, parts.attemptsOf.resend(email, caller.address));
  // Whoever is invited has no password to forget: they get their invitation again.
  if (await parts.backend.renewInvitation(email)) return Response.json({ ok: true });
  const { internalAdapter } = await parts.auth.$context;
  // Asked for strangers, too: the answer takes as long for an address without an account.
  const accountState = await parts.backend.accountStateOf({ tokenIdentifier: null, email });
  const user = (await internalAdapter.findUserByEmail(email))?.user;
  if (user === undefined || accountState === "closed") return Response.json({ ok: true });
  mailPasswordLink(parts, user);
  if (user.emailVerified) {
    parts.report({
      action: "password.resetRequested",
      actorEmail: email,
      outcome: "success",
      context: contextOf(caller),
    });
  }
  return Response.json({ ok: true });
}

/** Mails the link that ends with a new password: the one that resets it, or first proves the address. */
function mailPasswordLink(
  parts: AuthParts,
  user: { readonly id: string; readonly email: string; readonly emailVerified: boolean },
): void {
  if (!user.emailVerified) return sendVerification(parts, user);
  const token = parts.links.issue(user.id, "reset-password");
  void parts.mail.send(resetPasswordMail({ to: user.email, link: parts.baseUrl + pathTo("resetPassword", { token }) }));
}

/** Mails the link because somebody who looks after the person asked for it; nothing where there is no open account. */
export async function sendPasswordLink(parts: AuthParts, email: string): Promise<void> {
  const { internalAdapter } = await parts.auth.$context;
  const user = (await internalAdapter.findUserByEmail(email))?.user;
  const state = await parts.backend.accountStateOf({ tokenIdentifier: null, email });
  if (user !== undefined && state === "open") mailPasswordLink(parts, user);
}

/** POST reset-password: the token of the mailed link and a new password. Every session of the account ends. */
export async function resetPassword(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  takeOrRefuse(parts.limiter, parts.attemptsOf.verify(caller.address));
  const { token, newPassword } = z.object({ token: z.string().max(200), newPassword: password }).parse(body);
  const link = parts.links.look(token, "reset-password");
  if (link.state !== "open" || !(await mayUse(parts, link.userId))) throw new AuthFailure("link_invalid", 400);
  await refuseBadPassword(parts, newPassword, "newPassword");
  const userId = parts.links.use(token, "reset-password");
  if (userId === null) throw new AuthFailure("link_invalid", 400);
  const { internalAdapter } = await parts.auth.$context;
  await writePassword(parts, userId, newPassword);
  const { email } = await internalAdapter.updateUser(userId, { hasChangedInitialPassword: true });
  parts.store.forgetInitialPassword(userId);
  await endSessionsOf(parts, userId);
  parts.report({ action: "password.reset", actorEmail: email, outcome: "success", context: contextOf(caller) });
  // Whoever reads the account's mail gets in, however many strangers used up its attempts.
  return withCookies(Response.json({ ok: true }), [deviceCookie(parts, email)]);
}

async function replacePassword(
  parts: AuthParts,
  active: ActiveSession,
  change: { newPassword: string; isSame: boolean },
  caller: AuthCaller,
): Promise<Response> {
  const problem =
    whyNotNewPassword(change.newPassword) ??
    (change.isSame ? "Choose a password different from the current one" : null);
  if (problem !== null) throw refusedPassword(problem, "newPassword");
  await parts.refuseBreached(change.newPassword);
  const { internalAdapter } = await parts.auth.$context;
  await writePassword(parts, active.user.id, change.newPassword);
  // A link that somebody else may have read would open the account again.
  parts.links.revokeAll(active.user.id, "reset-password");
  await internalAdapter.updateUser(active.user.id, { hasChangedInitialPassword: true });
  parts.store.forgetInitialPassword(active.user.id);
  await endOtherSessions(parts, active);
  const { headers } = await parts.auth.api.renewSession({
    body: { sessionToken: active.session.token },
    headers: caller.headers,
    returnHeaders: true,
  });
  parts.report({
    action: "password.changed",
    actorEmail: active.user.email,
    outcome: "success",
    context: contextOf(caller),
  });
  return withCookies(Response.json({ ok: true }), headers.getSetCookie());
}
