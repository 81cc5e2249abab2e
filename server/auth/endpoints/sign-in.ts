/**
 * Signing in and out. Somebody whose address has no account is told so, a few times per place; with private accounts
 * never: a wrong password and an unknown account then get the same answer after the same work.
 */

import * as z from "zod";
import { normalizeEmail } from "../../../contracts/sign-in.ts";
import { AuthFailure } from "../failure.ts";
import { deviceCookie, knownDevice } from "../known-device.ts";
import { takeOrRefuse } from "../limits.ts";
import type { AuthCaller, AuthParts } from "../parts.ts";
import { findSession, readSignInState, requireSession } from "../sessions.ts";

const MAX_LINK_ATTEMPTS = 5;
const credentials = z.object({
  email: z.string().max(254).transform(normalizeEmail),
  password: z.string().min(1).max(128),
});
type Credentials = z.infer<typeof credentials>;

/** POST sign-in: `{ status: "complete" }` with the cookie, or `"needs_email_verification"`. */
export async function signIn(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  const input = readCredentials(body);
  const attempts = parts.attemptsOf.signIn(
    input.email,
    caller.address,
    knownDevice(parts, caller.headers, input.email),
  );
  takeOrRefuse(parts.limiter, attempts);
  const result = await tryPassword(parts, input, caller);
  if (result.status === "refused") throw await refused(parts, input, caller, "password");
  parts.limiter.giveBack(attempts);
  if (result.status === "unverified") return Response.json({ status: "needs_email_verification" });
  await afterSignIn(parts, result, caller);
  return complete([...result.cookies, deviceCookie(parts, input.email)]);
}

/**
 * POST auto-sign-in: the link of an invitation. Accepts only an initial password nobody has used yet, in
 * time, within five attempts for ever; whatever is wrong with it, the answer is the same.
 */
export async function autoSignIn(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  const input = readCredentials(body);
  takeOrRefuse(parts.limiter, parts.attemptsOf.autoSignIn(input.email, caller.address));
  const current = await findSession(parts, caller.headers);
  // The same person coming back to their link is no error. Someone else's open session is not replaced
  // by a link: that would let a stranger's link swap the account under a person's hands.
  if (current !== null && current.user.email === input.email) return Response.json({ status: "complete" });
  if (current !== null) throw new AuthFailure("session_exists", 400);

  const { internalAdapter, password } = await parts.auth.$context;
  const user = (await internalAdapter.findUserByEmail(input.email))?.user;
  const initial = user === undefined ? null : parts.store.initialPassword(user.id);
  const isOpen =
    initial !== null &&
    initial.usedAt === null &&
    initial.expiresAt > parts.now() &&
    initial.failedLinkAttempts < MAX_LINK_ATTEMPTS;
  if (user === undefined || !isOpen) {
    await password.hash(input.password);
    throw await refused(parts, input, caller, "link");
  }
  // Claimed before the password is tried: of two racing requests one finds it used.
  const isFirst = parts.store.useInitialPassword(user.id, parts.now());
  const result = isFirst ? await tryPassword(parts, input, caller) : null;
  if (result?.status !== "complete") {
    if (isFirst) parts.store.countFailedLinkAttempt(user.id);
    throw await refused(parts, input, caller, "link");
  }
  parts.report({
    action: "session.started",
    actorEmail: input.email,
    outcome: "success",
    context: { ...contextOf(caller), by: "link" },
  });
  return complete([...result.cookies, deviceCookie(parts, input.email)]);
}

/** POST sign-out: ends the session if there is one, and clears the cookie either way. */
export async function signOut(parts: AuthParts, _body: unknown, caller: AuthCaller): Promise<Response> {
  const current = await findSession(parts, caller.headers);
  const { headers } = await parts.auth.api.signOut({ headers: caller.headers, returnHeaders: true });
  if (current !== null)
    parts.report({
      action: "session.ended",
      actorEmail: current.user.email,
      outcome: "success",
      context: contextOf(caller),
    });
  return complete(headers.getSetCookie());
}

/** GET token: the user and a token for the realtime backend; nulls when nobody is signed in. */
export async function token(parts: AuthParts, _body: unknown, caller: AuthCaller): Promise<Response> {
  return Response.json(await readSignInState(parts, caller.headers));
}

