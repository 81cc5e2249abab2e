import type { MailPort } from "../mail/port.ts";
import type { BetterAuth } from "./better-auth.ts";
import type { BreachedPasswordCheck } from "./breached.ts";
import type { AttemptsOf } from "./limits.ts";
import type { MailLinks } from "./mail-links.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { AuthStore } from "./store.ts";
import type { TokenIssuer } from "./tokens.ts";

/** Something the audit trail should know about signing in. */
export interface SecurityEvent {
  readonly action: string;
  readonly actorEmail?: string;
  readonly outcome: "success" | "denied";
  readonly context: Readonly<Record<string, string>>;
}

/** What the sign-in asks of the backend and waits for; notices go another way. */
export interface AuthBackend {
  /** Whether an invitation of this address stands: its link opens the account. */
  isInvited(email: string): Promise<boolean>;
  /** Whoever was invited proved their mailbox and has a password: they are in from now on. */
  acceptInvitation(account: { readonly email: string; readonly tokenIdentifier: string }): Promise<void>;
  /** Somebody who was invited asks for another link; says whether the backend has one mailed. */
  renewInvitation(email: string): Promise<boolean>;
  /** Whether the person of an account looks through somebody else's eyes right now. */
  isImpersonating(account: { readonly tokenIdentifier: string }): Promise<boolean>;
  /** The password of this session's person was checked again, just now, for what the backend had asked it for. */
  recordStepUp(session: {
    readonly tokenIdentifier: string;
    readonly sessionId: string;
    readonly for: string;
  }): Promise<void>;
  /** Why the person of an account cannot have this address, or null; nothing is changed. */
  whyNotEmail(account: { readonly tokenIdentifier: string; readonly email: string }): Promise<RefusedEmail | null>;
  /** Gives the person of an account this address, or says why not: it is asked anew. */
  changeEmail(account: { readonly tokenIdentifier: string; readonly email: string }): Promise<RefusedEmail | null>;
  /** The new mailbox confirmed what somebody else corrected; or why it is not the account's. */
  confirmCorrection(account: {
    readonly tokenIdentifier: string;
    readonly email: string;
  }): Promise<RefusedEmail | null>;
  /** The old mailbox stops the correction of an account's address; says whether one ran. */
  keepEmail(account: { readonly tokenIdentifier: string }): Promise<boolean>;
  /**
   * Whether whoever has this address and account may sign in at all; strangers may, as far as the backend knows. Asked
   * about a session that is open already, it may be over although its person may sign in again.
   */
  accountStateOf(account: {
    readonly tokenIdentifier: string | null;
    readonly email: string;
    readonly sessionStartedAt?: number;
  }): Promise<AccountState>;
}

/** `sessionOver`: the person may sign in, and has to: they were shut out after this session began. */
export type AccountState = "open" | "closed" | "sessionOver";

/** `taken`: somebody has that mailbox. */
export interface RefusedEmail {
  readonly code: "taken" | "fixed";
  readonly message: string;
}

/** What the sign-in endpoints are built from. */
export interface AuthParts {
  readonly auth: BetterAuth;
  readonly store: AuthStore;
  readonly tokens: TokenIssuer;
  readonly links: MailLinks;
  readonly mail: Pick<MailPort, "send">;
  /** Where browsers reach the portal: mailed links start with it. */
  readonly baseUrl: string;
  readonly limiter: RateLimiter;
  readonly attemptsOf: AttemptsOf;
  /** Whether nobody is told if an address has an account. */
  readonly hasPrivateAccounts: boolean;
  readonly refuseBreached: BreachedPasswordCheck;
  readonly policy: { readonly companyDomain: string; readonly testAddresses: readonly string[] };
  readonly backend: AuthBackend;
  /** What tokens name as their issuer; with the user's id it is who somebody is to the backend. */
  readonly issuer: string;
  readonly report: (event: SecurityEvent) => void;
  /** Something an operator should know; never with an address or a link. */
  readonly warn: (message: string) => void;
  readonly now: () => number;
}

/** Who is calling an endpoint: their headers as Better Auth reads them, and the address of the socket. */
export interface AuthCaller {
  readonly headers: Headers;
  readonly address: string;
}
