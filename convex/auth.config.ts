/**
 * Whose tokens the backend accepts: the portal's own sign-in, and Clerk once it is configured. Both may be on.
 *
 * Convex refuses a deploy whose auth config reads a variable that does not exist: there, set the ones
 * you do not use to an empty text.
 */

import type { AuthConfig, AuthProvider } from "convex/server";

const { AUTH_ISSUER, AUTH_JWKS, CLERK_JWT_ISSUER_DOMAIN } = process.env;

const providers: AuthProvider[] = [];
if (AUTH_ISSUER && AUTH_JWKS) {
  providers.push({
    type: "customJwt",
    issuer: AUTH_ISSUER,
    jwks: AUTH_JWKS,
    algorithm: "RS256",
    applicationID: "convex",
  });
}
if (CLERK_JWT_ISSUER_DOMAIN) providers.push({ domain: CLERK_JWT_ISSUER_DOMAIN, applicationID: "convex" });

export default { providers } satisfies AuthConfig;
