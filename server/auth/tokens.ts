/**
 * The tokens the realtime backend trusts: RS256, ten minutes, signed with a key that lives in auth.db.
 * The backend gets the public half as a `data:` URI, so verifying never needs the network; a backend
 * elsewhere can fetch the same set from /api/auth/jwks.
 */

import { randomUUID } from "node:crypto";
import {
  calculateJwkThumbprint,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
  SignJWT,
  type JSONWebKeySet,
} from "jose";
import type { AuthStore, SigningKeyRow } from "./store.ts";

export const TOKEN_LIFETIME_SECONDS = 600;
const ALGORITHM = "RS256";

/** Who a token speaks for. */
export interface TokenSubject {
  readonly userId: string;
  readonly sessionId: string;
  /** When the session began: a backend that ended all earlier ones refuses it by this. */
  readonly sessionStartedAt: number;
  readonly email: string;
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly hasChangedInitialPassword: boolean;
}

export interface TokenIssuer {
  issue(subject: TokenSubject): Promise<string>;
  readonly jwks: JSONWebKeySet;
  /** The key set as `data:` URI, for AUTH_JWKS. */
  readonly jwksDataUri: string;
}

/** Loads the signing key, or makes the first one; `makeKey` may make it otherwise. */
export async function createTokenIssuer(options: {
  store: AuthStore;
  issuer: string;
  now: () => number;
  makeKey?: (() => Promise<SigningKeyRow>) | undefined;
}): Promise<TokenIssuer> {
  const { store, issuer, now, makeKey = makeSigningKey } = options;
  if (store.signingKeys().length === 0) store.addSigningKey(await makeKey(), now());
  const keys = store.signingKeys();
  const [newest] = keys;
  if (newest === undefined) throw new Error("auth.db lost the signing key it was just given");
  const privateKey = await importPKCS8(newest.privateKeyPem, ALGORITHM);
  const jwks: JSONWebKeySet = {
    keys: keys.map((key) => JSON.parse(key.publicJwkJson) as JSONWebKeySet["keys"][number]),
  };
  return {
    jwks,
    jwksDataUri: `data:application/json;base64,${Buffer.from(JSON.stringify(jwks)).toString("base64")}`,
    issue: (subject) =>
      new SignJWT(claimsOf(subject))
        .setProtectedHeader({ alg: ALGORITHM, typ: "JWT", kid: newest.kid })
        .setIssuer(issuer)
        .setAudience("convex")
        .setSubject(subject.userId)
        // Two tokens of one second would be the same text, and the Convex client takes that for "no newer one to be
        // had".
        .setJti(randomUUID())
        .setIssuedAt(Math.floor(now() / 1000))
        .setExpirationTime(Math.floor(now() / 1000) + TOKEN_LIFETIME_SECONDS)
        .sign(privateKey),
  };
}

function claimsOf(subject: TokenSubject): Record<string, string | number | boolean> {
  return {
    sid: subject.sessionId,
    session_started_at: subject.sessionStartedAt,
    email: subject.email,
    email_verified: subject.isEmailVerified,
    given_name: subject.firstName,
    family_name: subject.lastName,
    has_changed_initial_password: subject.hasChangedInitialPassword,
  };
}

/** A new key to sign tokens with. */
export async function makeSigningKey(): Promise<SigningKeyRow> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true, modulusLength: 2048 });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  return {
    kid,
    privateKeyPem: await exportPKCS8(privateKey),
    publicJwkJson: JSON.stringify({ ...jwk, kid, alg: ALGORITHM, use: "sig" }),
  };
}
