/**
 * The one interface signing in goes through. The built-in adapter implements it; a hosted provider's
 * would be a second one. No method throws: every outcome is a result with a code of the catalogue.
 */

import type { AuthErrorCode } from "../../../contracts/auth-errors";

/** A refusal or failure, with the words to show. */
export interface AuthFailed {
  readonly ok: false;
  readonly code: AuthErrorCode;
  readonly message: string;
  readonly retryAfterSeconds?: number;
  /** The first failing message of each field, when the form was refused. */
  readonly fields?: Readonly<Record<string, string>>;
}

export type AuthResult<Value extends object = object> = ({ readonly ok: true } & Value) | AuthFailed;

/** Where an attempt to sign in or up stands. Only "complete" has a session. */
export type SignInStatus = "complete" | "needs_email_verification";

/** One place where the person is signed in. Times are milliseconds. */
export interface SessionSummary {
  readonly id: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  readonly userAgent: string;
  readonly address: string;
  readonly isCurrent: boolean;
}

/** Who this page speaks for. "unknown" until the root load has told. */
export type SessionState =
  | { readonly status: "unknown" }
  | { readonly status: "signed-in"; readonly userId: string; readonly hasChangedInitialPassword: boolean }
  /** "here": the person signed out in this page. "elsewhere": the session is over for another reason. */
  | { readonly status: "signed-out"; readonly by: "here" | "elsewhere" | "never" };

/** What the root load brings: nulls when nobody is signed in. */
export interface RootSignIn {
  readonly userId: string | null;
  readonly token: string | null;
}

/** What a mailed link is good for. */
export type LinkPurpose =
  | "verify-email"
  | "reset-password"
  | "invitation"
  | "change-email"
  | "correct-email"
  | "keep-email";

export interface AuthAdapter {
  signIn(credentials: { email: string; password: string }): Promise<AuthResult<{ status: SignInStatus }>>;
  autoSignIn(credentials: { email: string; password: string }): Promise<AuthResult<{ status: SignInStatus }>>;
  signUp(form: {
    firstName: string;
    lastName: string;
    email: string;
    password: string;
  }): Promise<AuthResult<{ status: SignInStatus }>>;
  signOut(): Promise<AuthResult>;
  /** Whether a mailed link can still be used; uses nothing up. */
  openLink(link: { token: string; purpose: LinkPurpose }): Promise<AuthResult>;
  /** Proves the address by its mailed link; the account opens with this password. */
  verifyEmail(proof: { token: string; password: string }): Promise<AuthResult<{ email: string | null }>>;
  /** Opens the account of an invitation with this password, and signs in. */
  acceptInvitation(proof: { token: string; password: string }): Promise<AuthResult<{ status: SignInStatus }>>;
  /** Has another link mailed to the mailbox of this one, if its invitation stands. */
  renewInvitation(link: { token: string }): Promise<AuthResult>;
  resendVerification(email: string): Promise<AuthResult>;
  changePassword(change: { currentPassword: string; newPassword: string }): Promise<AuthResult>;
  /** In place of an initial password, which is not asked again. */
  setFirstPassword(change: { newPassword: string }): Promise<AuthResult>;
  /** Has a link mailed to another address of one's own; the old one stays until it is used. */
  requestEmailChange(change: { email: string; password: string }): Promise<AuthResult>;
  /** Takes the address of a mailed link; answers with it. */
  changeEmail(link: { token: string }): Promise<AuthResult<{ email: string }>>;
  /** The same where a colleague corrects the address; and keeping the one it was. */
  correctEmail(link: { token: string }): Promise<AuthResult<{ email: string }>>;
  keepEmail(link: { token: string }): Promise<AuthResult>;
  /** Gives the password again in this session, for what the backend named when it asked. */
  stepUp(proof: { password: string; for: string }): Promise<AuthResult>;
  /** Has a link mailed to the owner of the account, if there is one. */
  requestPasswordReset(email: string): Promise<AuthResult>;
  resetPassword(change: { token: string; newPassword: string }): Promise<AuthResult>;
  listSessions(): Promise<AuthResult<{ sessions: readonly SessionSummary[] }>>;
  revokeSession(sessionId: string): Promise<AuthResult>;
  /** A token for the realtime backend, or null when nobody is signed in. */
  fetchAccessToken(options: { forceRefreshToken: boolean }): Promise<string | null>;
  /** Asks the server whether the session still stands; the state follows the answer. */
  revalidate(): Promise<void>;
  /** Takes over what the root load brought; only the first time counts. */
  adopt(root: RootSignIn): void;
  state(): SessionState;
  subscribe(listener: () => void): () => void;
}
