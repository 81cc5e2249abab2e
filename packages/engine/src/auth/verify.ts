/** Token in, identity out. Refusals carry the codes of the HTTP API. */

import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, type JWTPayload } from "jose";
import { dateOf, type Clock } from "../lib/clock.ts";
import type { JsonObject } from "../values/json.ts";
import { describeProvider, sameIssuer, type AuthProvider } from "./config.ts";
import { customJwtIdentity, oidcIdentity, type Identity } from "./identity.ts";
import { ProviderKeys, type FetchJson } from "./keys.ts";

/** `iat` and `nbf` may lie this far in the future. */
const FUTURE_LEEWAY_S = 5;
const MAX_TOKEN_LENGTH = 16 * 1024;

/** A refused token: HTTP answers 401 with `code`, a socket gets AuthError. */
export class AuthRefusal extends Error {
  override readonly name = "AuthRefusal";
  readonly code: "InvalidAuthHeader" | "NoAuthProvider";

  constructor(code: AuthRefusal["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** Verifies the tokens of all configured providers. */
export class TokenVerifier {
  readonly #providers: readonly { provider: AuthProvider; keys: ProviderKeys }[];
  readonly #clock: Clock;

  constructor(providers: readonly AuthProvider[], clock: Clock, fetchJson: FetchJson) {
    this.#clock = clock;
    this.#providers = providers.map((provider) => ({ provider, keys: new ProviderKeys(provider, clock, fetchJson) }));
  }

  /** The identity behind a JWT. Throws AuthRefusal. */
  async verify(token: string): Promise<Identity> {
    if (token.length > MAX_TOKEN_LENGTH) throw invalid("the token is too long");
    const { claims, kid } = decode(token);
    const entry = this.#providers.find(({ provider }) => accepts(provider, claims));
    if (!entry) throw this.#noProvider(claims);
    const { provider, keys } = entry;
    if (provider.kind === "customJwt" && kid === undefined) throw invalid("the token header names no `kid`");
    const payload = await this.#check(token, provider, keys, kid);
    return identityOf(provider, payload);
  }

  async #check(
    token: string,
    provider: AuthProvider,
    keys: ProviderKeys,
    kid: string | undefined,
  ): Promise<JWTPayload> {
    const nowMs = this.#clock.nowMs();
    try {
      const keySet = await keys.keySetFor(kid);
      const { payload } = await jwtVerify(token, createLocalJWKSet(keySet), {
        algorithms: provider.kind === "oidc" ? ["RS256", "EdDSA"] : [provider.algorithm],
        currentDate: checkingDate(nowMs, decodeJwt(token).nbf),
        requiredClaims: ["exp", "iss", "sub"],
      });
      refuseOutOfTime(payload, nowMs);
      return payload;
    } catch (error) {
      if (error instanceof AuthRefusal) throw error;
      throw invalid(error instanceof Error ? error.message : String(error));
    }
  }

  #noProvider(claims: JWTPayload): AuthRefusal {
    const known = this.#providers.map(({ provider }) => describeProvider(provider)).join(", ");
    const found = `issuer ${JSON.stringify(claims.iss ?? null)}, audience ${JSON.stringify(claims.aud ?? null)}`;
    const text = `No auth provider found matching the given token (${found}). Check that the auth config of this deployment lists it.`;
    return new AuthRefusal("NoAuthProvider", `${text} Configured: ${known === "" ? "none" : known}`);
  }
}

function decode(token: string): { claims: JWTPayload; kid: string | undefined } {
  try {
    return { claims: decodeJwt(token), kid: decodeProtectedHeader(token).kid };
  } catch {
    throw invalid("the token is not a JWT");
  }
}

function accepts(provider: AuthProvider, claims: JWTPayload): boolean {
  if (typeof claims.iss !== "string") return false;
  if (!sameIssuer(claims.iss, provider.kind === "oidc" ? provider.domain : provider.issuer)) return false;
  if (provider.applicationID === null) return true;
  const audiences = Array.isArray(claims.aud) ? claims.aud : [claims.aud];
  return audiences.includes(provider.applicationID);
}

function identityOf(provider: AuthProvider, payload: JWTPayload): Identity {
  const claims = payload as JsonObject;
  const issuer = String(payload.iss);
  const subject = String(payload.sub);
  const attributes =
    provider.kind === "oidc" ? oidcIdentity(claims, issuer, subject) : customJwtIdentity(claims, issuer, subject);
  return { kind: "user", attributes, expiresAtMs: Number(payload.exp) * 1000 };
}

/** jose knows one tolerance for `exp` and `nbf`; only `nbf` has one here, so the date moves up to it. */
function checkingDate(nowMs: number, notBeforeS: number | undefined): Date {
  const aheadMs = notBeforeS === undefined ? 0 : notBeforeS * 1000 - nowMs;
  return dateOf(aheadMs > 0 && aheadMs <= FUTURE_LEEWAY_S * 1000 ? nowMs + aheadMs : nowMs);
}

function refuseOutOfTime(payload: JWTPayload, nowMs: number): void {
  if (Number(payload.exp) * 1000 <= nowMs) throw invalid("the token is expired");
  if (typeof payload.iat === "number" && payload.iat > nowMs / 1000 + FUTURE_LEEWAY_S)
    throw invalid("the token was issued in the future");
}

function invalid(reason: string): AuthRefusal {
  return new AuthRefusal("InvalidAuthHeader", `Could not validate token: ${reason}`);
}
