/** The sign-in API: a closed list of endpoints under /api/auth/, each answering with the catalogue's codes. */

import * as z from "zod";
import { openLink, resendVerification, signUp, verifyEmail } from "./endpoints/accounts.ts";
import { changeEmail, correctEmail, keepEmail, requestEmailChange } from "./endpoints/email.ts";
import {
  changePassword,
  requestPasswordReset,
  resetPassword,
  setFirstPassword,
  stepUp,
} from "./endpoints/passwords.ts";
import { autoSignIn, listSessions, revokeSession, signIn, signOut, token } from "./endpoints/sign-in.ts";
import { AuthFailure } from "./failure.ts";
import { acceptInvitation, renewInvitation } from "./invited.ts";
import type { AuthCaller, AuthParts } from "./parts.ts";

/** One endpoint: reads its own body, answers or throws an AuthFailure. */
type AuthEndpoint = (parts: AuthParts, body: unknown, caller: AuthCaller) => Promise<Response>;

export const AUTH_PATH = "/api/auth/";

const ENDPOINTS: Readonly<Record<string, AuthEndpoint>> = {
  "POST sign-in": signIn,
  "POST sign-up": signUp,
  "POST sign-out": signOut,
  "POST auto-sign-in": autoSignIn,
  "POST open-link": openLink,
  "POST verify-email": verifyEmail,
  "POST accept-invitation": acceptInvitation,
  "POST renew-invitation": renewInvitation,
  "POST resend-verification": resendVerification,
  "POST change-password": changePassword,
  "POST first-password": setFirstPassword,
  "POST request-email-change": requestEmailChange,
  "POST change-email": changeEmail,
  "POST correct-email": correctEmail,
  "POST keep-email": keepEmail,
  "POST step-up": stepUp,
  "POST request-password-reset": requestPasswordReset,
  "POST reset-password": resetPassword,
  "POST revoke-session": revokeSession,
  "GET sessions": listSessions,
  "GET token": token,
  "GET jwks": async (parts) =>
    Response.json(parts.tokens.jwks, { headers: { "cache-control": "public, max-age=300" } }),
};

/** What there is to ask, by method and name. */
export const AUTH_ENDPOINT_NAMES: readonly string[] = Object.keys(ENDPOINTS);

/** Handles requests below /api/auth/. */
export function createAuthRoutes(parts: AuthParts, options: { log: { error(detail: object, message: string): void } }) {
  return async function handleAuth(request: Request, caller: AuthCaller): Promise<Response> {
    const name = `${request.method} ${new URL(request.url).pathname.slice(AUTH_PATH.length)}`;
    const endpoint = Object.hasOwn(ENDPOINTS, name) ? ENDPOINTS[name] : undefined;
    if (endpoint === undefined) return Response.json({ code: "unknown" }, { status: 404 });
    try {
      const response = await endpoint(parts, await readJson(request), caller);
      if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
      return response;
    } catch (error) {
      return answerFailure(error, (detail) =>
        options.log.error({ endpoint: name, ...detail }, "a sign-in endpoint failed"),
      );
    }
  };
}

async function readJson(request: Request): Promise<unknown> {
  if (request.method === "GET") return null;
  const isJson = request.headers.get("content-type")?.split(";")[0]?.trim() === "application/json";
  // Requiring JSON also keeps plain HTML forms of other sites out.
  if (!isJson) throw new AuthFailure("unknown", 415);
  try {
    return await request.json();
  } catch {
    throw new AuthFailure("unknown", 400);
  }
}

function answerFailure(error: unknown, report: (detail: object) => void): Response {
  if (error instanceof AuthFailure) return error.toResponse();
  if (error instanceof z.ZodError) return new AuthFailure("unknown", 400).toResponse();
  report({ err: error instanceof Error ? { name: error.name, stack: error.stack } : { name: "not an error" } });
  return new AuthFailure("clerk_error", 500).toResponse();
}
