/** Token in, identity out. Refusals carry the codes of the HTTP API. */

import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
} from "jose";
import { AtOnce } from "../lib/at-once.ts";
import { dateOf, type Clock } from "../lib/clock.ts";
import { messageOf } from "../lib/message-of.ts";
import type { JsonObject } from "../values/json.ts";
import { describeProvider, sameIssuer, type AuthProvider } from "./config.ts";
import { customJwtIdentity, oidcIdentity, type Identity } from "./identity.ts";
import { DiscoveryFailure, ProviderKeys, type KeyServices } from "./keys.ts";

/** `iat` and `nbf` may lie this far in the future. */
const FUTURE_LEEWAY_S = 5;
const MAX_TOKEN_LENGTH = 16 * 1024;
/**
 * Signatures under check at once. The check itself is the thread pool's; what goes before and after it is not, and when
 * everybody comes back at once all of it would fall into one turn of the event loop.
 */
const MAX_CHECKED_AT_ONCE = 32;

type RefusalCode = "InvalidAuthHeader" | "NoAuthProvider" | "Unauthenticated" | "AuthProviderDiscoveryFailed";

/** A refused token: HTTP answers 401 with `code`, a socket gets AuthError. */
export class AuthRefusal extends Error {
  override readonly name = "AuthRefusal";
  readonly code: RefusalCode;

  constructor(code: AuthRefusal["code"], message: string) {
    super(message);
    this.code = code;
  }
}

/** Verifies the tokens of all configured providers. */
export class TokenVerifier {
  readonly #providers: readonly { provider: AuthProvider; keys: ProviderKeys }[];
  readonly #clock: Clock;
  readonly #redacts: boolean;
  readonly #checks = new AtOnce(MAX_CHECKED_AT_ONCE);

  /** `redacts`: refusals say nothing of providers and keys. */
  constructor(providers: readonly AuthProvider[], services: KeyServices, redacts: boolean) {
    this.#clock = services.clock;
    this.#redacts = redacts;
    this.#providers = providers.map((provider) => ({ provider, keys: new ProviderKeys(provider, services) }));
  }

