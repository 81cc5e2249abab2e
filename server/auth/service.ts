/**
 * Sign-in as one part: give it a folder, a mail port and somewhere to report to; it answers requests below
 * /api/auth/, tells who a request's cookie belongs to, and opens accounts. Holds auth.db.
 */

import type { PersonSession } from "../../contracts/sessions.ts";
import { normalizeEmail } from "../../contracts/sign-in.ts";
import { MINUTE_MS } from "../../convex/lib/pure/time.ts";
import type { MailPort } from "../mail/port.ts";
import { CLIENT_ADDRESS_HEADER, createBetterAuth, type PasswordHasher } from "./better-auth.ts";
import { createBreachedPasswordCheck } from "./breached.ts";
import { type CorrectionMail, mailCorrection } from "./endpoints/corrections.ts";
import { sendPasswordLink } from "./endpoints/passwords.ts";
import { openInvited, type InvitedAccount, type Opening } from "./invited.ts";
import { attemptsBy, forgetTries } from "./limits.ts";
import { openMailLinks } from "./mail-links.ts";
import type { AuthBackend, AuthCaller, AuthParts, SecurityEvent } from "./parts.ts";
import { createProvisioning, type Provisioning } from "./provisioning.ts";
import { createRateLimiter } from "./rate-limit.ts";
import { createAuthRoutes } from "./routes.ts";
import { readSignInState, accountStateOf, type SignInState, sessionsOf } from "./sessions.ts";
import { createShutOut, type ShutOut } from "./shut-out.ts";
import { type CarryOut, createCarryOut } from "./sign-in-orders.ts";
import { openAuthStore, type SigningKeyRow } from "./store.ts";
import { createTokenIssuer, TOKEN_LIFETIME_SECONDS } from "./tokens.ts";

/** What the sign-in needs from the process around it. */
export interface AuthServiceOptions {
  readonly dataDir: string;
  /** Where browsers reach the portal: mailed links start with it. */
  readonly baseUrl: string;
  readonly issuer: string;
  readonly companyDomain: string;
  readonly testAddresses: readonly string[];
  readonly breachedPasswordCheck: boolean;
  /** How long a session lasts, whatever its person does in it. */
  readonly sessionMaxAgeMs: number;
  /** Multiplies what one address may try; 1 when nothing is said. */
  readonly addressLimitFactor?: number;
  /** Whether nobody is told if an address has an account; people are told when nothing is said. */
  readonly hasPrivateAccounts?: boolean;
  /** How passwords are kept; scrypt when nothing is said. */
  readonly passwordHasher?: PasswordHasher;
  /** Makes the first signing key; one of its own when nothing is said. */
  readonly makeSigningKey?: () => Promise<SigningKeyRow>;
  readonly mail: MailPort;
  readonly backend: AuthBackend;
  /** Told when tokens of a session must no longer be accepted, until the last of them has run out. */
  readonly onSessionEnded: (session: { sessionId: string; expiresAt: number }) => void;
  readonly onSecurityEvent: (event: SecurityEvent) => void;
  readonly log: AuthLog;
  readonly now?: () => number;
  readonly fetch?: typeof globalThis.fetch;
}

export interface AuthLog {
  warn(message: string): void;
  error(message: string): void;
  error(detail: object, message: string): void;
}

export interface AuthService {
  handle(request: Request, address: string): Promise<Response>;
  signInState(headers: Headers): Promise<SignInState>;
  readonly jwksDataUri: string;
  /** A token of nobody, to ask a backend whether it accepts this sign-in. */
  probeToken(): Promise<string>;
  readonly provisioning: Provisioning;
  /** Ends what somebody could still come in by, after the backend shut them out. */
  readonly shutOut: ShutOut;
  /** Does to an account what a task of a removal or restoral asks for, and reads back what is there. */
  readonly carryOut: CarryOut;
  /** Where an account is signed in, by the name its tokens bear. */
  sessionsOf(tokenIdentifier: string): Promise<readonly PersonSession[]>;
  /** Mails a link to a new password to the account of an address. */
  sendPasswordLink(email: string): Promise<void>;
  /** Forgets the wrong passwords of an address, so that it can be tried again at once. */
  unlock(email: string): void;
  /** Mails what is due about an address that somebody else corrects. */
  mailCorrection(correction: CorrectionMail): Promise<void>;
  /** Opens the account of somebody who is invited and mails its link; touches none that has a password. */
  openInvited(account: InvitedAccount): Promise<Opening>;
  close(): void;
}

