/** Reading and ending sessions, for the endpoints and the root load. */

import { noSession } from "./failure.ts";
import type { AuthCaller, AuthParts } from "./parts.ts";

type SessionParts = Pick<AuthParts, "auth" | "backend" | "issuer" | "store" | "now" | "warn">;

/**
 * The session of a request's cookie, or null. One whose person was shut out, or whose initial password ran
 * out before it was replaced, is over: all sessions of the account end with it.
 */
export async function findSession(parts: SessionParts, headers: Headers) {
  const active = await parts.auth.api.getSession({ headers });
  if (active === null) return null;
  const initial = active.user.hasChangedInitialPassword ? null : parts.store.initialPassword(active.user.id);
  const isOver = (initial !== null && initial.expiresAt <= parts.now()) || (await isShutOut(parts, active.user));
  if (!isOver) return active;
  await endSessionsOf(parts, active.user.id);
  return null;
}

async function isShutOut(parts: SessionParts, user: { id: string; email: string }): Promise<boolean> {
  try {
    return (await accountStateOf(parts, user)) === "closed";
  } catch {
    // The backend that does not answer is the one that refuses every call of theirs: nothing opens by this.
    parts.warn("the backend did not say whether a session may go on");
    return false;
  }
}

/** Whether the person behind an account may sign in. */
export function accountStateOf(
  parts: Pick<AuthParts, "backend" | "issuer">,
  user: { id: string; email: string },
): Promise<"open" | "closed"> {
  return parts.backend.accountStateOf({ tokenIdentifier: tokenIdentifierOf(parts, user.id), email: user.email });
}

export type ActiveSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** The session of a request's cookie; refuses without one. */
export async function requireSession(parts: SessionParts, caller: AuthCaller): Promise<ActiveSession> {
  return (await findSession(parts, caller.headers)) ?? Promise.reject(noSession());
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

/** Ends every session of the user but the one given. */
export async function endOtherSessions(
  parts: Pick<AuthParts, "auth">,
  { user, session }: ActiveSession,
): Promise<void> {
  await endSessionsOf(parts, user.id, session.id);
}

/** Ends every session of the user, but for one if its id is given. */
export async function endSessionsOf(parts: Pick<AuthParts, "auth">, userId: string, keptId?: string): Promise<void> {
  const { internalAdapter } = await parts.auth.$context;
  for (const session of await internalAdapter.listSessions(userId)) {
    if (session.id !== keptId) await internalAdapter.deleteSession(session.token);
  }
}
