/**
 * Changing the address of an account. Whoever is signed in gives their password again, and a link is mailed to the new
 * address; the old one stays until that link is used. The account keeps its id, so its person stays who they are.
 */

import * as z from "zod";
import { normalizeEmail, whyNotEmail, whyNotSignUpEmail } from "../../../contracts/sign-in.ts";
import { mailboxOf } from "../../../convex/lib/pure/mailbox.ts";
import { pathTo } from "../../../convex/site/links.ts";
import { changeEmailMail, emailChangedMail } from "../../mail/templates.ts";
import { AuthFailure, refusedForm } from "../failure.ts";
import { deviceCookie } from "../known-device.ts";
import { takeOrRefuse } from "../limits.ts";
import type { AuthCaller, AuthParts, RefusedEmail } from "../parts.ts";
import { requireOwnSession, tokenIdentifierOf } from "../sessions.ts";
import { mayUse } from "./accounts.ts";
import { refuseWrongPassword } from "./passwords.ts";
import { withCookies } from "./sign-in.ts";

const text = z.string().max(500);
const linkToken = z.object({ token: z.string().max(200) });

/** POST request-email-change: the new address and the password; mails the link that proves the address. */
export async function requestEmailChange(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  const { user } = await requireOwnSession(parts, caller);
  const { email: raw, password } = z.object({ email: text, password: text }).parse(body);
  const email = normalizeEmail(raw);
  const problem =
    whyNotEmail(email) ??
    whyNotSignUpEmail(email, parts.policy) ??
    (email === user.email ? "This is already your address" : null);
  if (problem !== null) throw refusedForm({ email: problem });
  await refuseWrongPassword(parts, user, password, caller);
  takeOrRefuse(parts.limiter, parts.attemptsOf.resend(email, caller.address));
  const account = { tokenIdentifier: tokenIdentifierOf(parts, user.id), email };
  const no = (await parts.backend.whyNotEmail(account)) ?? (await whyNotAccount(parts, user.id, email));
  // With private accounts nobody is told whose an address is.
  if (no?.code === "taken" && parts.hasPrivateAccounts) return Response.json({ ok: true });
  if (no !== null) throw refusedForm({ email: no.message });
  parts.links.revokeAll(user.id, "change-email");
  const token = parts.links.issueFor(user.id, email);
  void parts.mail.send(changeEmailMail({ to: email, link: parts.baseUrl + pathTo("changeEmail", { token }) }));
  return Response.json({ ok: true });
}

/** POST change-email: the token of the mailed link. Looking at it is another call, so mail scanners change nothing. */
export const changeEmail = takesAddress("change-email", ({ backend }, account) => backend.changeEmail(account));

/** POST correct-email: the same where somebody else corrects the address; the backend judges all of it again. */
export const correctEmail = takesAddress("correct-email", ({ backend }, account) => backend.confirmCorrection(account));

type Account = Parameters<AuthParts["backend"]["changeEmail"]>[0];

function takesAddress(
  purpose: "change-email" | "correct-email",
  take: (parts: AuthParts, account: Account) => Promise<RefusedEmail | null>,
) {
  return async (parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> => {
    takeOrRefuse(parts.limiter, parts.attemptsOf.verify(caller.address));
    const { token } = linkToken.parse(body);
    const link = parts.links.look(token, purpose);
    if (link.state !== "open" || link.email === null || !(await mayUse(parts, link.userId)))
      throw new AuthFailure("link_invalid", 400);
    const { email } = link;
    // Every link that was mailed to the old address is worth nothing from here on.
    const userId = parts.links.use(token, purpose);
    const { internalAdapter } = await parts.auth.$context;
    const user = userId === null ? null : await internalAdapter.findUserById(userId);
    if (userId === null || user === null) throw new AuthFailure("link_invalid", 400);
    const account = { tokenIdentifier: tokenIdentifierOf(parts, userId), email };
    // The backend first: should the process end in between, the old address signs in, and the change is asked for again.
    const no = (await whyNotAccount(parts, userId, email)) ?? (await take(parts, account));
    if (no !== null) throw new AuthFailure("link_invalid", 400);
    // An account nobody proved to be theirs is nobody's.
    const stranger = (await internalAdapter.findUserByEmail(email))?.user;
    if (stranger && stranger.id !== userId) await internalAdapter.deleteUser(stranger.id);
    await internalAdapter.updateUser(userId, { email, emailVerified: true });
    void parts.mail.send(emailChangedMail({ to: user.email, link: parts.baseUrl + pathTo("signIn") }));
    return withCookies(Response.json({ ok: true, email }), [deviceCookie(parts, email)]);
  };
}

/** POST keep-email: the token of the link that the old mailbox got; what somebody else corrects stays as it is. */
export async function keepEmail(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  takeOrRefuse(parts.limiter, parts.attemptsOf.verify(caller.address));
  const { token } = linkToken.parse(body);
  // Also whoever was shut out meanwhile keeps their address; with this link the one to the new mailbox is used up.
  const userId = parts.links.use(token, "keep-email");
  if (userId === null) throw new AuthFailure("link_invalid", 400);
  if (!(await parts.backend.keepEmail({ tokenIdentifier: tokenIdentifierOf(parts, userId) })))
    throw new AuthFailure("link_invalid", 400);
  return Response.json({ ok: true });
}

/** Why the sign-in store cannot give an account this address, or null: another account proved that mailbox. */
async function whyNotAccount(parts: AuthParts, userId: string, email: string): Promise<RefusedEmail | null> {
  const { internalAdapter } = await parts.auth.$context;
  const found = (await internalAdapter.findUserByEmail(email))?.user;
  const isTaken = found?.emailVerified === true && found.id !== userId;
  const other = parts.store.verifiedByMailbox(mailboxOf(email));
  return isTaken || (other !== undefined && other.id !== userId)
    ? { code: "taken", message: "An account with this email address already exists." }
    : null;
}
