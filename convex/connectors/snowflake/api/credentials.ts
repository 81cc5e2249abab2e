/** Bearer tokens: minted from the private key and kept for most of their hour, or the stored access token as it is. */

import { HOUR_MS, MINUTE_MS } from "../../../lib/pure/time";
import type { Runtime } from "../../contract/runtime";
import { toBase64Url } from "./bytes";
import { type SigningKey, signingKey } from "./keys";
import { accountInToken, type SnowflakeSettings } from "./settings";

/** Snowflake takes a token for an hour from its `iat`, whatever `exp` says. */
const TOKEN_LIFE_MS = HOUR_MS - 5 * MINUTE_MS;
const RENEW_BEFORE_MS = 5 * MINUTE_MS;

/** What goes into the headers of a call. */
export interface BearerToken {
  readonly token: string;
  readonly type: "KEYPAIR_JWT" | "PROGRAMMATIC_ACCESS_TOKEN";
}

/** Hands out tokens. */
export interface Credentials {
  current(): Promise<BearerToken>;
  /** Forgets the token after a 401. False when a new one would be the same. */
  renew(): boolean;
}

/** The credentials of these settings. */
export function credentialsOf(settings: SnowflakeSettings, runtime: Pick<Runtime, "now">): Credentials {
  const { credential } = settings;
  if (credential.kind === "token") {
    return {
      current: async () => ({ token: credential.token, type: "PROGRAMMATIC_ACCESS_TOKEN" }),
      renew: () => false,
    };
  }
  let key: Promise<SigningKey> | null = null;
  let minted: { readonly token: string; readonly until: number } | null = null;
  return {
    async current() {
      key ??= signingKey(credential.privateKey);
      const signing = await key;
      if (minted === null || runtime.now() >= minted.until) minted = await mint(signing, settings, runtime.now());
      return { token: minted.token, type: "KEYPAIR_JWT" };
    },
    renew() {
      minted = null;
      return true;
    },
  };
}

async function mint(
  { key, fingerprint }: SigningKey,
  { account, user }: SnowflakeSettings,
  now: number,
): Promise<{ token: string; until: number }> {
  const subject = `${accountInToken(account)}.${user.toUpperCase()}`;
  const claims = {
    iss: `${subject}.${fingerprint}`,
    sub: subject,
    iat: Math.floor(now / 1000),
    exp: Math.floor((now + TOKEN_LIFE_MS) / 1000),
  };
  const encode = (part: object): string => toBase64Url(new TextEncoder().encode(JSON.stringify(part)));
  const head = `${encode({ alg: "RS256", typ: "JWT" })}.${encode(claims)}`;
  const signature = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", key, new TextEncoder().encode(head));
  return { token: `${head}.${toBase64Url(new Uint8Array(signature))}`, until: now + TOKEN_LIFE_MS - RENEW_BEFORE_MS };
}