/** GET sessions: where the caller is signed in, without anything that could be used to sign in. */
export async function listSessions(parts: AuthParts, _body: unknown, caller: AuthCaller): Promise<Response> {
  const { user, session: current } = await requireSession(parts, caller);
  const { internalAdapter } = await parts.auth.$context;
  const sessions = await internalAdapter.listSessions(user.id, { onlyActiveSessions: true });
  return Response.json({
    sessions: sessions.map((session) => ({
      id: session.id,
      createdAt: session.createdAt.getTime(),
      lastSeenAt: session.updatedAt.getTime(),
      expiresAt: session.expiresAt.getTime(),
      userAgent: session.userAgent ?? "",
      address: session.ipAddress ?? "",
      isCurrent: session.id === current.id,
    })),
  });
}

/** POST revoke-session: ends one of the caller's own sessions. */
export async function revokeSession(parts: AuthParts, body: unknown, caller: AuthCaller): Promise<Response> {
  const { user } = await requireSession(parts, caller);
  const { sessionId } = z.object({ sessionId: z.string().max(100) }).parse(body);
  const { internalAdapter } = await parts.auth.$context;
  const session = (await internalAdapter.listSessions(user.id)).find(({ id }) => id === sessionId);
  if (session !== undefined) {
    await internalAdapter.deleteSession(session.token);
    parts.report({ action: "session.revoked", actorEmail: user.email, outcome: "success", context: contextOf(caller) });
  }
  return Response.json({ ok: true });
}

type PasswordResult =
  | { status: "complete"; cookies: string[]; userId: string }
  | { status: "unverified" }
  | { status: "refused" };

async function tryPassword(parts: AuthParts, input: Credentials, caller: AuthCaller): Promise<PasswordResult> {
  const response = await parts.auth.api.signInEmail({ body: input, headers: caller.headers, asResponse: true });
  if (response.status === 403) return { status: "unverified" };
  // 401 as well when the session was not made: somebody who was shut out is told no more than a stranger.
  if (response.status === 401 || response.status === 400) return { status: "refused" };
  if (!response.ok) throw new AuthFailure("clerk_error", 500);
  const { user } = (await response.json()) as { user: { id: string } };
  return { status: "complete", cookies: response.headers.getSetCookie(), userId: user.id };
}

/** Signs in whoever just proved to be the account's person; the cookies, none where it did not work. */
export async function enter(parts: AuthParts, input: Credentials, caller: AuthCaller): Promise<readonly string[]> {
  const result = await tryPassword(parts, input, caller);
  if (result.status !== "complete") return [];
  await afterSignIn(parts, result, caller);
  return result.cookies;
}

async function afterSignIn(parts: AuthParts, result: { userId: string }, caller: AuthCaller): Promise<void> {
  parts.store.useInitialPassword(result.userId, parts.now());
  const { internalAdapter } = await parts.auth.$context;
  const previous = await findSession(parts, caller.headers);
  // The cookie is about to be replaced; without this its session would live on, held by nobody.
  if (previous !== null) await internalAdapter.deleteSession(previous.session.token);
  const user = await internalAdapter.findUserById(result.userId);
  parts.report({
    action: "session.started",
    ...(user === null ? {} : { actorEmail: user.email }),
    outcome: "success",
    context: { ...contextOf(caller), by: "password" },
  });
}

async function refused(
  parts: AuthParts,
  input: Credentials,
  caller: AuthCaller,
  by: "password" | "link",
): Promise<AuthFailure> {
  parts.report({
    action: "session.refused",
    actorEmail: input.email,
    outcome: "denied",
    context: { ...contextOf(caller), by },
  });
  const isUnknown = await revealsUnknown(parts, input.email, caller);
  return new AuthFailure(isUnknown ? "form_identifier_not_found" : "form_password_incorrect", 422);
}

/** Whether this caller may learn that an address has no account: whoever tries many of them may not. */
async function revealsUnknown(parts: AuthParts, email: string, { address }: AuthCaller): Promise<boolean> {
  if (parts.hasPrivateAccounts) return false;
  const { internalAdapter } = await parts.auth.$context;
  const isKnown = (await internalAdapter.findUserByEmail(email)) !== null;
  return !isKnown && parts.limiter.take(parts.attemptsOf.unknownAccount(address)).allowed;
}

function readCredentials(body: unknown): Credentials {
  const parsed = credentials.safeParse(body);
  if (!parsed.success) throw new AuthFailure("form_password_incorrect", 422);
  return parsed.data;
}

/** What the audit trail keeps about a caller. */
export function contextOf({ headers, address }: AuthCaller): Record<string, string> {
  return { address, userAgent: (headers.get("user-agent") ?? "").slice(0, 200) };
}

function complete(cookies: readonly string[]): Response {
  return withCookies(Response.json({ status: "complete" }), cookies);
}

/** The answer with these cookies. */
export function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
