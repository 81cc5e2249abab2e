/** Reading and ending sessions, for the endpoints and the root load. */
import { noSession } from "./failure.ts";
import type { AuthCaller, AuthParts } from "./parts.ts";

/** The session of a request's cookie, or null. */
export async function findSession(parts: Pick<AuthParts, "auth">, headers: Headers) {
  return parts.auth.api.getSession({ headers });
}

export type ActiveSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** The session of a request's cookie; refuses without one. */
export async function requireSession(parts: Pick<AuthParts, "auth">, caller: AuthCaller): Promise<ActiveSession> {
  return (await findSession(parts, caller.headers)) ?? Promise.reject(noSession());
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
export async function readSignInState(parts: Pick<AuthParts, "auth" | "tokens">, headers: Headers): Promise<SignInState> {
  const active = await findSession(parts, headers);
  return active === null ? NOBODY : { userId: active.user.id, token: await tokenFor(parts, active) };
}

/** Ends every session of the user but the one given. */
export async function endOtherSessions(parts: Pick<AuthParts, "auth">, { user, session }: ActiveSession): Promise<void> {
  await endSessionsOf(parts, user.id, session.id);
}

/** Ends every session of the user, but for one if its id is given. */
export async function endSessionsOf(parts: Pick<AuthParts, "auth">, userId: string, keptId?: string): Promise<void> {
  const { internalAdapter } = await parts.auth.$context;
  for (const session of await internalAdapter.listSessions(userId)) {
    if (session.id !== keptId) await internalAdapter.deleteSession(session.token);
  }
}
