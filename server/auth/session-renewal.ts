/**
 * Gives a running session a new cookie: whoever kept a copy of the old one is out. Its id, which tokens name, stays.
 */

import { randomBytes } from "node:crypto";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as z from "zod";

const TOKEN_BYTES = 24;

/**
 * A plugin, because only an endpoint of Better Auth can write its signed cookie. It is called in process; its path is
 * not mounted.
 */
export const sessionRenewal = {
  id: "session-renewal",
  endpoints: {
    renewSession: createAuthEndpoint(
      "/renew-session",
      { method: "POST", body: z.object({ sessionToken: z.string() }) },
      async (ctx) => {
        const { internalAdapter } = ctx.context;
        const found = await internalAdapter.findSession(ctx.body.sessionToken);
        if (found === null) return ctx.json({ isRenewed: false });
        const token = randomBytes(TOKEN_BYTES).toString("base64url");
        await internalAdapter.updateSession(ctx.body.sessionToken, { token });
        await setSessionCookie(ctx, { session: { ...found.session, token }, user: found.user });
        return ctx.json({ isRenewed: true });
      },
    ),
  },
};
