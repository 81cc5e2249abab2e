/** A sign-in service in memory with a manual clock, and browsers that keep cookies. For tests only. */

import { createHash, randomBytes } from "node:crypto";
import { decodeJwt, type JSONWebKeySet } from "jose";
import { onTestFinished } from "vitest";
import { DAY_MS } from "../../convex/lib/pure/time.ts";
import type { Mail, MailPort } from "../mail/port.ts";
import type { PasswordHasher } from "./better-auth.ts";
import type { InvitedAccount } from "./invited.ts";
import type { RefusedEmail, SecurityEvent } from "./parts.ts";
import { createAuthService, type AuthServiceOptions } from "./service.ts";
import { makeSigningKey } from "./tokens.ts";

export interface BrowserAnswer {
  readonly status: number;
  readonly headers: Headers;
  // Tests read whatever the endpoint answered.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

export interface TestBrowser {
  post(endpoint: string, body: object): Promise<BrowserAnswer>;
  get(endpoint: string): Promise<BrowserAnswer>;
  /** Copies the cookies of another browser, as a thief would. */
  take(from: TestBrowser): void;
  readonly cookies: ReadonlyMap<string, string>;
}

export type PortalSignIn = Awaited<ReturnType<typeof aPortalSignIn>>;

/**
 * Keeps passwords salted and hashed, without the price scrypt asks of whoever guesses: it was four fifths of these tests.
 * That the portal itself pays it is for `server/run.test.ts` to show.
 */
export const quickHasher: PasswordHasher = {
  hash: async (password) => saltedHash(randomBytes(16).toString("hex"), password),
  verify: async ({ hash, password }) => hash === saltedHash(hash.split(":")[0] ?? "", password),
};

let signingKey: ReturnType<typeof makeSigningKey> | undefined;
/** One key for all services of a test file: finding two primes took longer than most of its tests. */
export const sharedSigningKey = (): ReturnType<typeof makeSigningKey> => (signingKey ??= makeSigningKey());

const saltedHash = (salt: string, password: string): string =>
  `${salt}:${createHash("sha256").update(`${salt}:${password}`).digest("hex")}`;

/** Keeps what is sent. */
export const aMailPort = (mails: Mail[]): MailPort => ({
  send: async (mail) => (mails.push(mail), "kept"),
  deliver: () => Promise.resolve("kept"),
  isUnderWay: () => false,
  relayRefusedTo: () => [],
  idle: () => Promise.resolve(),
  close: () => Promise.resolve(),
});

/** Starts one on a fresh database; it ends with the test, which fails when an endpoint did. */
export async function aPortalSignIn(options: Partial<AuthServiceOptions> = {}) {
  const clock = { now: Date.now() };
  const mails: Mail[] = [];
  const events: SecurityEvent[] = [];
  const stepUps: { tokenIdentifier: string; sessionId: string; for: string }[] = [];
  /** Addresses whose people may not sign in. */
  const closed = new Set<string>();
  /** Addresses whose people were shut out and let in again, with the time before which sessions are over. */
  const reopened = new Map<string, number>();
  const invitations = invitationsInMemory();
  const ended: { sessionId: string; expiresAt: number }[] = [];
  const service = await createAuthService({
    dataDir: ":memory:",
    baseUrl: "http://localhost:3000",
    issuer: "https://portal.invalid/auth",
    companyDomain: "ao.com",
    testAddresses: [],
    breachedPasswordCheck: false,
    sessionMaxAgeMs: 7 * DAY_MS,
    passwordHasher: quickHasher,
    makeSigningKey: sharedSigningKey,
    mail: aMailPort(mails),
    backend: {
      ...invitations.backend,
      recordStepUp: async (session) => void stepUps.push(session),
      accountStateOf: async ({ email, sessionStartedAt = Infinity }) => {
        if (closed.has(email)) return "closed";
        return sessionStartedAt < (reopened.get(email) ?? 0) ? "sessionOver" : "open";
      },
    },
    onSessionEnded: (session) => void ended.push(session),
    onSecurityEvent: (event) => void events.push(event),
    log: { warn: () => undefined, error: (detail: unknown) => void errors.push(detail) },
    now: () => clock.now,
    ...options,
  });
  const errors: unknown[] = [];
  onTestFinished(() => {
    service.close();
    if (errors.length > 0) throw new Error(`an endpoint failed: ${JSON.stringify(errors)}`);
  });
  return {
    clock,
    mails,
    events,
    ended,
    stepUps,
    closed,
    ...invitations.seen,
    openInvited: async (account: InvitedAccount) => (await service.openInvited(account)).found,
    reopened,
    shutOut: service.shutOut,
    carryOut: service.carryOut,
    sendPasswordLink: service.sendPasswordLink,
    unlock: service.unlock,
    mailCorrection: service.mailCorrection,
    browser: (address = "10.0.0.1") => aBrowser(service.handle, address),
    lastMail() {
      const mail = mails.at(-1);
      if (mail === undefined) throw new Error("no mail was sent");
      const token = mail.link === undefined ? null : new URL(mail.link).searchParams.get("token");
      return { ...mail, token: token ?? "" };
    },
    provision: (account: { email: string; password: string; hasChangedInitialPassword?: boolean }) =>
      service.provisioning.openAccount({
        firstName: "New",
        lastName: "Person",
        hasChangedInitialPassword: true,
        ...account,
      }),
    provisioning: service.provisioning,
    jwks: () => JSON.parse(Buffer.from(service.jwksDataUri.split(",")[1] ?? "", "base64").toString()) as JSONWebKeySet,
    claimsOf: async (browser: TestBrowser) => decodeJwt((await browser.get("token")).body.token),
  };
}

/** Addresses whose invitations stand, those that asked for another link, and those whose people came. */
function invitationsInMemory() {
  const seen = {
    invited: new Set<string>(),
    renewed: new Array<string>(),
    accepted: new Array<string>(),
    /** Addresses the backend gives nobody, with why. */
    refusedEmails: new Map<string, RefusedEmail>(),
    /** Accounts whose people look through somebody else's eyes. */
    impersonating: new Set<string>(),
    changedEmails: new Array<{ tokenIdentifier: string; email: string }>(),
    /** Accounts whose address stays because their old mailbox said so. */
    keptEmails: new Array<string>(),
  };
  const backend = {
    isImpersonating: async ({ tokenIdentifier }: { tokenIdentifier: string }) =>
      seen.impersonating.has(tokenIdentifier),
    isInvited: async (email: string) => seen.invited.has(email),
    renewInvitation: async (email: string) => seen.invited.has(email) && seen.renewed.push(email) > 0,
    acceptInvitation: async ({ email }: { email: string }) => void seen.accepted.push(email),
    whyNotEmail: async ({ email }: { email: string }) => seen.refusedEmails.get(email) ?? null,
    changeEmail: async (account: { tokenIdentifier: string; email: string }) => {
      const no = seen.refusedEmails.get(account.email) ?? null;
      if (no === null) seen.changedEmails.push(account);
      return no;
    },
    confirmCorrection: async (account: { tokenIdentifier: string; email: string }) => {
      if (seen.keptEmails.includes(account.tokenIdentifier)) return { code: "fixed" as const, message: "Over" };
      seen.changedEmails.push(account);
      return null;
    },
    keepEmail: async ({ tokenIdentifier }: { tokenIdentifier: string }) => seen.keptEmails.push(tokenIdentifier) > 0,
  };
  return { seen, backend };
}

/** What a backend without invitations says. */
export const nobodyInvited = {
  isImpersonating: () => Promise.resolve(false),
  isInvited: () => Promise.resolve(false),
  renewInvitation: () => Promise.resolve(false),
  acceptInvitation: () => Promise.resolve(),
  whyNotEmail: () => Promise.resolve(null),
  changeEmail: () => Promise.resolve(null),
  confirmCorrection: () => Promise.resolve(null),
  keepEmail: () => Promise.resolve(false),
};

/** How Ada signs up. */
export const ada = { firstName: "Ada", lastName: "Byron", email: "Ada@ao.com ", password: "Byrons-1pass" };

/** A sign-in service in which Ada has signed up and verified her address. */
export async function verifiedAda(options: Partial<AuthServiceOptions> = {}): Promise<PortalSignIn> {
  const world = await aPortalSignIn(options);
  await world.browser().post("sign-up", ada);
  await world.browser().post("verify-email", { token: world.lastMail().token, password: ada.password });
  return world;
}

function aBrowser(handle: (request: Request, address: string) => Promise<Response>, address: string): TestBrowser {
  const cookies = new Map<string, string>();
  async function call(method: string, endpoint: string, body?: object): Promise<BrowserAnswer> {
    const headers = new Headers({ cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") });
    if (body !== undefined) headers.set("content-type", "application/json");
    const request = new Request(`http://localhost:3000/api/auth/${endpoint}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    const response = await handle(request, address);
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = "", ...attributes] = cookie.split(";");
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      if (attributes.some((attribute) => attribute.trim().toLowerCase() === "max-age=0")) cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: response.status, headers: response.headers, body: await response.json() };
  }
  const take = (from: TestBrowser): void => from.cookies.forEach((value, name) => cookies.set(name, value));
  return {
    take,
    cookies,
    post: (endpoint, body) => call("POST", endpoint, body),
    get: (endpoint) => call("GET", endpoint),
  };
}
