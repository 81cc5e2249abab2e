/** Changing a password: with the current one, once in place of an initial one, or by a mailed link when it was forgotten. */
import * as z from "zod";
import { normalizeEmail, whyNotNewPassword } from "#src/features/people/signin/rules.ts";
import { resetPasswordMail } from "../../mail/templates.ts";
import { AuthFailure, refusedPassword } from "../failure.ts";
import { attemptsOf, takeOrRefuse } from "../limits.ts";
import type { AuthCaller, AuthParts } from "../parts.ts";
import { isPasswordOf, refuseBadPassword, writePassword } from "../password.ts";
import { endOtherSessions, endSessionsOf, requireSession, type ActiveSession } from "../sessions.ts";
import { sendVerification } from "./accounts.ts";
import { contextOf } from "./sign-in.ts";

const password = z.string().max(500);

/** POST change-password: needs the current password; signs every other session out. */
export async function changePassword(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  const active = await requireSession(parts, caller);
  const { currentPassword, newPassword } = z.object({ currentPassword: password, newPassword: password }).parse(body);
  takeOrRefuse(parts.limiter, attemptsOf.changePassword(active.user.id));
  if (!(await isPasswordOf(parts, active.user.id, currentPassword))) {
    parts.report({ action: "password.changeRefused", actorEmail: active.user.email, outcome: "denied", context: contextOf(caller) });
    throw new AuthFailure("form_password_incorrect", 422, { fields: { currentPassword: "Incorrect password. Please try again." } });
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
  takeOrRefuse(parts.limiter, attemptsOf.changePassword(active.user.id));
  return replacePassword(parts, active, { newPassword, isSame: await isPasswordOf(parts, active.user.id, newPassword) }, caller);
}

/**
 * POST request-password-reset: mails a link to the owner of the account, and answers the same whether there
 * is one. An address that was never verified gets the link that verifies it, which ends with a password too.
 */
export async function requestPasswordReset(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  const { email: raw } = z.object({ email: z.string().max(500) }).parse(body);
  const email = normalizeEmail(raw);
  takeOrRefuse(parts.limiter, attemptsOf.resend(email, caller.address));
  const { internalAdapter } = await parts.auth.$context;
  const user = (await internalAdapter.findUserByEmail(email))?.user;
  if (user?.emailVerified === false) sendVerification(parts, user);
  else if (user !== undefined) {
    const token = parts.links.issue(user.id, "reset-password");
    parts.mail.send(resetPasswordMail({ to: email, link: `${parts.baseUrl}/reset-password?token=${token}` }));
    parts.report({ action: "password.resetRequested", actorEmail: email, outcome: "success", context: contextOf(caller) });
  }
  return Response.json({ ok: true });
}

/** POST reset-password: the token of the mailed link and a new password. Every session of the account ends. */
export async function resetPassword(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  takeOrRefuse(parts.limiter, attemptsOf.verify(caller.address));
  const { token, newPassword } = z.object({ token: z.string().max(200), newPassword: password }).parse(body);
  if (parts.links.look(token, "reset-password").state !== "open") throw new AuthFailure("link_invalid", 400);
  await refuseBadPassword(parts, newPassword, "newPassword");
  const userId = parts.links.use(token, "reset-password");
  if (userId === null) throw new AuthFailure("link_invalid", 400);
  const { internalAdapter } = await parts.auth.$context;
  await writePassword(parts, userId, newPassword);
  const { email } = await internalAdapter.updateUser(userId, { hasChangedInitialPassword: true });
  parts.store.forgetInitialPassword(userId);
  await endSessionsOf(parts, userId);
  parts.report({ action: "password.reset", actorEmail: email, outcome: "success", context: contextOf(caller) });
  return Response.json({ ok: true });
}

async function replacePassword(
  parts: AuthParts,
  active: ActiveSession,
  change: { newPassword: string; isSame: boolean },
  caller: AuthCaller,
): Promise<Response> {
  const problem = whyNotNewPassword(change.newPassword) ?? (change.isSame ? "Choose a password different from the current one" : null);
  if (problem !== null) throw refusedPassword(problem, "newPassword");
  await parts.refuseBreached(change.newPassword);
  const { internalAdapter } = await parts.auth.$context;
  await writePassword(parts, active.user.id, change.newPassword);
  await internalAdapter.updateUser(active.user.id, { hasChangedInitialPassword: true });
  parts.store.forgetInitialPassword(active.user.id);
  await endOtherSessions(parts, active);
  parts.report({ action: "password.changed", actorEmail: active.user.email, outcome: "success", context: contextOf(caller) });
  return Response.json({ ok: true });
}