  /** The identity behind a JWT. Throws AuthRefusal. */
  async verify(token: string): Promise<Identity> {
    if (token.length > MAX_TOKEN_LENGTH) throw invalid("the token is too long");
    const { claims, kid } = decode(token);
    if (typeof claims.iss !== "string") {
      throw new AuthRefusal(
        "InvalidAuthHeader",
        "Missing issuer claim ('iss') in JWT payload. The JWT must include an 'iss' claim that matches one of your configured auth providers.",
      );
    }
    const entry = this.#providers.find(({ provider }) => accepts(provider, claims));
    if (!entry) throw this.#noProvider();
    const { provider, keys } = entry;
    if (provider.kind === "customJwt" && kid === undefined) throw undecodable(kid, this.#redacts);
    const payload = await this.#check(token, provider, keys, { kid, notBeforeS: claims.nbf });
    return identityOf(provider, payload);
  }

  async #check(
    token: string,
    provider: AuthProvider,
    keys: ProviderKeys,
    { kid, notBeforeS }: { readonly kid: string | undefined; readonly notBeforeS: number | undefined },
  ): Promise<JWTPayload> {
    const nowMs = this.#clock.nowMs();
    const keySet = await keySetOf(keys, kid, this.#redacts);
    try {
      const { payload } = await this.#checks.run(async () =>
        jwtVerify(token, importedKeys(keySet), {
          algorithms: provider.kind === "oidc" ? ["RS256", "EdDSA"] : [provider.algorithm],
          currentDate: checkingDate(nowMs, notBeforeS),
          requiredClaims: ["exp", "iss", "sub"],
        }),
      );
      refuseOutOfTime(payload, nowMs);
      return payload;
    } catch (error) {
      if (provider.kind === "oidc") throw unverified();
      throw refusalOf(error, { kid, nowMs, redacts: this.#redacts });
    }
  }

  #noProvider(): AuthRefusal {
    const known = this.#providers.map(({ provider }) => describeProvider(provider)).join(", ");
    const why = this.#redacts
      ? ""
      : known === ""
        ? " (no providers configured). Check convex/auth.config.ts."
        : `. Check that your JWT's issuer and audience match one of your configured providers: [${known}]`;
    return new AuthRefusal("NoAuthProvider", `No auth provider found matching the given token${why}`);
  }
}

type KeysOfSet = ReturnType<typeof createLocalJWKSet>;

const keysOfSets = new WeakMap<JSONWebKeySet, KeysOfSet>();

/** The keys of a set, each imported by the first token that names it. */
function importedKeys(keySet: JSONWebKeySet): KeysOfSet {
  const known = keysOfSets.get(keySet);
  if (known !== undefined) return known;
  const keys = createLocalJWKSet(keySet);
  keysOfSets.set(keySet, keys);
  return keys;
}

function decode(token: string): { claims: JWTPayload; kid: string | undefined } {
  try {
    return { claims: decodeJwt(token), kid: decodeProtectedHeader(token).kid };
  } catch {
    throw new AuthRefusal(
      "InvalidAuthHeader",
      "Could not parse JWT payload. Check that the token is a valid JWT format with three base64-encoded parts separated by dots.",
    );
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
  if (Number(payload.exp) * 1000 <= nowMs) throw expired(payload, nowMs);
  if (typeof payload.iat === "number" && payload.iat > nowMs / 1000 + FUTURE_LEEWAY_S)
    throw tooEarly(payload.iat, nowMs);
}

async function keySetOf(keys: ProviderKeys, kid: string | undefined, redacts: boolean): Promise<JSONWebKeySet> {
  try {
    return await keys.keySetFor(kid);
  } catch (error) {
    const code = error instanceof DiscoveryFailure ? "AuthProviderDiscoveryFailed" : "InvalidAuthHeader";
    // Where the keys are is in the words of what went wrong; the log has them.
    const why = redacts ? "The keys of the auth provider could not be had" : messageOf(error);
    throw new AuthRefusal(code, why);
  }
}

/** Convex says no more of an OpenID token. */
function unverified(): AuthRefusal {
  return new AuthRefusal(
    "Unauthenticated",
    "Could not verify OIDC token claim. Check that the token signature is valid and the token hasn't expired.",
  );
}

/** What went wrong while a custom token was checked, in the words clients and people look for. */
function refusalOf(
  error: unknown,
  { kid, nowMs, redacts }: { readonly kid: string | undefined; readonly nowMs: number; readonly redacts: boolean },
): AuthRefusal {
  if (error instanceof AuthRefusal) return error;
  if (error instanceof errors.JWTExpired) return expired(error.payload, nowMs);
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === "nbf")
    return tooEarly(Number(error.payload.nbf), nowMs);
  if (error instanceof errors.JWTClaimValidationFailed) return invalid(error.message);
  return undecodable(kid, redacts);
}

function expired({ exp }: JWTPayload, nowMs: number): AuthRefusal {
  return invalid(`Token expired ${seconds(nowMs / 1000 - Number(exp))} ago`);
}

function tooEarly(validFromS: number, nowMs: number): AuthRefusal {
  return invalid(`Token will be valid in ${seconds(validFromS - nowMs / 1000)}`);
}

function seconds(count: number): string {
  return `${Math.max(0, Math.floor(count))} seconds`;
}

function undecodable(kid: string | undefined, redacts: boolean): AuthRefusal {
  const why =
    kid === undefined
      ? "JWT may be missing a 'kid' (key ID) header."
      : redacts
        ? "The JWT's 'kid' (key ID) header doesn't match any key in the provider's JWKS, or the JWT signature is invalid."
        : `The JWT's 'kid' (key ID) header is '${kid}', does this key match any key in the provider's JWKS?`;
  return new AuthRefusal("InvalidAuthHeader", `Could not decode token. ${why}`);
}

function invalid(reason: string): AuthRefusal {
  return new AuthRefusal("InvalidAuthHeader", `Could not validate token: ${reason}`);
}
