/** Tokens this deployment signs itself (`ctx.auth.signJwt`), and the public key they are checked with. */

import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { calculateJwkThumbprint, SignJWT, type JSONWebKeySet, type JWK } from "jose";
import { isJsonObject, type JsonObject } from "../values/json.ts";

const SIGNING_KEY = "auth.signingKey";
const ALGORITHM = "ES256";
const MAX_LIFETIME_S = 60 * 60;
const SET_BY_THE_ENGINE: ReadonlySet<string> = new Set(["iss", "iat", "exp", "nbf"]);
const RESERVED = /^(?:convex|cvx)/i;

/** Where the key is kept. */
interface KeptTexts {
  get(name: string): string | null;
  set(name: string, text: string): void;
}

/** What a function asks to have signed. */
export interface SigningRequest {
  readonly claims: JsonObject;
  readonly expiresInSeconds: number;
}

/** Reads the arguments of `signJwt`. Throws naming what cannot be. */
export function readSigningRequest(args: Readonly<Record<string, unknown>>): SigningRequest {
  const { claims = {}, expiresInSeconds } = args;
  if (
    typeof expiresInSeconds !== "number" ||
    !Number.isFinite(expiresInSeconds) ||
    expiresInSeconds < 1 ||
    expiresInSeconds > MAX_LIFETIME_S
  )
    throw new Error(`signJwt: \`expiresInSeconds\` must be from 1 to ${MAX_LIFETIME_S}`);
  if (!isJsonObject(claims as JsonObject)) throw new Error("signJwt: `claims` must be an object");
  for (const name of Object.keys(claims as JsonObject))
    if (SET_BY_THE_ENGINE.has(name) || RESERVED.test(name))
      throw new Error(`signJwt: the claim \`${name}\` is reserved and may not be set`);
  return { claims: claims as JsonObject, expiresInSeconds };
}

/** The deployment's own key: made at its first use, kept beside the data. */
export class Signer {
  readonly #kept: KeptTexts;
  #key: KeyObject | null = null;
  #published: Promise<JWK & { kid: string }> | null = null;

  constructor(kept: KeptTexts) {
    this.#kept = kept;
  }

  /** A token with these claims, good from `nowMs` on. */
  async sign({ claims, expiresInSeconds }: SigningRequest, issuer: string, nowMs: number): Promise<string> {
    const issuedS = Math.floor(nowMs / 1000);
    return await new SignJWT(claims)
      .setProtectedHeader({ alg: ALGORITHM, typ: "JWT", kid: (await this.#publicKey()).kid })
      .setIssuer(issuer)
      .setIssuedAt(issuedS)
      .setExpirationTime(issuedS + Math.floor(expiresInSeconds))
      .sign(this.#privateKey());
  }

  /** What others check the tokens with. */
  async keySet(): Promise<JSONWebKeySet> {
    return { keys: [await this.#publicKey()] };
  }

  #privateKey(): KeyObject {
    if (this.#key !== null) return this.#key;
    const pem = this.#kept.get(SIGNING_KEY);
    if (pem !== null) return (this.#key = createPrivateKey({ key: pem, format: "pem" }));
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#kept.set(SIGNING_KEY, privateKey.export({ type: "pkcs8", format: "pem" }) as string);
    return (this.#key = privateKey);
  }

  #publicKey(): Promise<JWK & { kid: string }> {
    return (this.#published ??= published(createPublicKey(this.#privateKey())));
  }
}

async function published(key: KeyObject): Promise<JWK & { kid: string }> {
  const jwk = key.export({ format: "jwk" }) as JWK;
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: ALGORITHM, use: "sig" };
}
