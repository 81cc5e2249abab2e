/** Accounts the server opens itself: the demo people and the first super admin. */

import { randomInt } from "node:crypto";
import { normalizeEmail } from "../../contracts/sign-in.ts";
import { DAY_MS } from "../../convex/lib/pure/time.ts";
import type { BetterAuth } from "./better-auth.ts";
import { writePassword } from "./password.ts";
import { endSessionsOf } from "./sessions.ts";
import type { AuthStore } from "./store.ts";

export const INITIAL_PASSWORD_LIFETIME_MS = 7 * DAY_MS;

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
  /** Opens the account where none is; says whether it did. An account nobody verified is none. */
  openAccount(account: NewAccount): Promise<boolean>;
  /**
   * Gives an account that was opened here, and is still no more its person's than then, another password; says whether
   * it did.
   */
  renewPassword(account: NewAccount): Promise<boolean>;
  /** Whoever runs the server lets an account in again that was disabled. */
  enable(email: string): Promise<void>;
}

export function createProvisioning(parts: { auth: BetterAuth; store: AuthStore; now: () => number }): Provisioning {
  const { auth, store, now } = parts;
  return {
    async stateOf(email) {
      const user = await ownedBy(auth, email);
      if (user === null) return "missing";
      return isWaiting(user) ? "waiting-for-change" : "own-password";
    },
    async openAccount(account) {
      const { internalAdapter } = await auth.$context;
      const email = normalizeEmail(account.email);
      const found = (await internalAdapter.findUserByEmail(email))?.user;
      if (found?.emailVerified === true) return false;
      const names = {
        firstName: account.firstName,
        lastName: account.lastName,
        name: `${account.firstName} ${account.lastName}`,
      };
      const fields = { ...names, hasChangedInitialPassword: account.hasChangedInitialPassword, emailVerified: true };
      const user =
        found ??
        (await internalAdapter.createUser({ email, ...fields, emailVerified: false }, { method: "email-password" }));
      // The password before the verified address: whoever typed it in before must not be let in for a moment.
      await writePassword({ auth }, user.id, account.password);
      await internalAdapter.updateUser(user.id, fields);
      store.noteOpened(user.id);
      noteInitialPassword(user.id, account);
      return true;
    },
    async renewPassword(account) {
      const user = await ownedBy(auth, account.email);
      if (user === null || !(isWaiting(user) || account.hasChangedInitialPassword) || !store.wasOpened(user.id))
        return false;
      await writePassword({ auth }, user.id, account.password);
      await endSessionsOf({ auth }, user.id);
      noteInitialPassword(user.id, account);
      return true;
    },
    async enable(email) {
      const user = await ownedBy(auth, email);
      if (user !== null) store.enable(user.id);
    },
  };

  function noteInitialPassword(userId: string, { hasChangedInitialPassword }: NewAccount): void {
    if (hasChangedInitialPassword) store.forgetInitialPassword(userId);
    else store.setInitialPassword(userId, now(), now() + INITIAL_PASSWORD_LIFETIME_MS);
  }
}

/** The account somebody proved to be theirs. */
async function ownedBy(auth: BetterAuth, email: string) {
  const { internalAdapter } = await auth.$context;
  const user = (await internalAdapter.findUserByEmail(normalizeEmail(email)))?.user;
  return user?.emailVerified === true ? user : null;
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
