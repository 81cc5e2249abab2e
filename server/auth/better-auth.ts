/** Better Auth as a library: accounts, password hashes, sessions and their cookies. Its own routes are not mounted. */

import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from "../../contracts/sign-in.ts";
import { sessionRenewal } from "./session-renewal.ts";
import type { AuthStore } from "./store.ts";

/** The header the host process writes the caller's address into; never taken from outside. */
export const CLIENT_ADDRESS_HEADER = "x-portal-client-address";

/** What happens outside auth.db when something happens inside. */
export interface AuthEvents {
  sessionEnded(session: { id: string; userId: string }): Promise<void>;
  /** Whether the person may sign in; without it no session is made, whatever the password. */
  mayEnter(userId: string): Promise<boolean>;
}

/** How passwords are kept: what is stored of one, and whether a password is the one stored. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(stored: { readonly hash: string; readonly password: string }): Promise<boolean>;
}

export interface BetterAuthOptions {
  readonly store: AuthStore;
  /** Instead of the library's own, which is scrypt. */
  readonly passwordHasher?: PasswordHasher | undefined;
  readonly baseUrl: string;
  readonly sessionMaxAgeMs: number;
  readonly events: AuthEvents;
  readonly log: { warn(message: string): void; error(message: string): void };
}

/** Creates or updates the tables, then returns the configured instance. */
export async function createBetterAuth(options: BetterAuthOptions) {
  const config = configure(options);
  const { runMigrations } = await getMigrations(config);
  await runMigrations();
  return betterAuth(config);
}

export type BetterAuth = Awaited<ReturnType<typeof createBetterAuth>>;

function configure({ store, passwordHasher, baseUrl, sessionMaxAgeMs, events, log }: BetterAuthOptions) {
  return {
    appName: "Data Portal",
    baseURL: baseUrl,
    basePath: "/api/auth",
    secret: store.secret("cookies"),
    database: store.database,
    telemetry: { enabled: false },
    // Attempts are limited in front of every endpoint, see limits.ts.
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      minPasswordLength: PASSWORD_MIN_LENGTH,
      maxPasswordLength: PASSWORD_MAX_LENGTH,
      ...(passwordHasher && { password: passwordHasher }),
    },
    user: {
      additionalFields: {
        firstName: { type: "string" as const, required: true, input: true },
        lastName: { type: "string" as const, required: true, input: true },
        hasChangedInitialPassword: { type: "boolean" as const, required: true, input: false, defaultValue: true },
      },
    },
    // Never prolonged: a session that is used every day ends like any other.
    session: {
      expiresIn: Math.floor(sessionMaxAgeMs / 1000),
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    plugins: [sessionRenewal],
    databaseHooks: {
      // Every way a session ends (sign-out, revocation, password change) deletes its row.
      session: {
        create: {
          before: async ({ userId }: { userId: string }) => ((await events.mayEnter(userId)) ? undefined : false),
        },
        delete: { after: async (session: { id: string; userId: string }) => events.sessionEnded(session) },
      },
    },
    advanced: {
      cookiePrefix: "portal",
      useSecureCookies: baseUrl.startsWith("https:"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax" as const },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
    logger: {
      level: "warn" as const,
      // Only the fixed text: arguments may hold addresses or tokens. A session that `mayEnter` refused is no accident.
      log: (level: string, message: string) =>
        level === "error" && message !== "Failed to create session" ? log.error(message) : log.warn(message),
    },
  };
}
