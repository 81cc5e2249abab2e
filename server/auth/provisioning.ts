/** Accounts the server opens itself: the demo people and the first super admin. */
import { randomInt } from "node:crypto";
import { normalizeEmail } from "#src/features/people/signin/rules.ts";
import type { BetterAuth } from "./better-auth.ts";
import type { AuthStore } from "./store.ts";

export const INITIAL_PASSWORD_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

export interface NewAccount {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  /** False when someone else chose the password: it must be changed at the first sign-in. */
  readonly hasChangedInitialPassword: boolean;
}

export type AccountState = "missing" | "waiting-for-change" | "own-password";

/** Opens accounts without a form, with the address taken as verified. */
export interface Provisioning {
  stateOf(email: string): Promise<AccountState>;
  /** Opens the account, or gives an existing one this password and ends its sessions. */
  setAccount(account: NewAccount): Promise<void>;
}

export function createProvisioning(parts: { auth: BetterAuth; store: AuthStore; now: () => number }): Provisioning {
  const { auth, store, now } = parts;
  return {
    async stateOf(email) {
      const { internalAdapter } = await auth.$context;
      const found = await internalAdapter.findUserByEmail(normalizeEmail(email));
      if (!found) return "missing";
      return isWaiting(found.user) ? "waiting-for-change" : "own-password";
    },
    async setAccount(account) {
      const { internalAdapter, password } = await auth.$context;
      const email = normalizeEmail(account.email);
      const hash = await password.hash(account.password);
      const existing = (await internalAdapter.findUserByEmail(email))?.user;
      const fields = { hasChangedInitialPassword: account.hasChangedInitialPassword, emailVerified: true };
      const names = { firstName: account.firstName, lastName: account.lastName, name: `${account.firstName} ${account.lastName}` };
      const user = existing ?? (await internalAdapter.createUser({ email, ...names, ...fields }, { method: "email-password" }));
      if (existing === undefined) {
        await internalAdapter.linkAccount({ userId: user.id, providerId: "credential", accountId: user.id, password: hash });
      } else {
        const credential = await internalAdapter.findCredentialAccount(user.id);
        if (credential !== null) await internalAdapter.updateAccount(credential.id, { password: hash });
        await internalAdapter.updateUser(user.id, fields);
        for (const session of await internalAdapter.listSessions(user.id)) await internalAdapter.deleteSession(session.token);
      }
      if (account.hasChangedInitialPassword) store.forgetInitialPassword(user.id);
      else store.setInitialPassword(user.id, now(), now() + INITIAL_PASSWORD_LIFETIME_MS);
    },
  };
}

function isWaiting(user: object): boolean {
  return "hasChangedInitialPassword" in user && !user.hasChangedInitialPassword;
}

const ALPHABETS = ["ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghijkmnopqrstuvwxyz", "23456789"] as const;

/** A password that passes the rules and can be read aloud: three groups of five, no look-alikes. */
export function generatePassword(): string {
  const all = ALPHABETS.join("");
  const pick = (from: string) => from.charAt(randomInt(from.length));
  for (;;) {
    const groups = Array.from({ length: 3 }, () => Array.from({ length: 5 }, () => pick(all)).join(""));
    const password = groups.join("-");
    // Ends with near certainty within a few rounds: most draws hold all three kinds.
    if (ALPHABETS.every((alphabet) => new RegExp(`[${alphabet}]`).test(password))) return password;
  }
}
