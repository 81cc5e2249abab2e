/**
 * The way of somebody who is invited. Their account is opened without a password, and a mailed link ends with the one
 * they choose; the newest link alone works. Looking at a link uses nothing up, so whatever opens mails before people
 * do spends nothing; it is used when the password is saved. Whether the invitation stands is the backend's to say.
 */

import * as z from "zod";
import { normalizeEmail } from "../../contracts/sign-in.ts";
import { mailboxOf } from "../../convex/lib/pure/mailbox.ts";
import { pathTo } from "../../convex/site/links.ts";
import type { MailEnd } from "../mail/port.ts";
import { alreadyRegisteredMail, invitationMail } from "../mail/templates.ts";
import { contextOf, enter, withCookies } from "./endpoints/sign-in.ts";
import { AuthFailure } from "./failure.ts";
import { deviceCookie } from "./known-device.ts";
import { takeOrRefuse } from "./limits.ts";
import type { LinkState } from "./mail-links.ts";
import type { AuthCaller, AuthParts } from "./parts.ts";
import { refuseBadPassword, writePassword } from "./password.ts";
import { endSessionsOf, tokenIdentifierOf } from "./sessions.ts";

const linkToken = z.string().max(200);

/** Whose account is to be opened, and until when its link works. */
export interface InvitedAccount {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly expiresAt: number;
  readonly isReminder: boolean;
  /** Somebody who was removed long ago: the password and the sessions they had open nothing any more. */
  readonly isReturn: boolean;
}

/** What was found: an account that waits for its person, or one that has a password and was not touched. */
export type OpenedInvited = "waiting" | "own-password";

/** What was found, and how the mail about it ends: nobody else waits for a mail server. */
export interface Opening {
  readonly found: OpenedInvited;
  readonly mailed: Promise<MailEnd>;
}

/** Opens the account where nobody has one, and mails the link. */
export async function openInvited(parts: AuthParts, account: InvitedAccount): Promise<Opening> {
  const { internalAdapter } = await parts.auth.$context;
  const email = normalizeEmail(account.email);
  const { firstName, lastName, expiresAt, isReminder, isReturn } = account;
  const found = (await internalAdapter.findUserByEmail(email))?.user ?? parts.store.verifiedByMailbox(mailboxOf(email));
  if (found?.emailVerified === true && isReturn && found.email === email) await forget(parts, found.id);
  else if (found?.emailVerified === true) {
    const known = alreadyRegisteredMail({ to: found.email, link: parts.baseUrl + pathTo("signIn") });
    return { found: "own-password", mailed: parts.mail.send(known) };
  }
  const names = { firstName, lastName, name: `${firstName} ${lastName}` };
  const fresh = { email, ...names, emailVerified: false, hasChangedInitialPassword: true };
  // An account nobody proved to be theirs is nobody's: a stranger's password opens nothing, and the link replaces it.
  const user =
    found === undefined
      ? await internalAdapter.createUser(fresh, { method: "email-password" })
      : await internalAdapter.updateUser(found.id, names);
  parts.links.revokeAll(user.id, "invitation");
  const token = parts.links.issue(user.id, "invitation", expiresAt);
  const link = parts.baseUrl + pathTo("invitation", { token });
  const mailed = parts.mail.send(invitationMail({ to: email, link, expiresAt, isReminder }));
  const kept = await internalAdapter.findUserByEmail(email);
  return { found: kept?.user.emailVerified === false ? "waiting" : "own-password", mailed };
}

/** An account whose person begins anew is nobody's again, until the link of their invitation is opened. */
async function forget(parts: AuthParts, userId: string): Promise<void> {
  const { internalAdapter } = await parts.auth.$context;
  await internalAdapter.updateUser(userId, { emailVerified: false });
  await endSessionsOf(parts, userId);
  parts.links.revoke(userId, parts.now());
  parts.store.enable(userId);
}

/** Refuses a link that opens nothing, in words that say what to do. */
export async function refuseOverInvitation(parts: AuthParts, link: LinkState): Promise<string> {
  if (link.state === "expired" || link.state === "unknown") throw new AuthFailure("invitation_expired", 400);
  const { internalAdapter } = await parts.auth.$context;
  const user = await internalAdapter.findUserById(link.userId);
  const isWaiting = user !== null && !user.emailVerified;
  const stands = isWaiting && (await parts.backend.isInvited(user.email));
  // Its withdrawal spends a link, too: whoever waits then waits for no newer one.
  if (link.state === "used" && (stands || !isWaiting)) throw new AuthFailure("invitation_replaced", 400);
  if (!stands) throw new AuthFailure("invitation_over", 400);
  return user.email;
}

/** POST accept-invitation: the token of the mailed link and the password the account opens with; signs in. */
export async function acceptInvitation(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  takeOrRefuse(parts.limiter, parts.attemptsOf.verify(caller.address));
  const { token, password } = z.object({ token: linkToken, password: z.string().max(500) }).parse(body);
  const email = await refuseOverInvitation(parts, parts.links.look(token, "invitation"));
  await refuseBadPassword(parts, password, "newPassword");
  const userId = parts.links.use(token, "invitation");
  if (userId === null) throw new AuthFailure("invitation_replaced", 400);
  // The password first: a verified address with a stranger's password must not exist for a moment.
  await writePassword(parts, userId, password);
  const { internalAdapter } = await parts.auth.$context;
  await internalAdapter.updateUser(userId, { emailVerified: true, hasChangedInitialPassword: true });
  parts.report({ action: "account.emailVerified", actorEmail: email, outcome: "success", context: contextOf(caller) });
  await parts.backend.acceptInvitation({ email, tokenIdentifier: tokenIdentifierOf(parts, userId) });
  const cookies = await enter(parts, { email, password }, caller);
  // Whoever could not be signed in at once has a password for the ordinary way.
  const status = cookies.length > 0 ? "complete" : "needs_sign_in";
  return withCookies(Response.json({ status }), [...cookies, deviceCookie(parts, email)]);
}

/** POST renew-invitation: another link to the mailbox of this one. The answer is the same whether one is mailed. */
export async function renewInvitation(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  takeOrRefuse(parts.limiter, parts.attemptsOf.verify(caller.address));
  const { token } = z.object({ token: linkToken }).parse(body);
  const link = parts.links.look(token, "invitation");
  const { internalAdapter } = await parts.auth.$context;
  const user = link.state === "unknown" ? null : await internalAdapter.findUserById(link.userId);
  if (user !== null && !user.emailVerified) {
    takeOrRefuse(parts.limiter, parts.attemptsOf.resend(user.email, caller.address));
    await parts.backend.renewInvitation(user.email);
  }
  return Response.json({ ok: true });
}