/** How much longer than its tokens an ended session is remembered: the backends' clocks may differ. */
const CLOCK_SLACK_MS = MINUTE_MS;

const NOBODY = {
  userId: "nobody",
  sessionId: "probe",
  sessionStartedAt: 0,
  email: "",
  isEmailVerified: false,
  firstName: "",
  lastName: "",
  hasChangedInitialPassword: false,
};

export async function createAuthService(options: AuthServiceOptions): Promise<AuthService> {
  const now = options.now ?? Date.now;
  const store = openAuthStore(options.dataDir);
  const tokens = await createTokenIssuer({ store, issuer: options.issuer, now, makeKey: options.makeSigningKey });
  const sessionEnded = async ({ id }: { id: string }) =>
    options.onSessionEnded({ sessionId: id, expiresAt: now() + TOKEN_LIFETIME_SECONDS * 1000 + CLOCK_SLACK_MS });
  const mayEnter = async (userId: string): Promise<boolean> => {
    const { internalAdapter } = await auth.$context;
    const user = await internalAdapter.findUserById(userId);
    const initial = store.initialPassword(userId);
    const isOpen = (initial === null || initial.expiresAt > now()) && !store.isDisabled(userId);
    return user !== null && isOpen && (await accountStateOf(options, user)) === "open";
  };
  const auth = await createBetterAuth({
    store,
    passwordHasher: options.passwordHasher,
    baseUrl: options.baseUrl,
    sessionMaxAgeMs: options.sessionMaxAgeMs,
    events: { sessionEnded, mayEnter },
    log: options.log,
  });
  const parts: AuthParts = {
    auth,
    store,
    tokens,
    now,
    links: openMailLinks(store.database, now),
    mail: options.mail,
    baseUrl: options.baseUrl,
    backend: options.backend,
    issuer: options.issuer,
    limiter: createRateLimiter({ now }),
    attemptsOf: attemptsBy(options.addressLimitFactor ?? 1),
    hasPrivateAccounts: options.hasPrivateAccounts ?? false,
    refuseBreached: createBreachedPasswordCheck({
      isOn: options.breachedPasswordCheck,
      fetch: options.fetch,
      warn: (message) => options.log.warn(message),
    }),
    policy: { companyDomain: options.companyDomain, testAddresses: options.testAddresses },
    report: options.onSecurityEvent,
    warn: (message) => options.log.warn(message),
  };
  const route = createAuthRoutes(parts, { log: options.log });
  return {
    handle: (request, address) => route(request, callerOf(request, address)),
    signInState: (headers) => readSignInState(parts, headers),
    jwksDataUri: tokens.jwksDataUri,
    probeToken: () => tokens.issue(NOBODY),
    provisioning: createProvisioning({ auth, store, now }),
    shutOut: createShutOut(parts),
    carryOut: createCarryOut(parts),
    sessionsOf: (tokenIdentifier) => sessionsOf(parts, tokenIdentifier),
    sendPasswordLink: (email) => sendPasswordLink(parts, email),
    unlock: (email) => forgetTries(parts.limiter, normalizeEmail(email)),
    mailCorrection: (correction) => mailCorrection(parts, correction),
    openInvited: (account) => openInvited(parts, account),
    close: () => store.close(),
  };
}

function callerOf(request: Request, address: string): AuthCaller {
  const headers = new Headers(request.headers);
  headers.set(CLIENT_ADDRESS_HEADER, address);
  return { headers, address };
}
