/** Changing a password: any time with the current one, and once in place of an initial one. */
import * as z from "zod";
import { whyNotNewPassword } from "#src/features/people/signin/rules.ts";
import { AuthFailure, refusedPassword } from "../failure.ts";
import { attemptsOf, takeOrRefuse } from "../limits.ts";
import type { AuthCaller, AuthParts } from "../parts.ts";
import { endOtherSessions, requireSession, type ActiveSession } from "../sessions.ts";
import { contextOf } from "./sign-in.ts";

const password = z.string().max(500);

/** POST change-password: needs the current password; signs every other session out. */
export async function changePassword(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  const active = await requireSession(parts, caller);
  const { currentPassword, newPassword } = z.object({ currentPassword: password, newPassword: password }).parse(body);
  takeOrRefuse(parts.limiter, attemptsOf.changePassword(active.user.id));
  if (!(await isPasswordOf(parts, active, currentPassword))) {
    parts.report({ action: "password.changeRefused", actorEmail: active.user.email, outcome: "denied", context: contextOf(caller) });
    throw new AuthFailure("form_password_incorrect", 422, { fields: { currentPassword: "Incorrect password. Please try again." } });
  }
  return replacePassword(parts, active, { newPassword, isSame: newPassword === currentPassword }, caller);
}

/**
 * POST first-password: only while the initial password still stands. The current one is not asked again:
 * it was given to sign in moments ago, or came with the link and was never seen by the person.
 */
export async function setFirstPassword(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  const active = await requireSession(parts, caller);
  const { newPassword } = z.object({ newPassword: password }).parse(body);
  if (active.user.hasChangedInitialPassword) throw new AuthFailure("form_password_incorrect", 422);
  takeOrRefuse(parts.limiter, attemptsOf.changePassword(active.user.id));
  return replacePassword(parts, active, { newPassword, isSame: await isPasswordOf(parts, active, newPassword) }, caller);
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
  const { internalAdapter, password: hasher } = await parts.auth.$context;
  const account = await internalAdapter.findCredentialAccount(active.user.id);
  if (account === null) throw new AuthFailure("clerk_error", 500);
  await internalAdapter.updateAccount(account.id, { password: await hasher.hash(change.newPassword) });
  await internalAdapter.updateUser(active.user.id, { hasChangedInitialPassword: true });
  parts.store.forgetInitialPassword(active.user.id);
  await endOtherSessions(parts, active);
  parts.report({ action: "password.changed", actorEmail: active.user.email, outcome: "success", context: contextOf(caller) });
  return Response.json({ ok: true });
}

async function isPasswordOf(parts: AuthParts, active: ActiveSession, candidate: string): Promise<boolean> {
  const { internalAdapter, password: hasher } = await parts.auth.$context;
  const account = await internalAdapter.findCredentialAccount(active.user.id);
  return typeof account?.password === "string" && hasher.verify({ hash: account.password, password: candidate });
}
