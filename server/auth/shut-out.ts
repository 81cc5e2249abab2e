/** What is left of somebody the backend shut out: sessions, mailed links, the link of an invitation. All of it ends. */

import type { AuthParts } from "./parts.ts";
import { endSessionsOf } from "./sessions.ts";

/** Somebody who was shut out at a time; what began after it is not meant. */
export interface ShutOutAccount {
  readonly tokenIdentifier: string | null;
  readonly email: string;
  readonly at: number;
}

/** Ends everything an account could come in by that is older than its person's end; an unknown account has nothing. */
export type ShutOut = (account: ShutOutAccount) => Promise<void>;

export function createShutOut(parts: Pick<AuthParts, "auth" | "store" | "links" | "issuer" | "now">): ShutOut {
  return async ({ tokenIdentifier, email, at }) => {
    const { internalAdapter } = await parts.auth.$context;
    const own = `${parts.issuer}|`;
    const byToken = tokenIdentifier?.startsWith(own) === true ? tokenIdentifier.slice(own.length) : null;
    const byEmail = (await internalAdapter.findUserByEmail(email))?.user.id ?? null;
    for (const userId of new Set([byToken, byEmail])) {
      if (userId === null) continue;
      await endSessionsOf(parts, userId, undefined, at);
      parts.links.revoke(userId, at);
      // A password somebody else chose came by a link: whoever kept the mail has no second use of it.
      parts.store.useInitialPassword(userId, parts.now());
    }
  };
}
