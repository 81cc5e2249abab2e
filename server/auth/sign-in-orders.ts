/**
 * What tasks of removals and restorals do to accounts of this sign-in: disable, delete, enable. Each may be done twice,
 * and each ends with reading back what is there; what was read is all that is reported.
 */

import type { AuthParts } from "./parts.ts";
import { endSessionsOf } from "./sessions.ts";

/** What is to be done to whose account; `read` does nothing. */
export interface SignInOrder {
  readonly errand: "disable" | "delete" | "enable" | "read";
  readonly tokenIdentifier: string | null;
  readonly email: string;
}

/** What the store holds afterwards. */
export interface SignInFound {
  readonly account: "enabled" | "disabled" | "none";
  readonly sessions: number;
  readonly links: number;
}

/** Carries an order out and reads back. */
export type CarryOut = (order: SignInOrder) => Promise<SignInFound>;

type Parts = Pick<AuthParts, "auth" | "store" | "links" | "issuer" | "now">;

export function createCarryOut(parts: Parts): CarryOut {
  return async (order) => {
    for (const userId of await accountsOf(parts, order)) await DEEDS[order.errand](parts, userId);
    return await readBack(parts, await accountsOf(parts, order));
  };
}

const DEEDS: Readonly<Record<SignInOrder["errand"], (parts: Parts, userId: string) => Promise<void>>> = {
  // The lock before the sessions: none can begin in between.
  disable: async (parts, userId) => {
    parts.store.disable(userId, parts.now());
    await endEverything(parts, userId);
  },
  delete: async (parts, userId) => {
    parts.store.disable(userId, parts.now());
    await endEverything(parts, userId);
    const { internalAdapter } = await parts.auth.$context;
    await internalAdapter.deleteUser(userId);
    parts.store.forgetAccount(userId);
  },
  // Nothing from before opens it again: what was left is ended before the lock goes.
  enable: async (parts, userId) => {
    await endEverything(parts, userId);
    parts.store.enable(userId);
  },
  read: () => Promise.resolve(),
};

async function endEverything(parts: Parts, userId: string): Promise<void> {
  await endSessionsOf(parts, userId);
  parts.links.revoke(userId, parts.now());
  parts.store.useInitialPassword(userId, parts.now());
}

/** The accounts that are somebody's, by the name their tokens bear and by their address. */
async function accountsOf({ auth, issuer }: Parts, { tokenIdentifier, email }: SignInOrder): Promise<string[]> {
  const { internalAdapter } = await auth.$context;
  const own = `${issuer}|`;
  const byToken = tokenIdentifier?.startsWith(own) === true ? tokenIdentifier.slice(own.length) : null;
  const known = byToken === null ? null : await internalAdapter.findUserById(byToken);
  const byEmail = (await internalAdapter.findUserByEmail(email))?.user;
  return [...new Set([known?.id, byEmail?.id].filter((id) => id !== undefined))];
}

async function readBack({ auth, store, links }: Parts, userIds: readonly string[]): Promise<SignInFound> {
  const { internalAdapter } = await auth.$context;
  let [sessions, open] = [0, 0];
  for (const userId of userIds) {
    sessions += (await internalAdapter.listSessions(userId)).length;
    open += links.openOf(userId);
  }
  const isOpen = userIds.some((userId) => !store.isDisabled(userId));
  return { account: userIds.length === 0 ? "none" : isOpen ? "enabled" : "disabled", sessions, links: open };
}
