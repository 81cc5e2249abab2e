/** Reading and ending sessions, for the endpoints and the root load. */

import type { PersonSession } from "../../contracts/sessions.ts";
import { AuthFailure, noSession } from "./failure.ts";
import type { AccountState, AuthCaller, AuthParts } from "./parts.ts";

type SessionParts = Pick<AuthParts, "auth" | "backend" | "issuer" | "store" | "now" | "warn">;

/**
 * The session of a request's cookie, or null. One whose person was shut out, or whose initial password ran
 * out before it was replaced, is over: all sessions of the account end with it.
 */
export async function findSession(parts: SessionParts, headers: Headers) {
  const active = await parts.auth.api.getSession({ headers });
  if (active === null) return null;
  const initial = active.user.hasChangedInitialPassword ? null : parts.store.initialPassword(active.user.id);
  const isPastInitial = initial !== null && initial.expiresAt <= parts.now();
  const isOver = isPastInitial || parts.store.isDisabled(active.user.id);
  const state = isOver ? "closed" : await stateOfSession(parts, active);
  if (state === "open") return active;
  // Whoever was let in again has other sessions, which go on.
  if (state === "closed") await endSessionsOf(parts, active.user.id);
  else await (await parts.auth.$context).internalAdapter.deleteSession(active.session.token);
  return null;
}

async function stateOfSession(
  parts: SessionParts,
  { user, session }: { user: { id: string; email: string }; session: { createdAt: Date } },
): Promise<AccountState> {
  try {
    return await accountStateOf(parts, user, session.createdAt.getTime());
  } catch {
    // The backend that does not answer is the one that refuses every call of theirs: nothing opens by this.
    parts.warn("the backend did not say whether a session may go on");
    return "open";
  }
}

/** Whether the person behind an account may sign in; with the time a session of theirs began, whether it goes on. */
export function accountStateOf(
  parts: Pick<AuthParts, "backend" | "issuer">,
  user: { id: string; email: string },
  sessionStartedAt?: number,
): Promise<AccountState> {
  const account = { tokenIdentifier: tokenIdentifierOf(parts, user.id), email: user.email };
  return parts.backend.accountStateOf({ ...account, ...(sessionStartedAt !== undefined && { sessionStartedAt }) });
}

export type ActiveSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** The session of a request's cookie; refuses without one. */
export async function requireSession(parts: SessionParts, caller: AuthCaller): Promise<ActiveSession> {
  return (await findSession(parts, caller.headers)) ?? Promise.reject(noSession());
}

/**
 * The session of somebody who is themselves; refuses while they look through somebody else's eyes. The pages they see
 * then are the other's, and what is changed here would be their own account (I7).
 */
export async function requireOwnSession(parts: SessionParts, caller: AuthCaller): Promise<ActiveSession> {
  const active = await requireSession(parts, caller);
  const tokenIdentifier = tokenIdentifierOf(parts, active.user.id);
  if (await parts.backend.isImpersonating({ tokenIdentifier })) throw new AuthFailure("impersonating", 403);
  return active;
}

/** Who a user is to the backend: the issuer and subject of their tokens. */
export function tokenIdentifierOf({ issuer }: Pick<AuthParts, "issuer">, userId: string): string {
  return `${issuer}|${userId}`;
}

/** A fresh token for the realtime backend. */
export async function tokenFor(parts: Pick<AuthParts, "tokens">, { user, session }: ActiveSession): Promise<string> {
  return parts.tokens.issue({
    userId: user.id,
    sessionId: session.id,
    sessionStartedAt: session.createdAt.getTime(),
    email: user.email,
    isEmailVerified: user.emailVerified,
    firstName: user.firstName,
    lastName: user.lastName,
    hasChangedInitialPassword: user.hasChangedInitialPassword,
  });
}

/** What the page needs to know at load: who is signed in, and a token to speak for them. */
export interface SignInState {
  readonly userId: string | null;
  readonly token: string | null;
}

export const NOBODY: SignInState = { userId: null, token: null };

/** The state for the root load. */
export async function readSignInState(
  parts: SessionParts & Pick<AuthParts, "tokens">,
  headers: Headers,
): Promise<SignInState> {
  const active = await findSession(parts, headers);
  return active === null ? NOBODY : { userId: active.user.id, token: await tokenFor(parts, active) };
}

/** The open sessions of an account, by the name its tokens bear; none of an account that is not this sign-in's. */
export async function sessionsOf(
  parts: Pick<AuthParts, "auth" | "issuer">,
  tokenIdentifier: string,
): Promise<PersonSession[]> {
  const own = `${parts.issuer}|`;
  if (!tokenIdentifier.startsWith(own)) return [];
  const { internalAdapter } = await parts.auth.$context;
  const sessions = await internalAdapter.listSessions(tokenIdentifier.slice(own.length), { onlyActiveSessions: true });
  return sessions.map(({ id, userAgent, createdAt, updatedAt }) => ({
    id,
    userAgent: userAgent ?? "",
    startedAt: createdAt.getTime(),
    lastSeenAt: updatedAt.getTime(),
  }));
}

/** Ends every session of the user but the one given. */
export async function endOtherSessions(
  parts: Pick<AuthParts, "auth">,
  { user, session }: ActiveSession,
): Promise<void> {
  await endSessionsOf(parts, user.id, session.id);
}

/** Ends every session of the user, but for one if its id is given, and for those that began after a time. */
export async function endSessionsOf(
  parts: Pick<AuthParts, "auth">,
  userId: string,
  keptId?: string,
  begunUntil = Infinity,
): Promise<void> {
  const { internalAdapter } = await parts.auth.$context;
  for (const session of await internalAdapter.listSessions(userId)) {
    const isMeant = session.id !== keptId && session.createdAt.getTime() <= begunUntil;
    if (isMeant) await internalAdapter.deleteSession(session.token);
  }
}
